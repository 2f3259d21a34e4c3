import { lazy, Suspense, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { DEFAULT_DEEP_RESEARCH } from '#shared/constants.ts';
import { useAuth } from '#web/features/auth/index.ts';
import { NotFound } from '#web/features/not-found/index.ts';
import type { Api } from '#web/lib/api.ts';
import { Account, AccountNotice } from './account.tsx';
import { LazyBringChats, useBringChats } from './bring-chats.tsx';
import { ChatScreen } from './chat-screen.tsx';
import { LazyProviderBadge } from './lazy-provider-badge.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useRenewal } from './use-renewal.ts';

const LocalDataScreen = lazy(async () => {
  const { LocalDataScreen } = await import('#web/features/local-data/index.ts');
  return { default: LocalDataScreen };
});

const loadAuth = () => import('#web/features/auth/screens.ts');
const LoginScreen = lazy(async () => ({ default: (await loadAuth()).LoginScreen }));
const SignUpScreen = lazy(async () => ({ default: (await loadAuth()).SignUpScreen }));
const ForgotPasswordScreen = lazy(async () => ({ default: (await loadAuth()).ForgotPasswordScreen }));

/** Which screen a path shows. */
export function Routes({ api }: { api: Api }) {
  const [deepResearch, setDeepResearch] = useState<boolean>(DEFAULT_DEEP_RESEARCH);
  const [path] = useLocation();
  const { user, isExpired, error } = useAuth();
  const hasNotice = isExpired || error !== undefined;
  useRenewal(isExpired);
  const bring = useBringChats(user?.id);
  useFocusOnNavigation(path);
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/">
          {/* What is on screen is one person's: another one starts with a new screen. */}
          <ChatScreen
            key={user?.id}
            deepResearch={deepResearch}
            onDeepResearch={setDeepResearch}
            badge={<LazyProviderBadge api={api} />}
            account={<Account onBringChats={bring.onOpen} />}
            notice={hasNotice && <AccountNotice />}
          />
          {bring.userId !== undefined && (
            <LazyBringChats api={api} userId={bring.userId} onClose={bring.onClose} />
          )}
        </Route>
        <Route path="/login">
          <LoginScreen />
        </Route>
        <Route path="/signup">
          <SignUpScreen />
        </Route>
        <Route path="/forgot-password">
          <ForgotPasswordScreen />
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
