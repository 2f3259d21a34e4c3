import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import { useChatChanges } from './changes.ts';
import { useSession } from './chat-context.tsx';
import { createSession, type OwnedSession } from './create-session.ts';
import type { ChatSession } from './session.ts';
import type { ChatPage } from './stores/chat-store.ts';
import { localChats } from './stores/local-chats.ts';

/** Apart from the chats, which are kept for offline reading. */
const ARCHIVED_KEY = ['archived'];

/** The list of archived chats, a page at a time; read anew by each visit to its screen. */
const archivedQuery = (session: ChatSession) =>
  infiniteQueryOptions({
    queryKey: ARCHIVED_KEY,
    queryFn: async ({ pageParam }) =>
      (await session.openStore()).listArchivedChats(pageParam === '' ? undefined : pageParam),
    initialPageParam: '',
    getNextPageParam: ({ cursor }: ChatPage) => cursor,
    gcTime: 0,
  });

/** The archived chats of the session's home as far as they are loaded, newest activity first, and what can be done with them. */
export function useArchivedChats() {
  const session = useSession();
  const list = useInfiniteQuery(archivedQuery(session));
  useEffect(() => withListOfChats(session), [session]);
  const { unarchiveChat, deleteChat } = useChatChanges();
  return {
    /** Undefined until they are there. */
    chats: list.data?.pages.flatMap(({ chats }) => chats),
    /** What could not be had, if anything. */
    missing: list.isFetchNextPageError ? ('more' as const) : list.isError ? ('all' as const) : undefined,
    isLoadingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
    /** @returns whether it is in the list of chats again */
    restore: (chat: Chat) => takeOut(session, chat, unarchiveChat),
    /** @returns whether it is gone for good */
    remove: (chat: Chat) => takeOut(session, chat, deleteChat),
  };
}

/** Reads the archived chats anew whenever the others have been: something has changed in another tab or on another device. */
const withListOfChats = ({ queries }: ChatSession): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return;
    if (event.query.queryKey[0] === 'chats') void queries.invalidateQueries({ queryKey: ARCHIVED_KEY });
  });

/** Takes a chat from the list by a change of it. Whoever asked for that tells of a failure, beside the chat: the page does not. */
async function takeOut(session: ChatSession, { id }: Chat, change: (chatId: string) => Promise<boolean>) {
  const { page, queries } = session;
  const { error } = page.getState();
  const isDone = await change(id);
  if (!isDone) {
    page.setState({ error });
    return false;
  }
  // What is on its way may have been read before the change.
  await queries.cancelQueries({ queryKey: ARCHIVED_KEY });
  queries.setQueryData<InfiniteData<ChatPage, string>>(
    ARCHIVED_KEY,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((one) => ({ ...one, chats: one.chats.filter((chat) => chat.id !== id) })),
      },
  );
  return true;
}

/**
 * This browser's chats beside those of somebody who is signed in. The session is never opened: the searches under way in its chats are
 * followed when nobody is signed in.
 */
export const besideAccount = ({ searches }: ChatSession): OwnedSession =>
  createSession({
    userId: ANONYMOUS_USER_ID,
    openStore: async () => localChats(),
    searches,
    storage: undefined,
  });
