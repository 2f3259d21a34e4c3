import type { Chat } from '#shared/chat.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { type SearchResult, stoppedBeforehand } from '#web/features/search/index.ts';
import { announceChunk, loadChunk, once } from '#web/lib/lazy.ts';
import { addChats, findLoadedChat, leaveChat, removeChats, showChat } from '../chats.ts';
import { clearReturned, forgetWaiting, keepWaiting, returnToInput } from '../drafts.ts';
import { readMarks } from '../marks.ts';
import { editUnsaved, readMessages, shownMessages, without } from '../messages.ts';
import {
  type ChatRequest,
  type ChatSession,
  isSending,
  type SendOptions,
  type SentPlan,
} from '../session.ts';
import { beginExchange, type Exchange, isChatStored, returnText, saveMessages } from './exchange.ts';

/**
 * The searches that one page follows at once, whatever the service allows: over HTTP/1.1, browsers open six connections to a server, and
 * each search takes one.
 */
const MAX_CONCURRENT_SEARCHES = 5;
const TOO_MANY_SEARCHES = `${MAX_CONCURRENT_SEARCHES} searches are already running on this page. Wait for one to end, or stop it.`;

/**
 * Sends a message, see docs/behaviour.md#sending. The question shows at once; when the search has ended, the stored messages replace it.
 * While a search runs in the chat, or its messages are being read, the text waits, unless another text already does. Ignores blank text.
 * Resolves when the exchange is over, and never rejects.
 */
export async function sendMessage(
  session: ChatSession,
  { content, deepResearch, newChat, isRetry = false, ...options }: SendOptions,
): Promise<void> {
  const { page } = session;
  const text = content.trim();
  if (text === '') return;
  if (newChat === true) leaveChat(session);
  const { chatId, ...asked } = { chatId: page.getState().currentChatId, ...options };
  const request = { content: text, deepResearch, ...asked };
  const isTyped = !isRetry && asked.task === undefined;
  const isFree = () => !isSending(page.getState(), chatId);
  const hasBegun = () => shownMessages(session, chatId).length > 0;
  if (isFree()) {
    clearReturned(page, chatId);
    page.setState({ error: undefined });
    if (isTyped && chatId !== undefined && !hasBegun() && !(await readFirst(session, chatId, request)))
      return;
  }
  const plan = hasBegun() && isFree() ? await planFor(session, chatId, request) : asked;
  if (chatId !== undefined && !isFree()) {
    if (isTyped) keepWaiting(page, chatId, request);
    return;
  }
  await sendInto(session, chatId, { ...request, plan, isTyped });
}

/** Reads the messages that a request is to follow up; it waits meanwhile. @returns whether to send it now */
async function readFirst(session: ChatSession, chatId: string, request: ChatRequest): Promise<boolean> {
  const { page } = session;
  keepWaiting(page, chatId, request);
  // With the code that plans it, since the request is not kept anywhere while that loads.
  const [isRead] = await Promise.all([readMessages(session, chatId), fetchPlanning().catch(() => undefined)]);
  // It may have been taken back, or deleted with its chat, and a person who has left sends nothing.
  if (!session.isOpen() || page.getState().waiting[chatId] !== request) return false;
  forgetWaiting(page, chatId);
  if (!isRead) returnToInput(page, chatId, request.content);
  return isRead;
}

/** What to send along with a request. If the planning code cannot be loaded, the request stands alone. */
async function planFor(
  session: ChatSession,
  chatId = '',
  { content, deepResearch, ...asked }: ChatRequest,
): Promise<SentPlan> {
  try {
    return (await fetchPlanning()).planRequest(session, chatId, { content, deepResearch, ...asked });
  } catch {
    return asked;
  }
}

/** Loads the planning code. A chat that has begun calls this ahead of time, so that a message sent there shows at once. */
export const fetchPlanning = once(() => loadChunk(() => import('./plan.ts')));
announceChunk(fetchPlanning);

