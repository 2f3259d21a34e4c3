import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import { beginExchange } from './exchange.ts';
import { leaveChat } from './load-chats.ts';
import { pursue, startSearch } from './pursue.ts';
import { showSending } from './show-sending.ts';
import { storeMessages } from './store-messages.ts';

export interface SendOptions {
  content: string;
  deepResearch: boolean;
  /** Send into a chat of its own. */
  newChat?: boolean | undefined;
  /** Nobody has typed this: it is not given back when the service declines it. */
  isRetry?: boolean | undefined;
}

/**
 * The sending flow of specification §4. The message shows at once; when the search has ended, what was stored takes its place.
 * Does nothing with blank text or while another send is under way. Resolves when all is settled, and never rejects.
 */
export async function sendMessage(
  desk: Desk,
  { content, deepResearch, newChat, isRetry = false }: SendOptions,
): Promise<void> {
  const text = content.trim();
  if (text === '' || desk.state.get().sending !== undefined) return;
  if (newChat === true) leaveChat(desk);
  const exchange = beginExchange(desk, { text, deepResearch, isRetry });
  const { chat, message } = exchange;
  desk.currentChat.set(chat.id);
  desk.remembered.add({
    userId: desk.store.userId,
    chatId: chat.id,
    messageId: message.id,
    content: text,
    deepResearch,
    sentAt: desk.now(),
  });
  showSending(desk, exchange, { isProbe: false });
  set(desk, { currentChatId: chat.id, error: undefined, returned: undefined });
  await pursue(desk, exchange, async () => {
    if (!desk.store.searchStores) await storeMessages(desk, chat, [message]);
    return startSearch(desk, exchange);
  });
}
