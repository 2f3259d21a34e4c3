import { queryOptions } from '@tanstack/react-query';
import type { Message } from '#shared/message.ts';
import type { CacheKey } from '#web/lib/cache-key.ts';
import { type ChatSession, hasSucceeded, type ReadOptions, readAs } from './session.ts';
import { oldestFirst, withChanges } from './stores/chat-store.ts';

export const ALL_MESSAGES_KEY: CacheKey = ['messages'];
export const messagesKey = (chatId: string): CacheKey => ['messages', chatId];

/** A chat's messages as its store has them, oldest first. */
export const messagesQuery = (session: ChatSession, chatId: string, options: ReadOptions = {}) =>
  queryOptions({
    queryKey: messagesKey(chatId),
    queryFn: () => readAs(fetchMessages(session, chatId), options),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads a chat's messages. @returns whether that has succeeded */
export const readMessages = (session: ChatSession, chatId: string, options?: ReadOptions): Promise<boolean> =>
  hasSucceeded(session.queries.fetchQuery({ ...messagesQuery(session, chatId, options), staleTime: 0 }));

async function fetchMessages(session: ChatSession, chatId: string): Promise<readonly Message[]> {
  if (session.page.getState().uncreated.has(chatId)) return knownMessages(session, chatId);
  const store = await session.openStore();
  const before = knownMessages(session, chatId);
  const given = await store.listMessages(chatId);
  return oldestFirst(withChanges(given, { before, now: knownMessages(session, chatId) }));
}

const knownMessages = ({ queries }: ChatSession, chatId: string): readonly Message[] =>
  queries.getQueryData<readonly Message[]>(messagesKey(chatId)) ?? [];

/** A chat's messages as they are shown: those in its store and those only this page has, oldest first. */
export const shownMessages = (session: ChatSession, chatId = ''): readonly Message[] =>
  mergeMessages(knownMessages(session, chatId), session.page.getState().unsaved[chatId] ?? []);

/** Merges two lists, oldest first; for equal ids the second list wins. Returns the first list itself if there is nothing to add. */
export function mergeMessages(messages: readonly Message[], others: readonly Message[]): readonly Message[] {
  if (others.length === 0) return messages;
  const byId = new Map([...messages, ...others].map((message) => [message.id, message]));
  return oldestFirst(byId.values());
}

/** Changes the messages of a chat that only this page has. */
export const editUnsaved = (
  { page }: ChatSession,
  chatId: string,
  edit: (messages: readonly Message[]) => readonly Message[],
): void =>
  page.setState(({ unsaved }) => ({ unsaved: { ...unsaved, [chatId]: edit(unsaved[chatId] ?? []) } }));

export const without = (messages: readonly Message[], { id }: Message): readonly Message[] =>
  messages.filter((message) => message.id !== id);