interface PlannedRequest extends Pick<ChatRequest, 'content' | 'deepResearch'> {
  plan: SentPlan;
  /** The chat, if the page no longer has it loaded. */
  chat?: Chat;
  isTyped: boolean;
}

/** Sends into a chat, or into a new one that is then shown. Does nothing if the user has left while it was being prepared. */
async function sendInto(
  session: ChatSession,
  chatId: string | undefined,
  { content, deepResearch, plan, chat: begun, isTyped }: PlannedRequest,
): Promise<void> {
  const { page, remembered, userId, searchStores } = session;
  if (!session.isOpen()) return;
  if (Object.keys(page.getState().sends).length >= MAX_CONCURRENT_SEARCHES) {
    page.setState({ error: { code: 'send-message-error', message: TOO_MANY_SEARCHES } });
    return isTyped ? returnToInput(page, chatId, content) : undefined;
  }
  const known = findLoadedChat(session, chatId) ?? begun;
  const exchange = beginExchange(session, { content, deepResearch, plan, isTyped, chat: known });
  const { chat, message } = exchange;
  const ids = { userId, chatId: chat.id, messageId: message.id };
  const { basis, ...asked } = plan;
  const { examples, googleSearchQuery, criteria, request } = basis ?? {};
  // Only with adjusted criteria does a basis have no query (basis.ts). They may have been changed again by the time it is sent again.
  const adjusted = googleSearchQuery === '' ? { criteria, request } : undefined;
  const storedPlan = { examples, adjusted, ...asked };
  remembered.add({ ...ids, content, deepResearch, plan: storedPlan, sentAt: session.now() });
  showSending(session, exchange, { isProbe: false, isFollowed: false });
  if (page.getState().currentChatId === chatId) showChat(session, chat.id);
  await runExchange(session, exchange, async () => {
    if (!searchStores) await saveMessages(session, chat, [message]);
    return startSearch(session, exchange);
  });
}

