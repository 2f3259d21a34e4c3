import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { usePage, useSession } from './chat-context.tsx';
import { chatPath, findLoadedChat, readChatPath } from './chats.ts';
import type { ChatSession, PageState } from './session.ts';

interface Visit {
  session: ChatSession;
  path: string;
}

/**
 * Keeps the tab's address and its current chat in sync, in both directions: links, back and forward change the address; sending, deleting
 * and other tabs change the chat. Going to `/` from another screen reopens the current chat.
 * @returns the path, whether it belongs to the chat screen, and whether it names a chat that does not exist
 */
export function useChatAddress(): { path: string; isChat: boolean; isMissing: boolean } {
  const session = useSession();
  const [path, navigate] = useLocation();
  const lastVisit = useRef<Visit>(undefined);

  const handleNavigation = useEffectEvent((chatId: string | undefined, before: Visit | undefined) => {
    const { currentChatId, asked } = session.page.getState();
    // The open chat is not carried over to another user. But a chat that was missing may belong to the user who has just signed in.
    if (before !== undefined && before.session !== session && !(chatId !== undefined && hasSignedIn(before)))
      return navigate('/', { replace: true });
    if (chatId !== undefined) return session.actions.selectChat(chatId);
    const hasLeft = before !== undefined && readChatPath(before.path) !== undefined;
    if (asked !== undefined || (hasLeft && currentChatId !== undefined)) return session.actions.newChat();
    if (currentChatId !== undefined) navigate(chatPath(currentChatId), { replace: true });
  });
  // Before paint, so that neither another chat nor the start screen flashes.
  useLayoutEffect(() => {
    const before = lastVisit.current;
    lastVisit.current = { session, path };
    const place = readChatPath(path);
    const isNew = before?.session !== session || before.path !== path;
    if (isNew && place !== undefined) handleNavigation(place.chatId, before);
  }, [session, path]);

  useLayoutEffect(
    () =>
      session.page.subscribe((now, before) => {
        const chatId = shownChatId(now);
        const previousChatId = shownChatId(before);
        const place = readChatPath(location.pathname);
        if (chatId === previousChatId || place === undefined || place.chatId === chatId) return;
        // Replace the history entry of a chat that is gone, and the start screen's if a chat is reopened automatically.
        const replace =
          chatId === undefined
            ? findLoadedChat(session, previousChatId) === undefined
            : !(chatId in now.sends);
        navigate(chatPath(chatId), { replace });
      }),
    [session, navigate],
  );

  const isMissing = usePage(({ asked }) => asked?.state === 'missing');
  const isChat = readChatPath(path) !== undefined;
  return { path, isChat, isMissing: isChat && isMissing };
}

/** Whether a user has signed in at the address of a chat that was missing without an account. */
const hasSignedIn = ({ session }: Visit): boolean =>
  !session.searchStores && session.page.getState().asked?.state === 'missing';

const shownChatId = ({ asked, currentChatId }: PageState): string | undefined =>
  asked?.chatId ?? currentChatId;
