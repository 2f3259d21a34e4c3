import { type InfiniteData, InfiniteQueryObserver, infiniteQueryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Chat } from '#shared/chat.ts';
import type { ChatsAnswer } from '#shared/chat-contract.ts';
import { ChatId } from '#shared/ids.ts';
import type { CacheKey } from '#web/lib/cache-key.ts';
import { markSeen } from './marks.ts';
import { type ChatSession, type ReadOptions, readAs } from './session.ts';
import { type ChatStore, listedChats, withChanges } from './stores/chat-store.ts';

export const CHATS_KEY: CacheKey = ['chats'];

/** The path of a chat; without one, that of the start screen. */
export const chatPath = (chatId: string | undefined): string =>
  chatId === undefined ? '/' : `/chat/${chatId}`;

/** The chat that a path of the chat screen names, or no chat for the start screen. Undefined for other paths. */
export function readChatPath(path: string): { chatId: string | undefined } | undefined {
  if (path === '/') return { chatId: undefined };
  const chatId = /^\/chat\/([^/]+)\/?$/.exec(path)?.[1];
  return v.is(ChatId, chatId) ? { chatId } : undefined;
}

export type ChatPages = InfiniteData<ChatsAnswer, string>;

/** The list of chats, a page at a time. The first page's cursor is the empty string. */
export const chatsQuery = (session: ChatSession, options: ReadOptions = {}) =>
  infiniteQueryOptions({
    queryKey: CHATS_KEY,
    queryFn: ({ pageParam }) => readAs(fetchPage(session, pageParam), options),
    initialPageParam: '',
    getNextPageParam: ({ cursor }: ChatsAnswer) => cursor,
    staleTime: Number.POSITIVE_INFINITY,
  });

async function fetchPage(session: ChatSession, cursor: string): Promise<ChatsAnswer> {
  const store = await session.openStore();
  const before = allChats(session);
  const { deleting: deletingBefore } = session.page.getState();
  const page = await (cursor === '' ? fetchFirstPage(session, store) : store.listChats(cursor));
  const { deleting } = session.page.getState();
  const chats = withChanges(page.chats, { before, now: allChats(session) });
  return { ...page, chats: chats.filter(({ id }) => !deletingBefore.has(id) && !deleting.has(id)) };
}

/** Includes chats that are needed even if they would be further down: those just begun, open, or with a search under way. */
async function fetchFirstPage(session: ChatSession, store: ChatStore): Promise<ChatsAnswer> {
  const { uncreated: before } = session.page.getState();
  const page = await store.listChats();
  const isListed = (id: string) => page.chats.some((chat) => chat.id === id);
  const { currentChatId, sends, uncreated: now } = session.page.getState();
  const isNew = (id: string) => before.has(id) || now.has(id);
  const searchedIn = session.remembered.list(session.userId).map(({ chatId }) => chatId);
  // If the page lists every chat, a missing one is archived or deleted; which of the two matters only for the open chat.
  const further = page.cursor === undefined ? [] : [session.currentChat.get(), ...searchedIn];
  const wanted = [currentChatId, ...Object.keys(sends), ...further].filter(
    (id = '') => id !== '' && !isListed(id) && !isNew(id),
  );
  const found = await Promise.all([...new Set(wanted)].map((id) => store.findChat(id ?? '')));
  const newChats = knownChats(session).filter(({ id }) => isNew(id));
  const foundChats = found.filter((chat) => chat !== undefined);
  return { ...page, chats: [...newChats.filter(({ id }) => !isListed(id)), ...foundChats, ...page.chats] };
}

/** The chats of all pages as they are shown: without duplicates or archived ones, newest activity first. */
export function chatsOf(data: ChatPages | undefined): Chat[] {
  const all = data?.pages.flatMap(({ chats }) => chats) ?? [];
  return listedChats(new Map(all.map((chat) => [chat.id, chat])).values());
}

/** The chats in the list. */
export const knownChats = ({ queries }: ChatSession): Chat[] =>
  chatsOf(queries.getQueryData<ChatPages>(CHATS_KEY));

/** The chats in the list, and archived ones that are open. */
const allChats = ({ queries }: ChatSession): Chat[] =>
  queries.getQueryData<ChatPages>(CHATS_KEY)?.pages.flatMap(({ chats }) => chats) ?? [];

/** A chat that the page has loaded, listed or open. */
export const findLoadedChat = (session: ChatSession, chatId: string | undefined): Chat | undefined =>
  allChats(session).find(({ id }) => id === chatId);

/** Loads the next page of chats. Does nothing if there is none, or while it is loading. */
export async function loadMoreChats(session: ChatSession): Promise<void> {
  const list = new InfiniteQueryObserver(session.queries, chatsQuery(session));
  const { hasNextPage, isFetchingNextPage } = list.getCurrentResult();
  if (hasNextPage && !isFetchingNextPage) await list.fetchNextPage();
}

/** Changes the cached chats, but not their store. */
export function editChats(session: ChatSession, edit: (chats: readonly Chat[]) => Chat[]): void {
  session.queries.setQueryData<ChatPages>(CHATS_KEY, (data) => {
    const { pages, pageParams } = data ?? { pages: [{ chats: [] }], pageParams: [''] };
    return { pages: pages.map((page) => ({ ...page, chats: edit(page.chats) })), pageParams };
  });
}

export const editChat = (session: ChatSession, chatId: string, change: Partial<Chat>): void =>
  editChats(session, (chats) => chats.map((chat) => (chat.id === chatId ? { ...chat, ...change } : chat)));

/** Adds chats to the list, replacing those with the same ids. */
export function addChats(session: ChatSession, added: readonly Chat[]): void {
  const ids = added.map(({ id }) => id);
  removeChats(session, ids);
  session.queries.setQueryData<ChatPages>(CHATS_KEY, (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    return { ...data, pages: [{ ...first, chats: [...added, ...first.chats] }, ...others] };
  });
}

export const removeChats = (session: ChatSession, gone: readonly string[]): void =>
  editChats(session, (chats) => chats.filter(({ id }) => !gone.includes(id)));

/** Leaves the current chat: the start screen shows. */
export function leaveChat(session: ChatSession): void {
  showChat(session, undefined);
  session.page.setState({ error: undefined });
}

export function showChat(session: ChatSession, chatId: string | undefined): void {
  session.currentChat.set(chatId);
  session.page.setState({ currentChatId: chatId, asked: undefined });
  markSeen(session, chatId);
}