/** Shows a question as being answered in its chat, which is added to the list if it is not there yet. */
export function showSending(
  session: ChatSession,
  { chat, message, deepResearch, plan, isNewChat, isStored, isTyped }: Exchange,
  send: { isProbe: boolean; isFollowed: boolean },
): void {
  const isNew = isNewChat && findLoadedChat(session, chat.id) === undefined;
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
 * Sees a shown question through to its answer. Never rejects. `search` resolves to undefined if there turned out to be no search.
 * A search that the page stops following because it is closed stays remembered, and is resumed when the page is opened again.
 */
export async function runExchange(
  session: ChatSession,
  exchange: Exchange,
  search: () => Promise<SearchResult | undefined>,
): Promise<void> {
  const { chat, message } = exchange;
  const releaseSearch = holdSearch(session, message.id);
  let result: SearchResult | undefined;
  let isLeft = false;
  let isServiceAvailable = false;
  let ending: Awaited<ReturnType<typeof fetchEnding>> | undefined;
  try {
    result = await search();
    isLeft = result?.ending === 'left';
    if (result === undefined || isLeft) session.searches.show(chat.id, undefined);
    else {
      ending = await fetchEnding();
      await ending.finish(session, exchange, result);
    }
    isServiceAvailable = result === undefined || COMPLETED_OUTCOMES.has(result.state.outcome);
  } catch {
    try {
      ending = await fetchEnding();
      await ending.finishFailed(session, exchange);
    } catch {
      isLeft = abandonExchange(session, exchange, result);
    }
  } finally {
    if (!isLeft) session.remembered.forget(message.id);
    const { [chat.id]: ended, ...others } = session.page.getState().sends;
    session.page.setState(({ followed }) => ({
      sends: others,
      followed: isLeft ? followed : new Set([...followed, message.id]),
    }));
    releaseSearch();
    if (session.isOpen()) {
      readMarks(session);
      if (result !== undefined) ending?.markSearchEnded(session, chat.id, result, ended?.since);
      sendWaiting(session, exchange, isServiceAvailable);
    }
  }
}

const CODE_NOT_LOADED =
  'Part of this page could not be loaded. Your text is kept: reload the page and send it again.';

/**
 * Ends an exchange if the code for that, or that of the chats' store, cannot be loaded. A text that was neither stored nor sent goes back
 * into the input, where it survives a reload; a question in the browser's own store can be asked again.
 * @returns whether a search has begun, whose answer the next page can pick up
 */
function abandonExchange(
  session: ChatSession,
  exchange: Exchange,
  result: SearchResult | undefined,
): boolean {
  const { page, searchStores } = session;
  const { chat, message, isNewChat } = exchange;
  if (result !== undefined && result.ending !== 'unsent') return true;
  if (!searchStores && !page.getState().uncreated.has(chat.id)) return false;
  editUnsaved(session, chat.id, (others) => without(others, message));
  if (isNewChat) {
    removeChats(session, [chat.id]);
    if (page.getState().currentChatId === chat.id) showChat(session, undefined);
  }
  page.setState({ error: { code: 'send-message-error', message: CODE_NOT_LOADED } });
  returnText(session, exchange);
  return false;
}

const fetchEnding = once(() => loadChunk(() => import('./ending.ts')));
announceChunk(fetchEnding);

/** Outcomes of searches that the service has ended itself: it is available for the next one. */
const COMPLETED_OUTCOMES: ReadonlySet<unknown> = new Set(['answered', 'apologised', 'stopped']);

/** Keeps the browser's other pages from taking over a search, see resume.ts. @returns a function that releases it */
function holdSearch({ locks }: ChatSession, messageId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  locks?.request(lockOf(messageId), { mode: 'shared' }, () => promise).catch(() => undefined);
  return resolve;
}

/** The name of the lock held by pages that follow a message's search. */
export const lockOf = (messageId: string): string => `${STORAGE_PREFIX}_search_${messageId}`;

/** Sends the request that waited for a search to end, or puts it back into the input if the service is not available. */
function sendWaiting(session: ChatSession, { chat, isNewChat }: Exchange, isServiceAvailable: boolean): void {
  const request = forgetWaiting(session.page, chat.id);
  if (request === undefined) return;
  if (isServiceAvailable) void sendNext(session, chat, request);
  else {
    // A chat whose only question was refused no longer exists.
    const isGone = isNewChat && findLoadedChat(session, chat.id) === undefined;
    returnToInput(session.page, isGone ? undefined : chat.id, request.content);
  }
}

/** Sends a waiting request into its chat, even if that has been archived since, but not if it was deleted elsewhere. */
async function sendNext(session: ChatSession, chat: Chat, request: ChatRequest): Promise<void> {
  const chatExists = findLoadedChat(session, chat.id) !== undefined || (await isChatStored(session, chat.id));
  if (!session.isOpen()) return;
  if (!chatExists) return returnToInput(session.page, undefined, request.content);
  const plan = await planFor(session, chat.id, request);
  await sendInto(session, chat.id, { ...request, plan, isTyped: true, chat });
}

/** Asks the server to search, leaving out people the user does not want to see, unless the user has stopped it, or left, by now. */
export async function startSearch(
  session: ChatSession,
  { chat, message, deepResearch, plan }: Exchange,
): Promise<SearchResult> {
  const { page, searches, userId } = session;
  const request = { chatId: chat.id, messageId: message.id, content: message.content, deepResearch, ...plan };
  const planning = await fetchPlanning().catch(() => undefined);
  const sent = (await planning?.withLeftOut(session, request)) ?? request;
  const stopped = stoppedBeforehand(chat.id);
  if (!session.isOpen()) return { ...stopped, ending: 'left' };
  if (page.getState().sends[chat.id]?.stopRequested === true) return stopped;
  return searches.start(sent, { userId });
}
