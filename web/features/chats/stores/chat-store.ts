import type { Chat } from '#shared/chat.ts';
import type { ChatsAnswer, UpdateChatRequest } from '#shared/chat-contract.ts';
import type { HistoryAnswer } from '#shared/history.ts';
import type { Message, Rating } from '#shared/message.ts';

/**
 * 'changed': chats or messages may have changed other than through this store's own calls. 'removed': they have, because a person was
 * removed from them. 'due': it is time to poll for changes. 'notice': a sentence for the user. 'stored': what an earlier notice was
 * about has been stored after all.
 */
export type StoreNews =
  | { type: 'changed' }
  | { type: 'removed' }
  | { type: 'due' }
  | { type: 'stored' }
  | { type: 'notice'; text: string };

/**
 * Stores one user's chats: in the browser for anonymous users, on the server for signed-in ones.
 * Calls reject with a {@link ChatStoreError} whose message is from the error catalogue.
 */
export interface ChatStore {
  /** The chats that are not archived: the first page, or the page at a cursor. */
  listChats(cursor?: string): Promise<ChatsAnswer>;
  /** The archived chats, likewise. */
  listArchivedChats(cursor?: string): Promise<ChatsAnswer>;
  /** One chat, archived or not; undefined if there is none with that id. */
  findChat(chatId: string): Promise<Chat | undefined>;
  /** All chats, including archived ones, with digests of their messages: the first page, or the page at a cursor. */
  listHistory(cursor?: string): Promise<HistoryAnswer>;
  createChat(chat: Chat): Promise<void>;
  /** Resolves to the updated chat, including `updatedAt`. */
  updateChat(chatId: string, change: UpdateChatRequest): Promise<Chat>;
  /** Deletes its messages too. Does nothing if the chat is gone. */
  deleteChat(chatId: string): Promise<void>;
  /** Oldest first. */
  listMessages(chatId: string): Promise<Message[]>;
  /** Adds messages, replacing those with the same id. Does nothing if the chat has been deleted meanwhile. */
  putMessages(chatId: string, messages: readonly Message[]): Promise<void>;
  /** Removes a message whose search was refused. */
  removeMessage(chatId: string, messageId: string): Promise<void>;
  /** Sets a rating, or removes it if undefined. */
  rateMessage(chatId: string, messageId: string, rating: Rating | undefined): Promise<void>;
  subscribe(listener: (news: StoreNews) => void): () => void;
  /** A notice that is not true, or no longer, and to be taken off the page. */
  outdatedNotice?(): string | undefined;
}

/** A store call that failed; `message` is one of the catalogue's store failures. */
export class ChatStoreError extends Error {
  override readonly name = 'ChatStoreError';
}

/** Runs `call`, and reports a failure with the catalogue's message. @throws ChatStoreError */
export async function withFailureMessage<Value>(failure: string, call: () => Promise<Value>): Promise<Value> {
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

/** A store's response, overlaid with the page's own changes made while the request was under way, which are newer. */
export function withChanges<One extends { id: string }>(
  given: readonly One[],
  { before, now }: { before: readonly One[]; now: readonly One[] },
): readonly One[] {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const keptIds = new Set(now.map(({ id }) => id));
  const changed = now.filter((one) => {
    const known = earlier.get(one.id);
    return known !== one && JSON.stringify(known) !== JSON.stringify(one);
  });
  const byId = new Map([...given, ...changed].map((one) => [one.id, one]));
  for (const { id } of before) if (!keptIds.has(id)) byId.delete(id);
  return [...byId.values()];
}

/** Compares by code unit, for `sort`: right for timestamps and ids, unlike a locale's collation. */
export const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);
