import type { Message } from '#shared/message.ts';

export interface OpenSearchSavingOptions {
  userId: string;
  chatId: string;
  /** Title of the chat in case this search is its first. */
  title: string;
  userMessage: Message;
  /** Id the assistant message will have. */
  replyId: string;
}

export type Saved =
  /** `repeated` when the message had been stored before; `message` is what is stored. */
  | { status: 'saved'; message: Message; repeated: boolean }
  /** The person deleted the chat, or this message: nothing was brought back. */
  | { status: 'deleted' }
  /** The id stands for another message. */
  | { status: 'conflict' };

/**
 * The saving of one search. Every method is safe to repeat after it failed, throws StoreError when storing fails, and is
 * to be awaited before the next is called.
 */
export interface SearchSaving {
  /** Before the search: stores the user's message, and makes the chat when it does not exist. */
  saveUserMessage(options?: { signal?: AbortSignal }): Promise<Saved>;
  /** At the end: stores the answer and refreshes the chat. Stores the user's message first if that failed before. */
  saveAssistantMessage(options: { message: Message; signal?: AbortSignal }): Promise<Saved>;
  /** Instead, when there will be no answer: refreshes the chat for the user's message alone. */
  saveNoAnswer(options?: { signal?: AbortSignal }): Promise<void>;
}

/** How a signed-in person's search stores its messages. */
export interface SearchSavings {
  /** Writes nothing yet. */
  open(options: OpenSearchSavingOptions): SearchSaving;
}
