import type { Chat } from '#shared/chat.ts';
import { CHAT_ERRORS, NOT_SAVED } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import type { SearchResult, SearchState } from '#web/features/search/index.ts';
import type { Conversation } from './conversation.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import type { Exchange } from './exchange.ts';
import { apologyFor } from './exchange.ts';
import { mergeMessages } from './merge-messages.ts';
import { settleRefusal } from './settle-refusal.ts';
import { listedChats } from './sort-chats.ts';
import { markCreated, storeMessages } from './store-messages.ts';

/** Brings the end of a search into the conversation: what was stored, what was declined, or what failed. */
export async function settleExchange(desk: Desk, exchange: Exchange, result: SearchResult): Promise<void> {
  const { state, ending, refusal } = result;
  if (ending === 'refused' && refusal !== undefined) return settleRefusal(desk, exchange, refusal);
  const isSaved = state.userMessage !== undefined && state.error?.code !== NOT_SAVED.code;
  if (isSaved && desk.store.searchStores) markCreated(desk, exchange.chat.id);
  const answer = state.assistantMessage;
  if (answer === undefined && state.outcome !== 'stopped') return settleFailure(desk, exchange, result);
  const question = state.userMessage ?? exchange.message;
  const messages = answer === undefined ? [question] : [question, answer];
  const unanswered = answer === undefined ? state : undefined;
  await takeIn(desk, exchange, { messages, isStored: isSaved, unanswered });
  if (state.outcome === 'failed') showSendError(desk, exchange, undefined);
}

/**
 * The failure of the whole send: the person's message stays, with an apology under it. Where searches store, one that has begun and
 * was lost sight of may yet store its answer: its apology is only shown, and gives way when the answer is there.
 */
export async function settleFailure(
  desk: Desk,
  exchange: Exchange,
  result: SearchResult | undefined,
): Promise<void> {
  const state = result?.state;
  const question = state?.userMessage ?? exchange.message;
  const hadBegun = state !== undefined && state.lastEventId > 0;
  const mayBeAnswered = hadBegun && result?.ending !== 'done' && desk.store.searchStores;
  const { deepResearch } = exchange;
  const apology = apologyFor(desk, { question, deepResearch, found: state?.profiles });
  await takeIn(desk, exchange, {
    messages: mayBeAnswered ? [question] : [question, apology],
    isStored: mayBeAnswered,
    unanswered: hadBegun ? state : undefined,
  });
  showSendError(desk, exchange, result?.refusal?.message);
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
  if (!isSafe) void storeOnceMore(desk, exchange, messages);
}

/** The page holds the messages already; an answer that stays unsaved is told of. */
async function storeOnceMore(desk: Desk, { chat }: Exchange, messages: readonly Message[]): Promise<void> {
  const isAnswer = messages.some(({ metadata }) => metadata !== undefined && metadata.outcome !== 'failed');
  const others = () => desk.state.get().notices.filter((notice) => notice !== NOT_SAVED.message);
  if (isAnswer) set(desk, { notices: [...others(), NOT_SAVED.message] });
  try {
    await storeMessages(desk, chat, messages);
    set(desk, { notices: others() });
  } catch {
    // The notice stays, as the messages do; a second failure has nothing to add.
  }
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
