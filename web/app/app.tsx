import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { DEFAULT_DEEP_RESEARCH } from '#shared/product.ts';
import { AuthProvider, Starting, useAuth, useSessionApi } from '#web/features/auth/index.ts';
import { ChatProvider, forgetPerson, useChatActions } from '#web/features/chats/index.ts';
import { ThemeProvider } from '#web/features/theme.tsx';
import type { Api } from '#web/lib/api.ts';
import { prefetchChunks } from '#web/lib/lazy.ts';
import { mayFocusField, useIsIdle } from '#web/lib/page.ts';
import {
  ErrorBoundary,
  lazyComponent,
  Part,
  PartMissing,
  ToastProvider,
  TooltipLayer,
} from '#web/ui/index.ts';
import { Account, AccountNotice, BringChatsDialog, useBringChats } from './account.tsx';
import { ChatScreen } from './chat-screen.tsx';
import { Crashed } from './crashed.tsx';

const loadAuth = () => import('#web/features/auth/screens.ts');
const loadScreens = () => import('./screens.tsx');

/** The screens that most visits never come to. */
const LoginScreen = lazyComponent(loadAuth, 'LoginScreen');
const SignUpScreen = lazyComponent(loadAuth, 'SignUpScreen');
const ForgotPasswordScreen = lazyComponent(loadAuth, 'ForgotPasswordScreen');
const ArchivedScreen = lazyComponent(loadScreens, 'ArchivedScreen');
const LocalDataScreen = lazyComponent(loadScreens, 'LocalDataScreen');
const NotFound = lazyComponent(loadScreens, 'NotFound');

export function App() {
  return (
    <ErrorBoundary fallback={<Crashed />}>
      <AuthProvider onLeave={forgetPerson}>
        <Page />
      </AuthProvider>
    </ErrorBoundary>
  );
}

function Page() {
  const isStarting = useAuth((state) => state.isStarting);
  const userId = useAuth((state) => state.user?.id);
  const api = useSessionApi();
  if (isStarting) return <Starting />;
  return (
    <ThemeProvider>
      <ToastProvider>
        <ChatProvider api={api} userId={userId}>
          <Routes api={api} />
        </ChatProvider>
        <TooltipLayer />
      </ToastProvider>
    </ThemeProvider>
  );
}

function Routes({ api }: { api: Api }) {
  const [deepResearch, setDeepResearch] = useState<boolean>(DEFAULT_DEEP_RESEARCH);
  const [path] = useLocation();
  const userId = useAuth((state) => state.user?.id);
  const isExpired = useAuth((state) => state.isExpired);
  const hasNotice = useAuth((state) => state.isExpired || state.error !== undefined);
  useRenewal(isExpired);
  // Chats move into an account that is known to be there.
  const bring = useBringChats(useAuth(({ hasRecord }) => (hasRecord ? userId : undefined)));
  usePlacedFocus(`${path} ${userId ?? ''}`);
  useEffect(() => prefetchChunks(), []);
  return (
    // A screen that failed does not fail the next one.
    <Part key={path} missing={<Crashed />}>
      <Switch>
        <Route path="/">
          {/* What is on screen is one person's: another one starts with a new screen. */}
          <ChatScreen
            key={userId}
            deepResearch={deepResearch}
            onDeepResearch={setDeepResearch}
            badge={<LazyProviderBadge api={api} />}
            account={<Account onBringChats={bring.onOpen} />}
            notice={hasNotice && <AccountNotice />}
          />
          {bring.userId !== undefined && (
            <Part missing={<PartMissing floating />}>
              <BringChatsDialog api={api} userId={bring.userId} onClose={bring.onClose} />
            </Part>
          )}
        </Route>
        <Route path="/login" component={LoginScreen} />
        <Route path="/signup" component={SignUpScreen} />
        <Route path="/forgot-password" component={ForgotPasswordScreen} />
        <Route path="/archived" component={ArchivedScreen} />
        <Route path="/data" component={LocalDataScreen} />
        <Route>
          <NotFound path={path} />
        </Route>
      </Switch>
    </Part>
  );
}

const Badge = lazyComponent(() => import('#web/features/provider-mode/index.tsx'), 'CurrentProviderBadge', {
  isPrefetched: false,
});

/** The badge, fetched when the page is idle: it is no part of what someone needs to start. */
function LazyProviderBadge({ api }: { api: Api }) {
  return <Part missing={null}>{useIsIdle() && <Badge api={api} />}</Part>;
}

/**
 * Where the focus is when the page has loaded: in the message input, so that a request can be typed at once. When the place changes it
 * moves to the new screen's heading, so that whoever cannot see the change hears it, unless that screen has a field for it.
 * @param place the path, and whatever else makes it another screen.
 */
function usePlacedFocus(place: string): void {
  const shown = useRef(place);
  useEffect(() => {
    const isNew = shown.current !== place;
    shown.current = place;
    if (document.activeElement !== document.body || !(isNew || mayFocusField())) return;
    document.querySelector<HTMLElement>(isNew ? 'h1' : 'textarea')?.focus();
  }, [place]);
}

/** When a session that had ended is there again, the chats are as they should have been: loaded, and without its complaint. */
function useRenewal(isExpired: boolean): void {
  const { clearError, refresh } = useChatActions();
  const wasExpired = useRef(isExpired);
  const renew = useEffectEvent(() => {
    clearError();
    void refresh();
  });
  useEffect(() => {
    if (wasExpired.current && !isExpired) renew();
    wasExpired.current = isExpired;
  }, [isExpired]);
}
