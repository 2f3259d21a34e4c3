import type { Desk } from './desk.ts';
import type { Exchange } from './exchange.ts';

/** Shows a message on its way to its answer: in its chat, which comes into the list when it is not there yet. */
export function showSending(desk: Desk, exchange: Exchange, { isProbe }: { isProbe: boolean }): void {
  const { chat, message, deepResearch, isStored } = exchange;
  desk.state.update((state) => {
    const isNew = !state.chats.some(({ id }) => id === chat.id);
    const waiting = (state.unstored.get(chat.id) ?? []).filter(({ id }) => id !== message.id);
    return {
      ...state,
      chats: isNew ? [chat, ...state.chats] : state.chats,
      uncreated: isNew ? new Set([...state.uncreated, chat.id]) : state.uncreated,
      unstored: isStored ? state.unstored : new Map(state.unstored).set(chat.id, [...waiting, message]),
      sentDeep: deepResearch ? new Set([...state.sentDeep, message.id]) : state.sentDeep,
      sending: {
        chatId: chat.id,
        messageId: message.id,
        isSearching: false,
        stopRequested: false,
        isProbe,
      },
      unanswered: undefined,
    };
  });
}
