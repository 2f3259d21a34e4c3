import type { Chat } from '#shared/chat.ts';

export interface ChatAddress {
  userId: string;
  chatId: string;
  signal?: AbortSignal;
}

export interface ListChatsOptions {
  userId: string;
  /** Where the page before ended, as it said. */
  cursor?: string;
  signal?: AbortSignal;
}

export interface ChatPage {
  chats: Chat[];
  /** Present when there may be more. */
  cursor?: string;
}

export interface CreateChatOptions extends ChatAddress {
  /** The specified default when absent or blank; trimmed. */
  title?: string;
  /** When it was begun, which may be before it is stored; never later than the store's clock, which is also the default. */
  createdAt?: string;
}

export type CreatedChat =
  | { status: 'created' | 'exists'; chat: Chat }
  /** The person deleted a chat of this id: ids are not used twice. */
  | { status: 'deleted' };

export interface UpdateChatOptions extends ChatAddress {
  /** Trimmed; must not be blank. */
  title?: string;
  isArchived?: boolean;
}

/** A person's chats. Every method throws StoreError when storing fails. */
export interface ChatStore {
  /**
   * Chats that are not archived, newest activity first, at most 50.
   * @throws InvalidCursorError
   */
  list(options: ListChatsOptions): Promise<ChatPage>;
  read(options: ChatAddress): Promise<Chat | undefined>;
  /** Safe to repeat: a chat that exists is given back as it is. */
  create(options: CreateChatOptions): Promise<CreatedChat>;
  /** @throws RangeError for a blank title. */
  update(options: UpdateChatOptions): Promise<Chat | undefined>;
  /** Deletes the chat with all its messages; false when there was none. */
  delete(options: ChatAddress): Promise<boolean>;
}
