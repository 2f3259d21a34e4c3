import { beginChat, type Chat, questionMetadata, titleFromPrompt } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { joinTexts, returnToInput, takeDraft } from '../drafts.ts';
import { shownMessages } from '../messages.ts';
import type { ChatRequest, ChatSession, SentPlan } from '../session.ts';

/** A question that is being answered. */
export interface Exchange {
  /** The chat as it was when the question was sent. */
  chat: Chat;
  /** The question as it is shown until it is stored; its id is already final. */
  message: Message;
  deepResearch: boolean;
  plan: SentPlan;
  /** The chat was begun with this question. */
  isNewChat: boolean;
  /** The question has been read from the chat's store. */
  isStored: boolean;
  /** The user has typed its text, which goes back into the input if the service refuses it. */
  isTyped: boolean;
}

interface BeginExchangeOptions
  extends Pick<ChatRequest, 'content' | 'deepResearch'>,
    Pick<Exchange, 'plan' | 'isTyped'> {
  /** The chat it is sent into; a new one if left out. */
  chat: Chat | undefined;
}

/** Creates a question that can be shown at once, in a loaded chat or in a new one titled after it. */
export function beginExchange(session: ChatSession, options: BeginExchangeOptions): Exchange {
  const { userId, newId } = session;
  const { content, chat: known, deepResearch, plan, isTyped } = options;
  const now = session.now();
  const title = titleFromPrompt(content);
  const chat = known ?? beginChat(toTimestamp(now), { id: newId('chat', now), userId, title });
  const last = Date.parse(shownMessages(session, known?.id).at(-1)?.timestamp ?? '') || 0;
  const message: Message = {
    id: newId('msg', now),
    content,
    role: 'user',
    // After the last message, even if this machine's clock is behind the server's.
    timestamp: toTimestamp(Math.max(now, last + 1)),
    chatId: chat.id,
    userId,
    ...questionMetadata(plan),
  };
  return { chat, message, deepResearch, plan, isNewChat: known === undefined, isStored: false, isTyped };
}

/**
 * Puts the text of an undone send back into the input. What has been typed in a chat that is gone with it follows. Does nothing if the user
 * has left: the input is the next one's.
 */
export function returnText({ isOpen, page }: ChatSession, exchange: Exchange): void {
  if (!isOpen()) return;
  const { chat, message, isNewChat, isTyped } = exchange;
  const text = joinTexts(isTyped ? message.content : '', isNewChat ? takeDraft(chat.id) : '');
  if (text !== '') returnToInput(page, isNewChat ? undefined : chat.id, text);
}

/** Stores messages in their chat, which is created first if it is not in its store yet. @throws ChatStoreError */
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

/** Whether the chat is in its store; assumed to be if the store cannot be read. */
export async function isChatStored({ openStore }: ChatSession, chatId: string): Promise<boolean> {
  try {
    return (await (await openStore()).findChat(chatId)) !== undefined;
  } catch {
    return true;
  }
}

/** Records that the chat is now in its store. */
export const markCreated = ({ page }: ChatSession, chatId: string): void =>
  page.setState(({ uncreated }) => ({ uncreated: new Set([...uncreated].filter((id) => id !== chatId)) }));

/** Stops the send under way in a chat, even if its search has not begun or another page follows it. No page will send it again. */
export function stopSending({ page, remembered, searches }: ChatSession, chatId = ''): void {
  const { sends, elsewhere } = page.getState();
  const send = sends[chatId];
  const other = elsewhere[chatId];
  if (send === undefined && other !== undefined) searches.stopElsewhere(other);
  if (send === undefined) return;
  remembered.forget(send.messageId);
  page.setState({ sends: { ...sends, [chatId]: { ...send, stopRequested: true } } });
  searches.stop(chatId);
}
