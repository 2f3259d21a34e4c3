import { beginChat, type Chat, titleFromPrompt } from '#shared/chat.ts';
import { APOLOGY } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import { toTimestamp } from '#shared/time.ts';
import { findKnown } from './chats.ts';
import { shownMessages } from './messages.ts';
import type { RememberedSearch } from './remembered.ts';
import type { ChatSession } from './session.ts';

/** A question on its way to its answer. */
export interface Exchange {
  /** The chat as it was when the question was sent. */
  chat: Chat;
  /** The question as it shows until it is stored; it already has the id under which it will be. */
  message: Message;
  deepResearch: boolean;
  /** The chat was begun with this question. */
  isNewChat: boolean;
  /** The question has been read from the chat's store. */
  isStored: boolean;
  /** Nobody has just typed the question. */
  isRetry: boolean;
}

/** A question as it shows at once, in the current chat or in a new one titled from it. */
export function beginExchange(
  session: ChatSession,
  { text, deepResearch, isRetry }: { text: string; deepResearch: boolean; isRetry: boolean },
): Exchange {
  const { userId, newId } = session;
  const { currentChatId } = session.page.getState();
  const now = session.now();
  const known = findKnown(session, currentChatId);
  const title = titleFromPrompt(text);
  const chat = known ?? beginChat(toTimestamp(now), { id: newId('chat', now), userId, title });
  const last = Date.parse(shownMessages(session, currentChatId).at(-1)?.timestamp ?? '') || 0;
  const message: Message = {
    id: newId('msg', now),
    content: text,
    role: 'user',
    // After what it follows, even when this machine's clock is behind the server's.
    timestamp: toTimestamp(Math.max(now, last + 1)),
    chatId: chat.id,
    userId,
  };
  return { chat, message, deepResearch, isNewChat: known === undefined, isStored: false, isRetry };
}

interface EarlierExchangeOptions extends Pick<Exchange, 'chat' | 'message'> {
  messages: readonly Message[];
  remembered: RememberedSearch | undefined;
}

/** The exchange that a question began on an earlier page. */
export function earlierExchange({ chat, message, messages, remembered }: EarlierExchangeOptions): Exchange {
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

/** A remembered search's question: as its chat has it, or as it was sent. */
export const questionOf = (sent: RememberedSearch, messages: readonly Message[]): Message =>
  messages.find(({ id }) => id === sent.messageId) ?? {
    id: sent.messageId,
    content: sent.content,
    role: 'user',
    timestamp: toTimestamp(sent.sentAt),
    chatId: sent.chatId,
    userId: sent.userId,
  };

interface ApologyOptions {
  question: Message;
  deepResearch: boolean;
  /** The people the search had found before it failed: once found they are shown. */
  found: DisplayData | undefined;
}

/** The assistant message that stands for the failure of the whole send. Its id is the question's, so that two tabs store one. */
export function apologyFor(session: ChatSession, { question, deepResearch, found }: ApologyOptions): Message {
  const now = session.now();
  return {
    id: `${question.id}_apology`,
    content: APOLOGY,
    role: 'assistant',
    timestamp: toTimestamp(Math.max(now, Date.parse(question.timestamp) + 1)),
    chatId: question.chatId,
    userId: session.userId,
    metadata: {
      outcome: 'failed',
      useDeepResearch: deepResearch,
      ...(found === undefined ? {} : { profileDisplayData: found }),
    },
  };
}
