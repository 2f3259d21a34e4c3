import type { Chat } from '#shared/chat.ts';
import { titleFromPrompt } from '#shared/chat.ts';
import type { DisplayData } from '#shared/display.ts';
import { APOLOGY } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import { shownMessages } from './conversation.ts';
import type { Desk } from './desk.ts';

/** A message on its way to its answer. */
export interface Exchange {
  /** The chat as it was when the message was sent. */
  chat: Chat;
  /** As it shows until it is stored; it already has the id under which it will be. */
  message: Message;
  deepResearch: boolean;
}

/** The message as it shows at once, in the current chat or in a new one titled from it. */
export function beginExchange(
  desk: Desk,
  { text, deepResearch }: { text: string; deepResearch: boolean },
): Exchange {
  const state = desk.state.get();
  const chat = state.chats.find(({ id }) => id === state.currentChatId) ?? newChat(desk, text);
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
  return { chat, message, deepResearch };
}

interface ApologyOptions {
  question: Message;
  deepResearch: boolean;
  /** Whom the search had found before it failed: once people have been found they are shown. */
  found: DisplayData | undefined;
}

/** The assistant message that stands for the failure of the whole send. */
export function apologyFor(desk: Desk, { question, deepResearch, found }: ApologyOptions): Message {
  const now = desk.now();
  return {
    id: desk.newId('msg', now),
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
  const at = toTimestamp(now);
  return {
    id: desk.newId('chat', now),
    title: titleFromPrompt(text),
    userId: desk.store.userId,
    createdAt: at,
    updatedAt: at,
    lastMessageAt: at,
    messageCount: 0,
    isArchived: false,
  };
}
