import type { Chat } from '#shared/chat.ts';
import type { Message, Rating } from '#shared/message.ts';

/** What a person may change of a chat. */
export type ChatChange = Partial<Pick<Chat, 'title' | 'isArchived'>>;

/** 'changed': chats or messages changed otherwise than through this store's own calls. 'notice': a sentence for the person. */
export type StoreNews = { type: 'changed' } | { type: 'notice'; text: string };

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
  /** Whose chats these are. */
  readonly userId: string;
  /** True when a search itself stores its messages, and its chat before them when there is none yet, so that nobody else needs to. */
  readonly searchStores: boolean;
  /** Those not archived: the first page, or the one that a page's cursor leads to. */
  listChats(cursor?: string): Promise<ChatPage>;
  /** One chat, archived or not; undefined when there is none of that id. */
  findChat(chatId: string): Promise<Chat | undefined>;
  createChat(chat: Chat): Promise<void>;
  /** The chat as it now is, `updatedAt` included. */
  updateChat(chatId: string, change: ChatChange): Promise<Chat>;
  /** With its messages. */
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
