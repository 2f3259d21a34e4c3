import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DEFAULT_DEEP_RESEARCH, SHARED_PATH } from '#shared/product.ts';
import { AuthProvider, Starting, useAuth, useSessionApi } from '#web/features/auth/index.ts';
import {
  ChatProvider,
  type ChatSession,
  forgetUser,
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
  FloatingPart,
  lazyComponent,
  Part,
  ToastProvider,
  TooltipLayer,
} from '#web/ui/index.ts';
import { Account, BringDialog, useAccountNotice, useBringChats } from './account.tsx';
import { ChatScreen, loadConversation } from './chat-screen.tsx';
import { Crashed } from './crashed.tsx';

const loadAuth = () => import('#web/features/auth/screens.ts');
const loadScreens = () => import('./screens.tsx');

/** Screens that most visits never open, loaded on demand. */
const LoginScreen = lazyComponent(loadAuth, 'LoginScreen');
const SignUpScreen = lazyComponent(loadAuth, 'SignUpScreen');
const ForgotPasswordScreen = lazyComponent(loadAuth, 'ForgotPasswordScreen');
const ArchivedScreen = lazyComponent(loadScreens, 'ArchivedScreen');
const DataScreen = lazyComponent(loadScreens, 'DataScreen');
const ListsScreen = lazyComponent(loadScreens, 'ListsScreen');
const NotFound = lazyComponent(loadScreens, 'NotFound');
const SharedScreen = lazyComponent(loadScreens, 'SharedScreen');

/** The screens other than the chat screen, by path. */
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
      {/* A shared page needs no session and requests nothing but the share. Its links to the app are full page loads. */}
      {location.pathname.startsWith(SHARED_PATH) ? (
        <SharedScreen />
      ) : (
        <AuthProvider onLeave={forgetUser}>
          <Page />
        </AuthProvider>
      )}
    </ErrorBoundary>
  );
}

/** The hidden people are stored as a list; that code is in the conversation's chunk. */
// Not through `loadChunk`, which waits for a network: a search sent while offline must not wait here.
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
  useRefreshOnRenewal(isExpired);
  // Offer to move chats only into an account whose record has been loaded.
  const bring = useBringChats(useAuth(({ hasRecord }) => (hasRecord ? userId : undefined)));
  // All chats share one screen, which stays mounted when another chat is opened; so do all lists.
  const screen = path.toLowerCase().replace(/\/$|(?<=^\/lists)\/[^/]+\/?$/, '');
  const Screen = SCREENS[screen];
  // Someone who signed in to share an answer may first have to move its chat into the account.
  const isReturningToShare = userId !== undefined && location.hash.startsWith(SHARING);
  const place = isChat && (mustSignIn || isReturningToShare || !isMissing) ? '/' : Screen ? screen : path;
  useFocusOnNavigation(`${place} ${userId ?? ''}`);
  useEffect(() => prefetchChunks(), []);
  return (
    // Keyed by place, so that an error on one screen does not carry over to the next.
    <Part key={place} missing={<Crashed />}>
      {place === '/' && mustSignIn ? (
        <LoginScreen />
      ) : place === '/' ? (
        // Keyed by user: another user gets a fresh screen.
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
      {bring.offer && (
        <FloatingPart onClose={bring.onClose}>
          <BringDialog
            api={api}
            place={place}
            {...bring.offer}
            onMoved={bring.onMoved}
            onClose={bring.onClose}
          />
        </FloatingPart>
      )}
    </Part>
  );
}

const Badge = lazyComponent(() => import('#web/features/provider-mode.tsx'), 'CurrentProviderBadge', {
  isPrefetched: false,
});

/** The badge, loaded when the page is idle: nobody needs it to get started. */
function LazyProviderBadge({ api }: { api: Api }) {
  return <Part missing={null}>{useIsIdle() && <Badge api={api} />}</Part>;
}

/**
 * Places the focus. On page load it goes to the message input, so that a request can be typed at once. When the place changes it goes to
 * the new screen's heading, so that screen readers announce the change, unless the screen has already focused something.
 * @param place the path, plus anything else that makes it a different screen
 */
function useFocusOnNavigation(place: string): void {
  const shown = useRef(place);
  useEffect(() => {
    const isNew = shown.current !== place;
    shown.current = place;
    if (document.activeElement !== document.body || !(isNew || mayFocusField())) return;
    document.querySelector<HTMLElement>(isNew ? 'h1' : 'textarea')?.focus();
  }, [place]);
}

/** When an expired session has been renewed, reloads the chats and clears the error it left. */
function useRefreshOnRenewal(isExpired: boolean): void {
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
