import type { Chat } from '#shared/chat.ts';
import type { HistoryAnswer } from '#shared/history.ts';
import type { Message, Rating } from '#shared/message.ts';

/** What a person may change of a chat. */
export type ChatChange = Partial<Pick<Chat, 'title' | 'isArchived'>>;

/**
 * 'changed': chats or messages changed otherwise than through this store's own calls. 'removed': so they did, since somebody was taken out
 * of them. 'due': it is time to look whether they have. 'notice': a sentence for the person.
 */
export type StoreNews =
  | { type: 'changed' }
  | { type: 'removed' }
  | { type: 'due' }
  | { type: 'notice'; text: string };

/** Some of the chats, newest activity first, and where the next ones are when there are more. */
export interface ChatPage {
  chats: Chat[];
  cursor?: string | undefined;
}

/**
 * Where one person's chats live: the browser for anonymous people, the server for signed-in ones.
 * Calls reject with a {@link ChatStoreError} that carries the text of the error catalogue.
 */
export interface ChatStore {
  /** Those not archived: the first page, or the one that a page's cursor leads to. */
  listChats(cursor?: string): Promise<ChatPage>;
  /** Those archived, likewise. */
  listArchivedChats(cursor?: string): Promise<ChatPage>;
  /** One chat, archived or not; undefined when there is none of that id. */
  findChat(chatId: string): Promise<Chat | undefined>;
  /** All chats, archived ones too, with the words of their messages: the first page, or the one that a page's cursor leads to. */
  listHistory(cursor?: string): Promise<HistoryAnswer>;
  createChat(chat: Chat): Promise<void>;
  /** The chat as it now is, `updatedAt` included. */
  updateChat(chatId: string, change: ChatChange): Promise<Chat>;
  /** With its messages. Does nothing when the chat is gone. */
  deleteChat(chatId: string): Promise<void>;
  /** Oldest first. */
  listMessages(chatId: string): Promise<Message[]>;
  /** Adds messages or replaces those of the same id. Does nothing when the chat is gone: it was deleted meanwhile. */
  putMessages(chatId: string, messages: readonly Message[]): Promise<void>;
  /** Takes back a message that was not to be. */
  removeMessage(chatId: string, messageId: string): Promise<void>;
  /** Sets a rating, or takes it back when it is undefined. */
  rateMessage(chatId: string, messageId: string, rating: Rating | undefined): Promise<void>;
  subscribe(listener: (news: StoreNews) => void): () => void;
}

/** A store call that failed; `message` is one of the catalogue's store failures. */
export class ChatStoreError extends Error {
  override readonly name = 'ChatStoreError';
}

/** What `call` gives; its failure under the catalogue's name. @throws ChatStoreError */
export async function naming<Value>(failure: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (cause) {
    throw new ChatStoreError(failure, { cause });
  }
}

/** The chat list as shown: not archived, newest activity first. */
export const listedChats = (chats: Iterable<Chat>): Chat[] =>
  Array.from(chats)
    .filter((chat) => !chat.isArchived)
    .sort((a, b) => compareText(b.lastMessageAt, a.lastMessageAt) || compareText(b.id, a.id));

export const oldestFirst = (messages: Iterable<Message>): Message[] =>
  Array.from(messages).sort((a, b) => compareText(a.timestamp, b.timestamp));

/** What a store has given, with what the page has changed between asking and hearing: that is newer. */
export function withChanges<One extends { id: string }>(
  given: readonly One[],
  { before, now }: { before: readonly One[]; now: readonly One[] },
): readonly One[] {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const isKept = new Set(now.map(({ id }) => id));
  const changed = now.filter((one) => {
    const known = earlier.get(one.id);
    return known !== one && JSON.stringify(known) !== JSON.stringify(one);
  });
  const byId = new Map([...given, ...changed].map((one) => [one.id, one]));
  for (const { id } of before) if (!isKept.has(id)) byId.delete(id);
  return [...byId.values()];
}

/** Negative, 0 or positive as `a` sorts before, with or after `b` by code unit: right for timestamps and ids, unlike a locale's order. */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);
