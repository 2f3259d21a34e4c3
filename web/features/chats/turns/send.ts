import type { Chat } from '#shared/chat.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { type SearchResult, stoppedBeforehand } from '#web/features/search/index.ts';
import { announceChunk, loadChunk, once } from '#web/lib/lazy.ts';
import { addChats, findKnown, leaveChat, removeChats, showChat } from '../chats.ts';
import { forgetWaiting, giveBack, keepWaiting } from '../drafts.ts';
import { readMarks } from '../marks.ts';
import { editUnsaved, shownMessages, without } from '../messages.ts';
import {
  type ChatSession,
  isSending,
  type SendOptions,
  type SentPlan,
  type WaitingRequest,
} from '../session.ts';
import { beginExchange, type Exchange, saveMessages } from './exchange.ts';

/**
 * Searches that one page follows at once, whatever the service allows: over HTTP/1.1 browsers have six connections to a server, of which
 * each search takes one.
 */
const MOST_AT_ONCE = 5;
const TOO_MANY = `${MOST_AT_ONCE} searches are already running on this page. Wait for one to end, or stop it.`;

/**
 * The act of sending, see docs/behaviour.md#sending. The question shows at once; when the search has ended, what was stored takes
 * its place. In a chat where a search runs the text waits for its end, unless one does already. Does nothing with blank text. Resolves
 * when the exchange is over, and never rejects.
 */
export async function sendMessage(
  session: ChatSession,
  { content, deepResearch, newChat, isRetry = false, ...asked }: SendOptions,
): Promise<void> {
  const text = content.trim();
  const { page } = session;
  if (text === '') return;
  if (newChat === true) leaveChat(session);
  const { currentChatId: chatId } = page.getState();
  const request = { text, deepResearch, ...asked };
  const isTyped = !isRetry && asked.task === undefined;
  const isFree = () => !isSending(page.getState(), chatId);
  if (isFree()) page.setState({ error: undefined, returned: undefined });
  const hasBegun = shownMessages(session, chatId).length > 0;
  const plan = hasBegun && isFree() ? await planFor(session, chatId, request) : asked;
  if (chatId !== undefined && !isFree()) {
    if (!isTyped) return;
    if (chatId in page.getState().waiting) return giveBack(page, chatId, text);
    return keepWaiting(page, chatId, request);
  }
  await sendInto(session, chatId, { text, deepResearch, plan, isTyped });
}

/** What goes along with a request. Without the code that reads it the request stands for itself. */
async function planFor(
  session: ChatSession,
  chatId = '',
  { text, deepResearch, ...asked }: WaitingRequest,
): Promise<SentPlan> {
  try {
    const { planRequest } = await fetchPlanning();
    return planRequest(session, chatId, { content: text, deepResearch, ...asked });
  } catch {
    return asked;
  }
}

/** A chat that has begun fetches it: a message there shows at once. */
export const fetchPlanning = once(() => loadChunk(() => import('./plan.ts')));
announceChunk(fetchPlanning);

interface PlannedRequest extends Pick<WaitingRequest, 'text' | 'deepResearch'> {
  plan: SentPlan;
  /** The chat, where it is no longer among those that the page has. */
  chat?: Chat;
  isTyped: boolean;
}

/** Sends into a chat, or into a new one that is then shown. */
async function sendInto(
  session: ChatSession,
  chatId: string | undefined,
  { text, deepResearch, plan, chat: begun, isTyped }: PlannedRequest,
): Promise<void> {
  const { page, remembered, userId, searchStores } = session;
  if (Object.keys(page.getState().sends).length >= MOST_AT_ONCE) {
    page.setState({ error: { code: 'send-message-error', message: TOO_MANY } });
    return isTyped ? giveBack(page, chatId, text) : undefined;
  }
  const known = findKnown(session, chatId) ?? begun;
  const exchange = beginExchange(session, { text, deepResearch, plan, isTyped, chat: known });
  const { chat, message } = exchange;
  const ids = { userId, chatId: chat.id, messageId: message.id };
  const { basis, ...asked } = plan;
  const kept = { examples: basis?.examples, ...asked };
  remembered.add({ ...ids, content: text, deepResearch, plan: kept, sentAt: session.now() });
  showSending(session, exchange, { isProbe: false, isFollowed: false });
  if (page.getState().currentChatId === chatId) showChat(session, chat.id);
  await seeThrough(session, exchange, async () => {
    if (!searchStores) await saveMessages(session, chat, [message]);
    return startSearch(session, exchange);
  });
}

/** Shows a question on its way to its answer: in its chat, which comes into the list when it is not there yet. */
export function showSending(
  session: ChatSession,
  { chat, message, deepResearch, plan, isNewChat, isStored, isTyped }: Exchange,
  send: { isProbe: boolean; isFollowed: boolean },
): void {
  const isNew = isNewChat && findKnown(session, chat.id) === undefined;
  session.searches.show(chat.id, undefined);
  session.page.setState(({ sends, sentAs, uncreated }) => ({
    sends: {
      ...sends,
      [chat.id]: {
        messageId: message.id,
        stopRequested: false,
        isTyped,
        since: session.now(),
        ...send,
      },
    },
    sentAs: { ...sentAs, [message.id]: { deepResearch, task: plan.task } },
    uncreated: isNew ? new Set([...uncreated, chat.id]) : uncreated,
  }));
  if (!isStored) editUnsaved(session, chat.id, (others) => [...without(others, message), message]);
  if (isNew) addChats(session, [chat]);
}

