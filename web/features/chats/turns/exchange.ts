import { beginChat, type Chat, titleFromPrompt } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { shownMessages } from '../messages.ts';
import type { ChatSession, SentPlan } from '../session.ts';

/** A question on its way to its answer. */
export interface Exchange {
  /** The chat as it was when the question was sent. */
  chat: Chat;
  /** The question as it shows until it is stored; it already has the id under which it will be. */
  message: Message;
  deepResearch: boolean;
  plan: SentPlan;
  /** The chat was begun with this question. */
  isNewChat: boolean;
  /** The question has been read from the chat's store. */
  isStored: boolean;
  /** Its words were written for it: they are given back when the service declines it. */
  isTyped: boolean;
}

interface BeginExchangeOptions extends Pick<Exchange, 'deepResearch' | 'plan' | 'isTyped'> {
  text: string;
  /** The chat it is sent into; a new one if left out. */
  chat: Chat | undefined;
}

/** A question as it shows at once, in a chat the page has or in a new one titled from it. */
export function beginExchange(session: ChatSession, options: BeginExchangeOptions): Exchange {
  const { userId, newId } = session;
  const { text, chat: known, deepResearch, plan, isTyped } = options;
  const now = session.now();
  const title = titleFromPrompt(text);
  const chat = known ?? beginChat(toTimestamp(now), { id: newId('chat', now), userId, title });
  const last = Date.parse(shownMessages(session, known?.id).at(-1)?.timestamp ?? '') || 0;
  const message: Message = {
    id: newId('msg', now),
    content: text,
    role: 'user',
    // After what it follows, even when this machine's clock is behind the server's.
    timestamp: toTimestamp(Math.max(now, last + 1)),
    chatId: chat.id,
    userId,
    ...markOf(plan),
  };
  return { chat, message, deepResearch, plan, isNewChat: known === undefined, isStored: false, isTyped };
}

/** What a message keeps of its request's plan, as the service stores it. */
export function markOf({ refines, task }: SentPlan): Pick<Message, 'metadata'> {
  if (refines === undefined && task === undefined) return {};
  return { metadata: { ...(refines !== undefined && { refines }), ...(task && { task: task.kind }) } };
}

/** Stores messages in their chat, and the chat before them when its store does not know it yet. @throws ChatStoreError */
export async function saveMessages(
  session: ChatSession,
  chat: Chat,
  messages: readonly Message[],
): Promise<void> {
  const store = await session.openStore();
  if (session.page.getState().uncreated.has(chat.id)) {
    await store.createChat(chat);
    markCreated(session, chat.id);
  }
  await store.putMessages(chat.id, messages);
}

/** Notes that the chat's store now knows it. */
export const markCreated = ({ page }: ChatSession, chatId: string): void =>
  page.setState(({ uncreated }) => ({ uncreated: new Set([...uncreated].filter((id) => id !== chatId)) }));
