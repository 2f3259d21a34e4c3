import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import type { ChatsAnswer } from '#shared/chat-contract.ts';
import { ApiError } from '#web/lib/api.ts';
import { useChatChanges } from './changes.ts';
import { useSession } from './chat-context.tsx';
import { createSession, type OwnedSession } from './create-session.ts';
import type { ChatSession } from './session.ts';
import { localChats } from './stores/local-chats.ts';

/** Not a 'chats' key: those queries go into the offline copy. */
const ARCHIVED_KEY = ['archived'];

/** The list of archived chats, a page at a time; refetched on each visit to its screen. */
const archivedQuery = (session: ChatSession) =>
  infiniteQueryOptions({
    queryKey: ARCHIVED_KEY,
    queryFn: async ({ pageParam }) =>
      (await session.openStore()).listArchivedChats(pageParam === '' ? undefined : pageParam),
    initialPageParam: '',
    getNextPageParam: ({ cursor }: ChatsAnswer) => cursor,
    gcTime: 0,
  });

/** The session's archived chats loaded so far, newest activity first, and the actions on them. */
export function useArchivedChats() {
  const session = useSession();
  const list = useInfiniteQuery(archivedQuery(session));
  useEffect(() => refetchWithChatList(session), [session]);
  const { unarchiveChat, deleteChat } = useChatChanges();
  return {
    /** Undefined until they have loaded. */
    chats: list.data?.pages.flatMap(({ chats }) => chats),
    /** What could not be loaded, if anything. */
    missing: list.isFetchNextPageError ? ('more' as const) : list.isError ? ('all' as const) : undefined,
    isLoadingMore: list.isFetchingNextPage,
    hasMore: list.hasNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry: () => void list.refetch(),
    /** Puts it back into the list of chats. @returns what to tell the user if that failed */
    restore: (chat: Chat) => removeFromList(session, chat, unarchiveChat),
    /** @returns what to tell the user if that failed */
    remove: (chat: Chat) => removeFromList(session, chat, deleteChat),
  };
}

/** Refetches the archived chats whenever the list of chats has been refetched, e.g. after a change in another tab or on another device. */
const refetchWithChatList = ({ queries }: ChatSession): (() => void) =>
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return;
    if (event.query.queryKey[0] === 'chats') void queries.invalidateQueries({ queryKey: ARCHIVED_KEY });
  });

/**
 * Makes a change that takes a chat out of this list. The caller shows a failure next to the chat; it is not the page's error.
 * @returns what to tell the user if it failed: the service's words, if it refused the change
 */
async function removeFromList(
  session: ChatSession,
  { id }: Chat,
  change: (chatId: string) => Promise<boolean>,
): Promise<string | undefined> {
  const { page, queries } = session;
  const { error } = page.getState();
  const isDone = await change(id);
  if (!isDone) {
    page.setState({ error });
    const changes = queries
      .getMutationCache()
      .findAll({ predicate: ({ options }) => options.scope?.id === id });
    const cause = changes.at(-1)?.state.error?.cause;
    return cause instanceof ApiError && cause.refused ? cause.message : 'Please try again.';
  }
  // A fetch in flight may have been answered before the change.
  await queries.cancelQueries({ queryKey: ARCHIVED_KEY });
  queries.setQueryData<InfiniteData<ChatsAnswer, string>>(
    ARCHIVED_KEY,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((one) => ({ ...one, chats: one.chats.filter((chat) => chat.id !== id) })),
      },
  );
  return undefined;
}

/**
 * This browser's chats while a user is signed in. The session is never opened: searches under way in its chats are followed only when
 * nobody is signed in.
 */
export const besideAccount = ({ searches }: ChatSession): OwnedSession =>
  createSession({
    userId: ANONYMOUS_USER_ID,
    openStore: async () => localChats(),
    searches,
    storage: undefined,
  });
