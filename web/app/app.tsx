import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DEFAULT_DEEP_RESEARCH } from '#shared/product.ts';
import { AuthProvider, Starting, useAuth, useSessionApi } from '#web/features/auth/index.ts';
import { ChatProvider, forgetPerson, useChatActions, useChatAddress } from '#web/features/chats/index.ts';
import { ThemeProvider } from '#web/features/theme.tsx';
import type { Api } from '#web/lib/api.ts';
import { prefetchChunks } from '#web/lib/lazy.ts';
import { whenIdle } from '#web/lib/page.ts';
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

/** The screens that most visits never come to. */
const LoginScreen = lazyComponent(loadAuth, 'LoginScreen');
const SignUpScreen = lazyComponent(loadAuth, 'SignUpScreen');
const ForgotPasswordScreen = lazyComponent(loadAuth, 'ForgotPasswordScreen');
const LocalDataScreen = lazyComponent(() => import('#web/features/local-data/index.ts'), 'LocalDataScreen');
const NotFound = lazyComponent(() => import('#web/features/not-found.tsx'), 'NotFound');

/** The screens beside the chats, by their paths. */
const SCREENS: Readonly<Record<string, ComponentType>> = {
  '/login': LoginScreen,
  '/signup': SignUpScreen,
  '/forgot-password': ForgotPasswordScreen,
  '/data': LocalDataScreen,
};

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
  const { path, isChat, isMissing } = useChatAddress();
  const userId = useAuth((state) => state.user?.id);
  const isExpired = useAuth((state) => state.isExpired);
  const hasNotice = useAuth((state) => state.isExpired || state.error !== undefined);
  useRenewal(isExpired);
  const bring = useBringChats(userId);
  // All chats are one screen, which stays when another one is opened.
  const place = isChat && !isMissing ? '/' : path;
  const Screen = SCREENS[path.toLowerCase().replace(/\/$/, '')];
  useFocusOnNavigation(`${place} ${userId ?? ''}`);
  useEffect(() => prefetchChunks(), []);
  return (
    // A screen that failed does not fail the next one.
    <Part key={place} missing={<Crashed />}>
      {place === '/' ? (
        <>
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
        </>
      ) : Screen === undefined ? (
        <NotFound path={path} />
      ) : (
        <Screen />
      )}
    </Part>
  );
}

const Badge = lazyComponent(() => import('#web/features/provider-mode/index.tsx'), 'CurrentProviderBadge', {
  isPrefetched: false,
});

/** The badge, fetched when the page is idle: it is no part of what someone needs to start. */
function LazyProviderBadge({ api }: { api: Api }) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return <Part missing={null}>{isIdle && <Badge api={api} />}</Part>;
}

/**
 * Moves the focus to the new screen's heading when the place changes, so that whoever cannot see the change hears it.
 * @param place the path, and whatever else makes it another screen.
 */
function useFocusOnNavigation(place: string): void {
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    document.querySelector<HTMLElement>('h1')?.focus();
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
