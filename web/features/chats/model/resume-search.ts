import type { Message } from '#shared/message.ts';
import type { RememberedSearch } from '../stores/remembered-searches.ts';
import { shownMessages } from './conversation.ts';
import type { Desk } from './desk.ts';
import type { Exchange } from './exchange.ts';
import { exchangeOf, messageOf } from './exchange.ts';
import { followSearch, pursue, startSearch } from './pursue.ts';
import { showSending } from './show-sending.ts';

/** Milliseconds for which the service keeps a search to be followed. */
const KEPT_SIGNED_IN = 86_400_000;
const KEPT_ANONYMOUS = 3_600_000;
/** Milliseconds for which a page may have been trying to send: a search unknown to the service was not begun before that. */
const LONGEST_SENDING = 600_000;

/**
 * Follows the search whose answer the current chat still waits for: after a reload, in another tab, on another device. Does nothing
 * when there is none, while another is under way, and with one that this page has already followed to its end.
 */
export async function resumeSearch(desk: Desk): Promise<void> {
  const found = desk.isOpen() ? findUnanswered(desk) : undefined;
  if (found === undefined || desk.state.get().sending !== undefined) return;
  const { exchange, remembered } = found;
  const isProbe = remembered === undefined;
  showSending(desk, exchange, { isProbe });
  await pursue(desk, exchange, async () => {
    const result = await followSearch(desk, exchange, { isProbe });
    const { ending, state } = result;
    if (state.lastEventId > 0) return result;
    // Nobody knows whether there is a search: that is asked again another time.
    if (ending === 'lost') return { ...result, ending: 'left' };
    if (ending !== 'missing') return result;
    return isStillSending(desk, remembered) ? startSearch(desk, exchange) : undefined;
  });
}

/** Sent from this browser, and no page has seen it refused since. */
function isStillSending(desk: Desk, remembered: RememberedSearch | undefined): boolean {
  if (remembered === undefined || desk.now() - remembered.sentAt > LONGEST_SENDING) return false;
  const known = desk.remembered.list(desk.store.userId);
  return known.some(({ messageId }) => messageId === remembered.messageId);
}

interface Unanswered {
  exchange: Exchange;
  remembered: RememberedSearch | undefined;
}

function findUnanswered(desk: Desk): Unanswered | undefined {
  const state = desk.state.get();
  const chat = state.chats.find(({ id }) => id === state.currentChatId);
  if (chat === undefined) return undefined;
  const messages = shownMessages(state);
  const sent = desk.remembered.list(desk.store.userId).find(({ chatId }) => chatId === chat.id);
  const last = messages.at(-1);
  const question = last?.role === 'user' ? last : undefined;
  const isAnswered = sent !== undefined && messages.slice(0, -1).some(({ id }) => id === sent.messageId);
  if (isAnswered) desk.remembered.forget(sent.messageId);
  const remembered = isAnswered ? undefined : sent;
  const message = remembered === undefined ? question : messageOf(remembered, messages);
  if (message === undefined || state.followed.has(message.id)) return undefined;
  if (remembered === undefined && !isKept(desk, message)) return undefined;
  return { exchange: exchangeOf({ chat, message, messages, remembered }), remembered };
}

function isKept(desk: Desk, { timestamp }: Message): boolean {
  const age = desk.now() - Date.parse(timestamp);
  return age < (desk.store.searchStores ? KEPT_SIGNED_IN : KEPT_ANONYMOUS);
}
