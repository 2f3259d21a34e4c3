import type { Chat } from '#shared/chat.ts';
import { titleFromPrompt } from '#shared/chat.ts';
import type { DisplayData } from '#shared/display.ts';
import { APOLOGY } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { RememberedSearch } from '../stores/remembered-searches.ts';
import { shownMessages } from './conversation.ts';
import type { Desk } from './desk.ts';

/** A message on its way to its answer. */
export interface Exchange {
  /** The chat as it was when the message was sent. */
  chat: Chat;
  /** As it shows until it is stored; it already has the id under which it will be. */
  message: Message;
  deepResearch: boolean;
  /** The chat was begun with this message. */
  isNewChat: boolean;
  /** The message has been read from the chat's store. */
  isStored: boolean;
  /** Nobody has just typed the message. */
  isRetry: boolean;
}

/** The message as it shows at once, in the current chat or in a new one titled from it. */
export function beginExchange(
  desk: Desk,
  { text, deepResearch, isRetry }: { text: string; deepResearch: boolean; isRetry: boolean },
): Exchange {
  const state = desk.state.get();
  const known = state.chats.find(({ id }) => id === state.currentChatId);
  const chat = known ?? newChat(desk, text);
  const now = desk.now();
  const last = Date.parse(shownMessages(state).at(-1)?.timestamp ?? '') || 0;
  const message: Message = {
    id: desk.newId('msg', now),
    content: text,
    role: 'user',
    // After what it follows, even when this machine's clock is behind the server's.
    timestamp: toTimestamp(Math.max(now, last + 1)),
    chatId: chat.id,
    userId: desk.store.userId,
  };
  return { chat, message, deepResearch, isNewChat: known === undefined, isStored: false, isRetry };
}

/** A remembered search's message: as its chat has it, or as it was sent. */
export const messageOf = (sent: RememberedSearch, messages: readonly Message[]): Message =>
  messages.find(({ id }) => id === sent.messageId) ?? {
    id: sent.messageId,
    content: sent.content,
    role: 'user',
    timestamp: toTimestamp(sent.sentAt),
    chatId: sent.chatId,
    userId: sent.userId,
  };

interface ExchangeOptions {
  chat: Chat;
  message: Message;
  /** Those of the chat. */
  messages: readonly Message[];
  remembered: RememberedSearch | undefined;
}

/** The exchange that a message began on an earlier page. */
export function exchangeOf({ chat, message, messages, remembered }: ExchangeOptions): Exchange {
  const others = messages.filter(({ id }) => id !== message.id);
  return {
    chat: { ...chat, messageCount: others.length },
    message,
    deepResearch: remembered?.deepResearch ?? false,
    isNewChat: others.length === 0,
    isStored: others.length < messages.length,
    isRetry: false,
  };
}

interface ApologyOptions {
  question: Message;
  deepResearch: boolean;
  /** Whom the search had found before it failed: once people have been found they are shown. */
  found: DisplayData | undefined;
}

/** The assistant message that stands for the failure of the whole send. Its id is the question's, so that two tabs store one. */
export function apologyFor(desk: Desk, { question, deepResearch, found }: ApologyOptions): Message {
  const now = desk.now();
  return {
    id: `${question.id}_apology`,
    content: APOLOGY,
    role: 'assistant',
    timestamp: toTimestamp(Math.max(now, Date.parse(question.timestamp) + 1)),
    chatId: question.chatId,
    userId: desk.store.userId,
    metadata: {
      outcome: 'failed',
      useDeepResearch: deepResearch,
      ...(found === undefined ? {} : { profileDisplayData: found }),
    },
  };
}

function newChat(desk: Desk, text: string): Chat {
  const now = desk.now();
  return chatFrom({ id: desk.newId('chat', now), text, userId: desk.store.userId, now });
}

/** A chat that begins with a text. `now` in milliseconds since 1970. */
export function chatFrom({ id, text, userId, now }: ChatFromOptions): Chat {
  const at = toTimestamp(now);
  return {
    id,
    title: titleFromPrompt(text),
    userId,
    createdAt: at,
    updatedAt: at,
    lastMessageAt: at,
    messageCount: 0,
    isArchived: false,
  };
}

interface ChatFromOptions {
  id: string;
  text: string;
  userId: string;
  now: number;
}
