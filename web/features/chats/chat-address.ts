import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import * as v from 'valibot';
import { useLocation } from 'wouter';
import { ChatId } from '#shared/ids.ts';
import { usePage, useSession } from './chat-context.tsx';
import { chatPath, findKnown } from './chats.ts';
import type { ChatSession, PageState } from './session.ts';

/** What a path of the chat screen names: a chat, or none where it is the start screen's. Undefined for other paths. */
export function readChatPath(path: string): { chatId: string | undefined } | undefined {
  if (path === '/') return { chatId: undefined };
  const chatId = /^\/chat\/([^/]+)\/?$/.exec(path)?.[1];
  return v.is(ChatId, chatId) ? { chatId } : undefined;
}

interface Seen {
  session: ChatSession;
  path: string;
}

/**
 * Keeps the address of this tab and its current chat the same, whichever of the two changes: links, back and forward change the address,
 * sending, deleting and what other tabs do change the chat. On the way to `/` from another screen the current chat is opened again.
 * @returns the path, whether it is one of the chat screen's, and whether it names a chat that is not there
 */
export function useChatAddress(): { path: string; isChat: boolean; isMissing: boolean } {
  const session = useSession();
  const [path, navigate] = useLocation();
  const seen = useRef<Seen>(undefined);

  const arrive = useEffectEvent((chatId: string | undefined, before: Seen | undefined) => {
    const { currentChatId, asked } = session.page.getState();
    // Another person at the page has nothing to do with the chat that was open; whoever has just signed in may have the one that was not there.
    if (before !== undefined && before.session !== session && !(chatId !== undefined && hasSignedIn(before)))
      return navigate('/', { replace: true });
    if (chatId !== undefined) return session.actions.selectChat(chatId);
    const hasLeft = before !== undefined && readChatPath(before.path) !== undefined;
    if (asked !== undefined || (hasLeft && currentChatId !== undefined)) return session.actions.newChat();
    if (currentChatId !== undefined) navigate(chatPath(currentChatId), { replace: true });
  });
  // Before the first paint, so that no other chat and no start screen is seen on the way.
  useLayoutEffect(() => {
    const before = seen.current;
    seen.current = { session, path };
    const place = readChatPath(path);
    const isNew = before?.session !== session || before.path !== path;
    if (isNew && place !== undefined) arrive(place.chatId, before);
  }, [session, path]);

  useLayoutEffect(
    () =>
      session.page.subscribe((now, before) => {
        const chatId = shownIn(now);
        const left = shownIn(before);
        const place = readChatPath(location.pathname);
        if (chatId === left || place === undefined || place.chatId === chatId) return;
        // What is gone leaves no address behind, and a chat that is opened again by itself takes the place of the start screen.
        const replace =
          chatId === undefined ? findKnown(session, left) === undefined : !(chatId in now.sends);
        navigate(chatPath(chatId), { replace });
      }),
    [session, navigate],
  );

  const isMissing = usePage(({ asked }) => asked?.state === 'missing');
  const isChat = readChatPath(path) !== undefined;
  return { path, isChat, isMissing: isChat && isMissing };
}

/** Somebody has signed in where nobody's chat was. */
const hasSignedIn = ({ session }: Seen): boolean =>
  !session.searchStores && session.page.getState().asked?.state === 'missing';

const shownIn = ({ asked, currentChatId }: PageState): string | undefined => asked?.chatId ?? currentChatId;
