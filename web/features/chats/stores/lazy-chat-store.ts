import type { Chat } from '#shared/chat.ts';
import type { Message, Rating } from '#shared/message.ts';
import type { ChatChange, ChatPage, ChatStore, StoreNews } from './chat-store.ts';

/** A server-side store whose code is fetched with the first call. */
export class LazyChatStore implements ChatStore {
  readonly userId: string;
  readonly searchStores = true;
  readonly #load: () => Promise<ChatStore>;
  #loaded: Promise<ChatStore> | undefined;

  constructor({ userId, load }: { userId: string; load: () => Promise<ChatStore> }) {
    this.userId = userId;
    this.#load = load;
  }

  listChats = async (cursor?: string): Promise<ChatPage> => (await this.#store()).listChats(cursor);
  findChat = async (chatId: string): Promise<Chat | undefined> => (await this.#store()).findChat(chatId);
  createChat = async (chat: Chat): Promise<void> => (await this.#store()).createChat(chat);
  updateChat = async (chatId: string, change: ChatChange): Promise<Chat> =>
    (await this.#store()).updateChat(chatId, change);
  deleteChat = async (chatId: string): Promise<void> => (await this.#store()).deleteChat(chatId);
  listMessages = async (chatId: string): Promise<Message[]> => (await this.#store()).listMessages(chatId);
  putMessages = async (chatId: string, messages: readonly Message[]): Promise<void> =>
    (await this.#store()).putMessages(chatId, messages);
  removeMessage = async (chatId: string, messageId: string): Promise<void> =>
    (await this.#store()).removeMessage(chatId, messageId);
  rateMessage = async (chatId: string, messageId: string, rating: Rating | undefined): Promise<void> =>
    (await this.#store()).rateMessage(chatId, messageId, rating);

  subscribe(listener: (news: StoreNews) => void): () => void {
    let unsubscribe: (() => void) | undefined;
    let isWanted = true;
    const listen = async () => {
      const store = await this.#store();
      if (isWanted) unsubscribe = store.subscribe(listener);
    };
    // A chunk that did not arrive is reported by the call that needed it.
    listen().catch(() => undefined);
    return () => {
      isWanted = false;
      unsubscribe?.();
    };
  }

  /** A failed fetch is tried again with the next call. */
  #store(): Promise<ChatStore> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }
}
