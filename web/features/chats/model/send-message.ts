import type { SearchResult } from '#web/features/search/index.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import type { Exchange } from './exchange.ts';
import { beginExchange } from './exchange.ts';
import { leaveChat } from './load-chats.ts';
import { settleExchange, settleFailure } from './settle-exchange.ts';
import { storeMessages } from './store-messages.ts';

export interface SendOptions {
  content: string;
  deepResearch: boolean;
  /** Send into a chat of its own. */
  newChat?: boolean | undefined;
}

/**
 * The sending flow of specification §4. The message shows at once; when the search has ended, what was stored takes its place.
 * Does nothing with blank text or while another send is under way. Resolves when all is settled, and never rejects.
 */
export async function sendMessage(
  desk: Desk,
  { content, deepResearch, newChat }: SendOptions,
): Promise<void> {
  const text = content.trim();
  if (text === '' || desk.state.get().sending !== undefined) return;
  if (newChat === true) leaveChat(desk);
  const exchange = beginExchange(desk, { text, deepResearch });
  showSending(desk, exchange);
  try {
    if (!desk.store.searchStores) await storeMessages(desk, exchange.chat, [exchange.message]);
    await settleExchange(desk, exchange, await search(desk, exchange));
  } catch {
    await settleFailure(desk, exchange, { state: undefined, refusal: undefined });
  } finally {
    set(desk, { sending: undefined });
  }
}

function showSending(desk: Desk, { chat, message, deepResearch }: Exchange): void {
  desk.currentChat.set(chat.id);
  desk.state.update((state) => {
    const others = state.chats.filter(({ id }) => id !== chat.id);
    const isNew = others.length === state.chats.length;
    return {
      ...state,
      chats: isNew ? [chat, ...others] : state.chats,
      currentChatId: chat.id,
      uncreated: isNew ? new Set([...state.uncreated, chat.id]) : state.uncreated,
      unstored: new Map(state.unstored).set(chat.id, [...(state.unstored.get(chat.id) ?? []), message]),
      sentDeep: deepResearch ? new Set([...state.sentDeep, message.id]) : state.sentDeep,
      sending: { chatId: chat.id, isSearching: false, stopRequested: false },
      unanswered: undefined,
      error: undefined,
    };
  });
}

function search(desk: Desk, { chat, message, deepResearch }: Exchange): Promise<SearchResult> {
  const request = { chatId: chat.id, messageId: message.id, content: message.content, deepResearch };
  const result = desk.search.start(request);
  const { sending } = desk.state.get();
  if (sending?.stopRequested === true) desk.search.stop();
  set(desk, { sending: sending && { ...sending, isSearching: true } });
  return result;
}
