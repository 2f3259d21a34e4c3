import type { Chat } from '#shared/chat.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import type { SearchResult, SearchState } from '#web/features/search/index.ts';
import type { Conversation } from './conversation.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import type { Exchange } from './exchange.ts';
import { apologyFor } from './exchange.ts';
import { mergeMessages } from './merge-messages.ts';
import { listedChats } from './sort-chats.ts';
import { markCreated, storeMessages } from './store-messages.ts';

/** Brings the end of a search into the conversation: what was stored, or what failed. */
export async function settleExchange(desk: Desk, exchange: Exchange, result: SearchResult): Promise<void> {
  const { state } = result;
  const reachedServer = state.userMessage !== undefined;
  if (reachedServer && desk.store.searchStores) markCreated(desk, exchange.chat.id);
  const answer = state.assistantMessage;
  if (answer === undefined && state.outcome !== 'stopped') return settleFailure(desk, exchange, result);
  const question = state.userMessage ?? exchange.message;
  const messages = answer === undefined ? [question] : [question, answer];
  const unanswered = answer === undefined ? state : undefined;
  await takeIn(desk, exchange, { messages, isStored: reachedServer, unanswered });
  if (state.outcome === 'failed') showSendError(desk, exchange, undefined);
}

/**
 * The failure of the whole send: the person's message stays, with an apology under it. `refusal` carries the service's own words
 * when it declined; `state` is there when a search had begun.
 */
export async function settleFailure(
  desk: Desk,
  exchange: Exchange,
  { state, refusal }: { state: SearchState | undefined; refusal: SearchResult['refusal'] },
): Promise<void> {
  const question = state?.userMessage ?? exchange.message;
  const { deepResearch } = exchange;
  const messages = [question, apologyFor(desk, { question, deepResearch, found: state?.profiles })];
  const hadBegun = state !== undefined && state.lastEventId > 0;
  await takeIn(desk, exchange, { messages, isStored: false, unanswered: hadBegun ? state : undefined });
  showSendError(desk, exchange, refusal?.message);
}

interface Ending {
  messages: Message[];
  /** Whether the search has stored them, where searches do. */
  isStored: boolean;
  unanswered: SearchState | undefined;
}

/** What nobody has stored yet is stored now; where that takes a server, the page shows and keeps it meanwhile, or for good. */
async function takeIn(
  desk: Desk,
  exchange: Exchange,
  { messages, isStored, unanswered }: Ending,
): Promise<void> {
  const chatId = exchange.chat.id;
  const { searchStores } = desk.store;
  if (!searchStores) await storeMessages(desk, exchange.chat, messages);
  const isSafe = isStored || !searchStores;
  desk.state.update((state) => {
    const others = (state.unstored.get(chatId) ?? []).filter(({ id }) => id !== exchange.message.id);
    const isShown = isSafe && state.currentChatId === chatId;
    return {
      ...state,
      unanswered,
      unstored: new Map(state.unstored).set(chatId, isSafe ? others : [...others, ...messages]),
      messages: isShown ? mergeMessages(state.messages, messages) : state.messages,
      chats: touched(state, exchange, messages),
    };
  });
  // The page holds them already, so a second failure has nothing to add.
  if (!isSafe) storeMessages(desk, exchange.chat, messages).catch(() => undefined);
}

/** The chats with the exchange's activity and count brought up to date. */
function touched({ chats }: Conversation, { chat: before }: Exchange, messages: Message[]): readonly Chat[] {
  const at = messages.at(-1)?.timestamp;
  const chat = chats.find(({ id }) => id === before.id);
  if (chat === undefined || at === undefined) return chats;
  const messageCount = Math.max(chat.messageCount, before.messageCount + messages.length);
  const others = chats.filter(({ id }) => id !== chat.id);
  return listedChats([...others, { ...chat, messageCount, lastMessageAt: at, updatedAt: at }]);
}

/** The error belongs to the chat it happened in; whoever has gone elsewhere finds the apology there. */
function showSendError(desk: Desk, { chat }: Exchange, reason: string | undefined): void {
  if (desk.state.get().currentChatId !== chat.id) return;
  set(desk, { error: { code: 'send-message-error', message: reason ?? CHAT_ERRORS['send-message-error'] } });
}
