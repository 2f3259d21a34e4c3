import type { Chat } from '#shared/chat.ts';
import { followPages } from '../stores/follow-pages.ts';
import { attempt } from './attempt.ts';
import type { Conversation } from './conversation.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import { listedChats } from './sort-chats.ts';

type ChatList = Pick<Conversation, 'chats' | 'moreChats'>;

/**
 * As many stored chats as the page has already, the first page at least, with those of `alsoListed` that are further down, and those
 * just begun, which may be younger than the store's list.
 */
export async function fetchChats(desk: Desk, alsoListed: readonly (string | undefined)[]): Promise<ChatList> {
  const { items: stored, cursor: moreChats } = await followPages(
    async (cursor) => {
      const { chats, ...page } = await desk.store.listChats(cursor);
      return { ...page, items: chats };
    },
    { isEnough: ({ length }) => length >= desk.state.get().chats.length },
  );
  const isKnown = (id: string) => stored.some((chat) => chat.id === id);
  // Where all are listed, what is not listed is gone.
  const missing = moreChats === undefined ? [] : alsoListed.filter((id) => id !== undefined && !isKnown(id));
  const found = await Promise.all([...new Set(missing)].map((id) => desk.store.findChat(id ?? '')));
  const { sending, uncreated, chats } = desk.state.get();
  const isBegun = (id: string) => sending?.chatId === id || uncreated.has(id);
  const begun = chats.filter(({ id }) => isBegun(id) && !isKnown(id));
  const further = found.filter((chat) => chat !== undefined);
  return { chats: listedChats(unique([...begun, ...further, ...stored])), moreChats };
}

/** Adds the chats that follow those listed. Does nothing where there are none, or while they are on their way. */
export async function loadMoreChats(desk: Desk): Promise<void> {
  const { moreChats, isLoadingMoreChats } = desk.state.get();
  if (moreChats === undefined || isLoadingMoreChats) return;
  set(desk, { isLoadingMoreChats: true });
  await attempt(desk, async () => {
    const { chats, cursor } = await desk.store.listChats(moreChats);
    const listed = listedChats(unique([...chats, ...desk.state.get().chats]));
    set(desk, { chats: listed, moreChats: cursor });
  });
  set(desk, { isLoadingMoreChats: false });
}

/** One chat an id, the later one. */
const unique = (chats: readonly Chat[]): Iterable<Chat> =>
  new Map(chats.map((chat) => [chat.id, chat])).values();
