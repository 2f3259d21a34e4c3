import type { Message, MessageMetadata, Rating } from '#shared/message.ts';
import type { ChatAddress } from './chats.ts';

export interface MessageAddress extends ChatAddress {
  messageId: string;
}

export interface ListMessagesOptions extends ChatAddress {
  /** Where the page before ended, as it said. */
  cursor?: string;
}

export interface MessagePage {
  messages: Message[];
  /** Present when there may be more. */
  cursor?: string;
}

export interface AddMessageOptions extends MessageAddress {
  role: Message['role'];
  content: string;
  metadata?: MessageMetadata;
  /** When it was said, which may be before it is stored; never later than the store's clock, which is also the default. */
  timestamp?: string;
}

export type AddedMessage =
  | { status: 'added' | 'exists'; message: Message }
  | { status: 'no-chat' }
  /** The id stands for another message, or for one that was deleted. */
  | { status: 'conflict' };

export interface UpdateMessageOptions extends MessageAddress {
  content?: string;
  /** null takes the rating back. */
  rating?: Rating | null;
}

/** The messages of a person's chat. Every method throws StoreError when storing fails. */
export interface MessageStore {
  /**
   * Oldest first; undefined when there is no such chat.
   * @throws InvalidCursorError
   */
  list(options: ListMessagesOptions): Promise<MessagePage | undefined>;
  /** Safe to repeat: a message that exists is given back as it is, whatever time the repeat carries. */
  add(options: AddMessageOptions): Promise<AddedMessage>;
  update(options: UpdateMessageOptions): Promise<Message | undefined>;
  /** False when there was none. */
  delete(options: MessageAddress): Promise<boolean>;
}