/**
 * Sees a shown question through to its answer. Never rejects. `search` gives nothing when nothing came of it.
 * A search the page has let go of because it was left stays open: it is found again when the page is opened.
 */
export async function seeThrough(
  session: ChatSession,
  exchange: Exchange,
  search: () => Promise<SearchResult | undefined>,
): Promise<void> {
  const { chat, message } = exchange;
  const letGo = holdSearch(session, message.id);
  let result: SearchResult | undefined;
  let isLeft = false;
  let goesOn = false;
  let ending: Awaited<ReturnType<typeof fetchEnding>> | undefined;
  try {
    result = await search();
    isLeft = result?.ending === 'left';
    if (result === undefined || isLeft) session.searches.show(chat.id, undefined);
    else {
      ending = await fetchEnding();
      await ending.finish(session, exchange, result);
    }
    goesOn = result === undefined || HAVE_ENDED.has(result.state.outcome);
  } catch {
    ending = await fetchEnding().catch(() => undefined);
    if (ending === undefined) isLeft = leaveUnended(session, exchange, result);
    else await ending.finishFailed(session, exchange);
  } finally {
    if (!isLeft) session.remembered.forget(message.id);
    const { [chat.id]: ended, ...others } = session.page.getState().sends;
    session.page.setState(({ followed }) => ({
      sends: others,
      followed: isLeft ? followed : new Set([...followed, message.id]),
    }));
    letGo();
    if (session.isOpen()) {
      readMarks(session);
      if (result !== undefined) ending?.tellOfEnd(session, chat.id, result, ended?.since);
      sendWaiting(session, exchange, goesOn);
    }
  }
}

const NOT_LOADED =
  'Part of this page could not be loaded. Your text is kept: reload the page and send it again.';

/**
 * What becomes of a question without the code that sees to its end. A text that was neither stored nor sent goes back to where it was typed, which a
 * reload does not lose; a question that the browser's own store has can be asked again.
 * @returns whether a search has begun, whose answer the next page can take in
 */
function leaveUnended(session: ChatSession, exchange: Exchange, result: SearchResult | undefined): boolean {
  const { page, searchStores } = session;
  const { chat, message, isNewChat, isTyped } = exchange;
  if (result !== undefined) return true;
  if (!searchStores && !page.getState().uncreated.has(chat.id)) return false;
  editUnsaved(session, chat.id, (others) => without(others, message));
  if (isNewChat) {
    removeChats(session, [chat.id]);
    if (page.getState().currentChatId === chat.id) showChat(session, undefined);
  }
  page.setState({ error: { code: 'send-message-error', message: NOT_LOADED } });
  if (isTyped) giveBack(page, isNewChat ? undefined : chat.id, message.content);
  return false;
}

const fetchEnding = once(() => loadChunk(() => import('./ending.ts')));
announceChunk(fetchEnding);

/** The service has ended such a search itself, and is there for the next one. */
const HAVE_ENDED: ReadonlySet<unknown> = new Set(['answered', 'apologised', 'stopped']);

/** Keeps the browser's other pages from seeing to a search as well, see resume.ts. @returns what ends that */
function holdSearch({ locks }: ChatSession, messageId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  locks?.request(lockOf(messageId), { mode: 'shared' }, () => promise).catch(() => undefined);
  return resolve;
}

/** The name of the lock that is held by the pages that follow a message's search. */
export const lockOf = (messageId: string): string => `${STORAGE_PREFIX}_search_${messageId}`;

/** What waited for the end of a search is sent, or given back where the service is not there for it. */
function sendWaiting(session: ChatSession, { chat, isNewChat }: Exchange, goesOn: boolean): void {
  const request = forgetWaiting(session.page, chat.id);
  if (request === undefined) return;
  if (goesOn) void sendNext(session, chat, request);
  else {
    // One whose only question was declined is there no more.
    const isGone = isNewChat && findKnown(session, chat.id) === undefined;
    giveBack(session.page, isGone ? undefined : chat.id, request.text);
  }
}

/** A chat that has been archived meanwhile is the request's own all the same; one that was deleted elsewhere takes nothing more. */
async function sendNext(session: ChatSession, chat: Chat, request: WaitingRequest): Promise<void> {
  const isThere = findKnown(session, chat.id) !== undefined || (await isStored(session, chat.id));
  if (!isThere) return giveBack(session.page, undefined, request.text);
  const plan = await planFor(session, chat.id, request);
  await sendInto(session, chat.id, { ...request, plan, isTyped: true, chat });
}

/** Whether its store has the chat, as far as that can be told. */
async function isStored({ openStore }: ChatSession, chatId: string): Promise<boolean> {
  try {
    return (await (await openStore()).findChat(chatId)) !== undefined;
  } catch {
    return true;
  }
}

/** Asks the server to search, without those whom the person does not want to see, unless the person has stopped it by now. */
export async function startSearch(
  session: ChatSession,
  { chat, message, deepResearch, plan }: Exchange,
): Promise<SearchResult> {
  const { page, searches, userId } = session;
  const request = { chatId: chat.id, messageId: message.id, content: message.content, deepResearch, ...plan };
  const planning = await fetchPlanning().catch(() => undefined);
  const sent = (await planning?.withLeftOut(session, request)) ?? request;
  if (page.getState().sends[chat.id]?.stopRequested === true) return stoppedBeforehand(chat.id);
  return searches.start(sent, { userId });
}
