import { lazy, Suspense, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { DEFAULT_DEEP_RESEARCH } from '#shared/constants.ts';
import { NotFound } from '#web/features/not-found/index.ts';
import type { Api } from '#web/lib/api.ts';
import { ChatScreen } from './chat-screen.tsx';
import { LazyProviderBadge } from './lazy-provider-badge.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

const LocalDataScreen = lazy(async () => {
  const { LocalDataScreen } = await import('#web/features/local-data/index.ts');
  return { default: LocalDataScreen };
});

/** Which screen a path shows. */
export function Routes({ api }: { api: Api }) {
  const [deepResearch, setDeepResearch] = useState<boolean>(DEFAULT_DEEP_RESEARCH);
  const [path] = useLocation();
  useFocusOnNavigation(path);
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/">
          <ChatScreen
            deepResearch={deepResearch}
            onDeepResearch={setDeepResearch}
            badge={<LazyProviderBadge api={api} />}
          />
        </Route>
        <Route path="/data">
          <LocalDataScreen />
        </Route>
        <Route>
          <NotFound path={path} />
        </Route>
      </Switch>
    </Suspense>
  );
}
