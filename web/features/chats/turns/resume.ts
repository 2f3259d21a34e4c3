import { beginChat, questionMetadata, titleFromPrompt } from '#shared/chat.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { addChats, chatsQuery, findLoadedChat } from '../chats.ts';
import { readMarks } from '../marks.ts';
import { messagesQuery, shownMessages } from '../messages.ts';
import { type ChatSession, isSending, type SentPlan } from '../session.ts';
import type { RememberedSearch } from '../stores/remembered.ts';
import { type Exchange, markCreated } from './exchange.ts';
import { planAgain } from './plan.ts';
import { lockOf, runExchange, showSending, startSearch } from './send.ts';
import { keepText } from './unsaved.ts';

/** Milliseconds for which a page may keep trying to send: after that, a search unknown to the service is not sent again. */
const RESEND_PERIOD = 600_000;
/** Milliseconds after which a takeover is tried again if the chat could not be read, or its search not be followed to its end. */
const TAKEOVER_PAUSE = 30_000;

/**
 * Takes over the searches of this browser that this page does not follow, such as those left by a reload or a closed page. Each search is
 * taken over by one page, as soon as no other follows it: every answer arrives, and none is read twice.
 */
export function takeOverSearches(session: ChatSession, signal: AbortSignal): void {
  const { page, pendingTakeovers } = session;
  for (const sent of Object.values(page.getState().elsewhere)) {
    if (pendingTakeovers.has(sent.messageId)) continue;
    pendingTakeovers.add(sent.messageId);
    void takeOver(session, sent, signal);
  }
}

/** Takes over a search, trying again for as long as its chat cannot be read, or the service not be reached. Never rejects. */
async function takeOver(session: ChatSession, sent: RememberedSearch, signal: AbortSignal): Promise<void> {
  const { locks, pendingTakeovers } = session;
  const follow = () => followSent(session, sent);
  for (;;) {
    const following = locks?.request(lockOf(sent.messageId), { signal }, follow) ?? follow();
    await following.catch(() => undefined);
    if (signal.aborted || !isRemembered(session, sent)) break;
    await session.delay(TAKEOVER_PAUSE);
  }
  pendingTakeovers.delete(sent.messageId);
  if (signal.aborted) return;
  // If another page has seen it to its end, a new chat that only this page's list has is in the store by now, or in none.
  const { sends, unsaved } = session.page.getState();
  if (!(sent.chatId in sends) && !unsaved[sent.chatId]?.length) markCreated(session, sent.chatId);
}

/** Whether no page has seen the search end or be refused, or stopped it, since it was sent from this browser. */
const isRemembered = ({ remembered, userId }: ChatSession, sent: RememberedSearch): boolean =>
  remembered.list(userId).some(({ messageId }) => messageId === sent.messageId);

async function followSent(session: ChatSession, sent: RememberedSearch): Promise<void> {
  const { chatId, messageId } = sent;
  const { page, queries, remembered } = session;
  if (!isRemembered(session, sent) || !session.isOpen() || isSending(page.getState(), chatId)) return;
  if (!(await restoreChat(session, sent))) {
    remembered.forget(messageId);
    return readMarks(session);
  }
  await queries.fetchQuery({ ...messagesQuery(session, chatId, { isPoll: true }), staleTime: 0 });
  await resumeSearch(session, chatId);
}

/** Loads the chats of all remembered searches, see {@link restoreChat}. */
export const restoreChats = async (session: ChatSession): Promise<unknown> =>
  Promise.all(session.remembered.list(session.userId).map((sent) => restoreChat(session, sent)));

/**
 * Loads the chat of a remembered search. Where searches store their messages, one that is not stored was begun with a message that had not
 * reached the server when its page was closed: it is begun again, and {@link resumeSearch} restores the message.
 * @returns whether there is such a chat
 * @throws PollError, ChatStoreError if the chats cannot be read
 */
async function restoreChat(
  session: ChatSession,
  { chatId, content, sentAt }: RememberedSearch,
): Promise<boolean> {
  await session.queries.fetchInfiniteQuery(chatsQuery(session, { isPoll: true }));
  if (findLoadedChat(session, chatId) !== undefined) return true;
  const stored = await (await session.openStore()).findChat(chatId);
  if (stored === undefined && !session.searchStores) return false;
  if (findLoadedChat(session, chatId) !== undefined) return true;
  const { page, userId } = session;
  const title = titleFromPrompt(content);
  const chat = stored ?? beginChat(toTimestamp(sentAt), { id: chatId, userId, title });
  if (stored === undefined)
    page.setState(({ uncreated }) => ({ uncreated: new Set([...uncreated, chatId]) }));
  addChats(session, [chat]);
  return true;
}

