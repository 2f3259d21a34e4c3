import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DEFAULT_DEEP_RESEARCH, SHARED_PATH } from '#shared/product.ts';
import { AuthProvider, Starting, useAuth, useSessionApi } from '#web/features/auth/index.ts';
import {
  ChatProvider,
  type ChatSession,
  forgetPerson,
  useChatActions,
  useChatAddress,
} from '#web/features/chats/index.ts';
import { ThemeProvider } from '#web/features/theme.tsx';
import type { Api } from '#web/lib/api.ts';
import { prefetchChunks } from '#web/lib/lazy.ts';
import { mayFocusField, SHARING } from '#web/lib/page.ts';
import { useIsIdle } from '#web/lib/schedule.ts';
import {
  ErrorBoundary,
  lazyComponent,
  Part,
  PartMissing,
  ToastProvider,
  TooltipLayer,
} from '#web/ui/index.ts';
import { Account, BringDialog, useAccountNotice, useBringChats } from './account.tsx';
import { ChatScreen, loadConversation } from './chat-screen.tsx';
import { Crashed } from './crashed.tsx';

const loadAuth = () => import('#web/features/auth/screens.ts');
const loadScreens = () => import('./screens.tsx');

/** The screens that most visits never come to. */
const LoginScreen = lazyComponent(loadAuth, 'LoginScreen');
const SignUpScreen = lazyComponent(loadAuth, 'SignUpScreen');
const ForgotPasswordScreen = lazyComponent(loadAuth, 'ForgotPasswordScreen');
const ArchivedScreen = lazyComponent(loadScreens, 'ArchivedScreen');
const DataScreen = lazyComponent(loadScreens, 'DataScreen');
const ListsScreen = lazyComponent(loadScreens, 'ListsScreen');
const NotFound = lazyComponent(loadScreens, 'NotFound');
const SharedScreen = lazyComponent(loadScreens, 'SharedScreen');

/** The screens beside the chats, by their paths. */
const SCREENS: Readonly<Record<string, ComponentType>> = {
  '/login': LoginScreen,
  '/signup': SignUpScreen,
  '/forgot-password': ForgotPasswordScreen,
  '/archived': ArchivedScreen,
  '/data': DataScreen,
  '/lists': ListsScreen,
};

export function App() {
  return (
    <ErrorBoundary fallback={<Crashed />}>
      {/* What is shared needs nothing of whoever opens it, and asks for nothing else. Its links load what they lead to anew. */}
      {location.pathname.startsWith(SHARED_PATH) ? (
        <SharedScreen />
      ) : (
        <AuthProvider onLeave={forgetPerson}>
          <Page />
        </AuthProvider>
      )}
    </ErrorBoundary>
  );
}

/** Who is hidden is a list like others, whose code comes with the conversation. */
// Not by `loadChunk`, which waits for a network: a search that is sent without one must not.
const readHidden = async (session: ChatSession) => (await loadConversation()).readHidden(session);

function Page() {
  const isStarting = useAuth((state) => state.isStarting);
  const userId = useAuth((state) => state.user?.id);
  const api = useSessionApi();
  if (isStarting) return <Starting />;
  return (
    <ThemeProvider>
      <ToastProvider userId={userId}>
        <ChatProvider api={api} userId={userId} readHidden={readHidden}>
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
  const mustSignIn = useAuth((state) => state.mustSignIn && state.user === undefined);
  const notice = useAccountNotice();
  useRenewal(isExpired);
  // Chats move into an account that is known to be there.
  const bring = useBringChats(useAuth(({ hasRecord }) => (hasRecord ? userId : undefined)));
  // All chats are one screen, which stays when another one is opened, and so are all lists.
  const screen = path.toLowerCase().replace(/\/$|(?<=^\/lists)\/[^/]+\/?$/, '');
  const Screen = SCREENS[screen];
  // Whoever has signed in to share an answer may have to bring its chat along first.
  const isAwaited = userId !== undefined && location.hash.startsWith(SHARING);
  const place = isChat && (mustSignIn || isAwaited || !isMissing) ? '/' : Screen ? screen : path;
  usePlacedFocus(`${place} ${userId ?? ''}`);
  useEffect(() => prefetchChunks(), []);
  return (
    // A screen that failed does not fail the next one.
    <Part key={place} missing={<Crashed />}>
      {place === '/' && mustSignIn ? (
        <LoginScreen />
      ) : place === '/' ? (
        // What is on screen is one person's: another one starts with a new screen.
        <ChatScreen
          key={userId}
          deepResearch={deepResearch}
          onDeepResearch={setDeepResearch}
          badge={<LazyProviderBadge api={api} />}
          account={<Account onBringChats={bring.onOpen} />}
          notice={notice}
        />
      ) : Screen === undefined ? (
        <NotFound path={path} />
      ) : (
        <Screen />
      )}
      {bring.open !== undefined && (
        <Part missing={<PartMissing floating />}>
          <BringDialog
            api={api}
            place={place}
            {...bring.open}
            onMoved={bring.onMoved}
            onClose={bring.onClose}
          />
        </Part>
      )}
    </Part>
  );
}

const Badge = lazyComponent(() => import('#web/features/provider-mode.tsx'), 'CurrentProviderBadge', {
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
