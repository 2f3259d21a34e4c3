import { useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { DEFAULT_DEEP_RESEARCH } from '#shared/constants.ts';
import { useAuth } from '#web/features/auth/index.ts';
import type { Api } from '#web/lib/api.ts';
import { prefetchChunks } from '#web/lib/prefetch.ts';
import { Part } from '#web/ui/part.tsx';
import { Account, AccountNotice } from './account.tsx';
import { LazyBringChats, useBringChats } from './bring-chats.tsx';
import { ChatScreen } from './chat-screen.tsx';
import { Crashed } from './crashed.tsx';
import { LazyProviderBadge } from './lazy-provider-badge.tsx';
import {
  ForgotPasswordScreen,
  LocalDataScreen,
  LoginScreen,
  NotFound,
  SignUpScreen,
} from './lazy-screens.ts';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useRenewal } from './use-renewal.ts';

/** Which screen a path shows. */
export function Routes({ api }: { api: Api }) {
  const [deepResearch, setDeepResearch] = useState<boolean>(DEFAULT_DEEP_RESEARCH);
  const [path] = useLocation();
  const { user, isExpired, error } = useAuth();
  const hasNotice = isExpired || error !== undefined;
  useRenewal(isExpired);
  const bring = useBringChats(user?.id);
  useFocusOnNavigation(`${path} ${user?.id ?? ''}`);
  useEffect(() => prefetchChunks(), []);
  return (
    // A screen that failed does not fail the next one.
    <Part key={path} missing={<Crashed />}>
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
    </Part>
  );
}