/**
 * Follows the search whose answer a chat still waits for: after a reload, in another tab, on another device. Does nothing if there is
 * none, while a send is under way in the chat, or if this page has already followed it to its end.
 */
export async function resumeSearch(session: ChatSession, chatId: string | undefined): Promise<void> {
  const found = session.isOpen() ? findUnanswered(session, chatId) : undefined;
  if (found === undefined || isSending(session.page.getState(), chatId)) return;
  const { exchange, remembered } = found;
  const { chat, message } = exchange;
  const isProbe = remembered === undefined;
  showSending(session, exchange, { isProbe, isFollowed: true });
  await runExchange(session, exchange, async () => {
    const name = { userId: session.userId, chatId: chat.id, messageId: message.id };
    const result = await session.searches.follow(name, { isProbe });
    const { ending, state } = result;
    if (state.lastEventId > 0) return result;
    // It is still unknown whether there is a search: try again another time.
    if (ending === 'lost' || ending === 'refused') return { ...result, ending: 'left' };
    if (ending !== 'missing') return result;
    if (remembered === undefined || !isRemembered(session, remembered)) return undefined;
    if (session.now() - remembered.sentAt <= RESEND_PERIOD) return startSearch(session, exchange);
    if (exchange.isTyped && !exchange.isStored) keepText(session, message);
    return undefined;
  });
}

/** A chat's unanswered exchange, with the remembered search if it was sent from this browser. */
function findUnanswered(session: ChatSession, chatId: string | undefined) {
  const { followed } = session.page.getState();
  const chat = findLoadedChat(session, chatId);
  if (chat === undefined) return undefined;
  const messages = shownMessages(session, chat.id);
  const sent = session.remembered.list(session.userId).find(({ chatId }) => chatId === chat.id);
  const last = messages.at(-1);
  const question = last?.role === 'user' ? last : undefined;
  const isAnswered = sent !== undefined && messages.slice(0, -1).some(({ id }) => id === sent.messageId);
  if (isAnswered) {
    session.remembered.forget(sent.messageId);
    // A page that was closed between the answer's arrival and its processing has left the search marked as running.
    readMarks(session);
  }
  const remembered = isAnswered ? undefined : sent;
  const plan = remembered === undefined ? {} : planAgain(session, remembered);
  const message = remembered === undefined ? question : questionOf(remembered, { messages, plan });
  if (message === undefined || followed.has(message.id)) return undefined;
  if (remembered === undefined && !isFollowable(session, message)) return undefined;
  return { exchange: earlierExchange({ chat, message, plan, messages, remembered }), remembered };
}

function isFollowable({ now, searchStores }: ChatSession, { timestamp }: Message): boolean {
  const age = now() - Date.parse(timestamp);
  return age < SEARCH_LOG_LIFETIME[searchStores ? 'signedIn' : 'anonymous'];
}

interface EarlierExchangeOptions extends Pick<Exchange, 'chat' | 'message' | 'plan'> {
  messages: readonly Message[];
  remembered: RememberedSearch | undefined;
}

/** The exchange of a question that an earlier page sent. */
function earlierExchange({ chat, message, plan, messages, remembered }: EarlierExchangeOptions): Exchange {
  const others = messages.filter(({ id }) => id !== message.id);
  return {
    chat: { ...chat, messageCount: others.length },
    message,
    deepResearch: remembered?.deepResearch ?? false,
    plan,
    isNewChat: others.length === 0,
    isStored: others.length < messages.length,
    isTyped: plan.task === undefined,
  };
}

/** A remembered search's question: as it is in its chat or, failing that, as it was sent, but after the messages that are there by now. */
function questionOf(
  { messageId: id, chatId, userId, content, sentAt }: RememberedSearch,
  { messages, plan }: { messages: readonly Message[]; plan: SentPlan },
): Message {
  const known = messages.find((message) => message.id === id);
  if (known !== undefined) return known;
  const last = Date.parse(messages.at(-1)?.timestamp ?? '') || 0;
  const timestamp = toTimestamp(Math.max(sentAt, last + 1));
  return { id, content, role: 'user', timestamp, chatId, userId, ...questionMetadata(plan) };
}
