import type { ApiError } from '#web/lib/api-error.ts';
import type { Conversation } from './conversation.ts';
import type { Desk } from './desk.ts';
import type { Exchange } from './exchange.ts';

/**
 * The service has declined to search: over a limit, without a session, or because the message is not as it should be. It is as if
 * the message had not been sent: it goes back into the input, and the service's own sentence says why.
 */
export async function settleRefusal(desk: Desk, exchange: Exchange, refusal: ApiError): Promise<void> {
  const { chat, message, isNewChat, isRetry } = exchange;
  const { store } = desk;
  if (isNewChat && desk.currentChat.get() === chat.id) desk.currentChat.set(undefined);
  desk.state.update((state) => ({
    ...without(state, exchange),
    error: { code: 'send-message-error', message: refusal.message },
    returned: isRetry ? undefined : { chatId: isNewChat ? undefined : chat.id, text: message.content },
  }));
  if (store.searchStores) return;
  await (isNewChat ? store.deleteChat(chat.id) : store.removeMessage(chat.id, message.id));
}

function without(state: Conversation, { chat, message, isNewChat }: Exchange): Conversation {
  const waiting = (state.unstored.get(chat.id) ?? []).filter(({ id }) => id !== message.id);
  const kept: Conversation = {
    ...state,
    messages: state.messages.filter(({ id }) => id !== message.id),
    unstored: new Map(state.unstored).set(chat.id, waiting),
  };
  if (!isNewChat) return kept;
  return {
    ...kept,
    chats: state.chats.filter(({ id }) => id !== chat.id),
    uncreated: new Set([...state.uncreated].filter((id) => id !== chat.id)),
    currentChatId: state.currentChatId === chat.id ? undefined : state.currentChatId,
  };
}
