import type { Message } from '#shared/message.ts';
import { findKnown } from './chats.ts';
import { earlierExchange, questionOf } from './exchange.ts';
import { shownMessages } from './messages.ts';
import type { RememberedSearch } from './remembered.ts';
import { seeThrough, showSending, startSearch } from './send.ts';
import { type ChatSession, isSending } from './session.ts';

/** Milliseconds for which the service keeps a search to be followed. */
const KEPT_SIGNED_IN = 86_400_000;
const KEPT_ANONYMOUS = 3_600_000;
/** Milliseconds for which a page may have been trying to send: a search unknown to the service was not begun before that. */
const LONGEST_SENDING = 600_000;

/**
 * Follows the search whose answer the current chat still waits for: after a reload, in another tab, on another device. Does nothing
 * when there is none, while another is under way, and with one that this page has already followed to its end.
 */
export async function resumeSearch(session: ChatSession): Promise<void> {
  const found = session.isOpen() ? findUnanswered(session) : undefined;
  if (found === undefined || isSending(session.page.getState())) return;
  const { exchange, remembered } = found;
  const { chat, message } = exchange;
  const isProbe = remembered === undefined;
  showSending(session, exchange, { isProbe, isFollowed: true });
  await seeThrough(session, exchange, async () => {
    const name = { userId: session.userId, chatId: chat.id, messageId: message.id };
    const result = await session.searches.follow(name, { isProbe });
    const { ending, state } = result;
    if (state.lastEventId > 0) return result;
    // Nobody knows whether there is a search: that is asked again another time.
    if (ending === 'lost') return { ...result, ending: 'left' };
    if (ending !== 'missing') return result;
    return isStillSending(session, remembered) ? startSearch(session, exchange) : undefined;
  });
}

/** Sent from this browser, and no page has seen it refused since. */
function isStillSending(session: ChatSession, sent: RememberedSearch | undefined): boolean {
  if (sent === undefined || session.now() - sent.sentAt > LONGEST_SENDING) return false;
  return session.remembered.list(session.userId).some(({ messageId }) => messageId === sent.messageId);
}

/** The current chat's exchange without an answer, with the search as it was remembered if it was sent from this browser. */
function findUnanswered(session: ChatSession) {
  const { currentChatId, followed } = session.page.getState();
  const chat = findKnown(session, currentChatId);
  if (chat === undefined) return undefined;
  const messages = shownMessages(session, chat.id);
  const sent = session.remembered.list(session.userId).find(({ chatId }) => chatId === chat.id);
  const last = messages.at(-1);
  const question = last?.role === 'user' ? last : undefined;
  const isAnswered = sent !== undefined && messages.slice(0, -1).some(({ id }) => id === sent.messageId);
  if (isAnswered) session.remembered.forget(sent.messageId);
  const remembered = isAnswered ? undefined : sent;
  const message = remembered === undefined ? question : questionOf(remembered, messages);
  if (message === undefined || followed.has(message.id)) return undefined;
  if (remembered === undefined && !isFollowable(session, message)) return undefined;
  return { exchange: earlierExchange({ chat, message, messages, remembered }), remembered };
}

function isFollowable({ now, searchStores }: ChatSession, { timestamp }: Message): boolean {
  const age = now() - Date.parse(timestamp);
  return age < (searchStores ? KEPT_SIGNED_IN : KEPT_ANONYMOUS);
}
