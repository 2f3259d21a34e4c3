import { beginChat, titleFromPrompt } from '#shared/chat.ts';
import { toTimestamp } from '#shared/time.ts';
import { announceChunk, loadChunk, once } from '#web/lib/lazy.ts';
import { addChats, chatsQuery, findLoadedChat, knownChats, leaveChat, showChat } from './chats.ts';
import { forgetWaiting, joinTexts, readDraft } from './drafts.ts';
import { readMarks } from './marks.ts';
import { messagesKey, messagesQuery } from './messages.ts';
import { type ChatSession, type ReadOptions, toChatError } from './session.ts';

/** Milliseconds that another tab has for beginning its own search. */
const OTHERS_HEAD_START = 1_000;

const fetchResume = once(() => loadChunk(() => import('./turns/resume.ts')));
announceChunk(fetchResume);

/** Follows the search whose answer a chat still waits for, see resume.ts. Resolves once that has started. */
async function resume(session: ChatSession, chatId: string): Promise<void> {
  try {
    const { resumeSearch } = await fetchResume();
    void resumeSearch(session, chatId);
  } catch {
    // The question then shows that it has no answer, and can be asked again.
  }
}

/** Reads the marks of the browser's other pages, and takes over the searches they no longer follow. */
export function syncWithOtherPages(session: ChatSession, signal: AbortSignal): void {
  readMarks(session);
  if (Object.keys(session.page.getState().elsewhere).length === 0) return;
  fetchResume().then(
    ({ takeOverSearches }) => takeOverSearches(session, signal),
    () => undefined,
  );
}

/**
 * Loads the list, then the chat that was open last, see {@link openLast}. If the list cannot be loaded, the page
 * shows an error and opens nothing; chats from the offline copy are listed all the same.
 */
export async function loadChats(session: ChatSession): Promise<void> {
  if (!(await hasSucceeded(session.queries.fetchInfiniteQuery(chatsQuery(session))))) return;
  restoreUnsent(session);
  await openLast(session);
}

/** Reopens the chat that was open last in this browser, if it is one of the user's and they have not moved on to another. */
export async function openLast(session: ChatSession): Promise<void> {
  const last = session.currentChat.get();
  const page = session.page.getState();
  const isIdle =
    page.currentChatId === undefined && page.asked === undefined && Object.keys(page.sends).length === 0;
  if (isIdle && knownChats(session).some(({ id }) => id === last)) await openChat(session, last);
}

/**
 * Picks up what another tab, device or screen has changed. Only one refresh runs at a time; requests made meanwhile share one more run.
 * It waits for pending mutations, which the store may or may not have applied yet. A poll does nothing while either is under way.
 */
export function refreshChats(session: ChatSession, options: ReadOptions = {}): Promise<void> {
  const { queries, refresh } = session;
  if (options.isPoll === true && (refresh.running !== undefined || queries.isMutating() > 0))
    return Promise.resolve();
  refresh.isAskedAgain = true;
  refresh.running ??= runRefreshes(session, options).finally(() => {
    refresh.running = undefined;
  });
  return refresh.running;
}

async function runRefreshes(session: ChatSession, options: ReadOptions): Promise<void> {
  const { refresh } = session;
  for (let runOptions = options; refresh.isAskedAgain; runOptions = {}) {
    refresh.isAskedAgain = false;
    await waitForMutations(session);
    await refreshOnce(session, runOptions);
  }
}

const waitForMutations = ({ queries }: ChatSession): Promise<void> =>
  new Promise((resolve) => {
    if (queries.isMutating() === 0) return resolve();
    const stop = queries.getMutationCache().subscribe(() => {
      if (queries.isMutating() > 0) return;
      stop();
      resolve();
    });
  });

async function refreshOnce(session: ChatSession, options: ReadOptions): Promise<void> {
  const { page, queries } = session;
  const before = findLoadedChat(session, page.getState().currentChatId);
  // Refetches every page loaded so far, or the first one.
  if (!(await hasSucceeded(queries.fetchInfiniteQuery({ ...chatsQuery(session, options), staleTime: 0 }))))
    return;
  const { currentChatId, asked } = page.getState();
  if (asked?.state === 'unreachable') return openChat(session, asked.chatId);
  if (currentChatId === undefined) return;
  const chat = findLoadedChat(session, currentChatId);
  if (chat === undefined) return leaveDeletedChat(session, currentChatId);
  const isSame = before?.lastMessageAt === chat.lastMessageAt && before.messageCount === chat.messageCount;
  const isRead = queries.getQueryData(messagesKey(currentChatId)) !== undefined;
  if (options.isPoll === true && isSame && isRead) return;
  if (!(await fetchMessages(session, currentChatId, options))) return;
  // Follow another tab's search only after that tab has had time to begin it.
  void session.delay(OTHERS_HEAD_START).then(() => resume(session, currentChatId));
}

const DELETED_ELSEWHERE = 'The chat you had open was deleted in another tab or on another device.';

/** Leaves a chat that was deleted elsewhere. Its draft moves to the start screen. */
function leaveDeletedChat(session: ChatSession, chatId: string): void {
  const text = joinTexts(forgetWaiting(session.page, chatId)?.text ?? '', readDraft(chatId));
  leaveChat(session);
  session.page.setState(({ notices }) => ({ notices: [...new Set([...notices, DELETED_ELSEWHERE])] }));
  session.queries.removeQueries({ queryKey: messagesKey(chatId) });
  if (text !== '') session.page.setState({ returned: { chatId: undefined, text } });
}

/** Makes a chat current and loads its messages; a chat that is not listed is looked up first. */
export async function openChat(session: ChatSession, chatId: string | undefined): Promise<void> {
  const { page } = session;
  const { currentChatId, asked } = page.getState();
  const isAsked = asked?.chatId === chatId && asked?.state === 'looking';
  if (chatId === undefined || chatId === currentChatId || isAsked) return;
  page.setState({ error: undefined });
  if (findLoadedChat(session, chatId) === undefined && !(await lookUpChat(session, chatId))) return;
  showChat(session, chatId);
  if (await fetchMessages(session, chatId)) await resume(session, chatId);
}

/** @returns whether the chat exists and the user is still waiting for it */
async function lookUpChat(session: ChatSession, chatId: string): Promise<boolean> {
  const { page, queries } = session;
  const asked = { chatId, state: 'looking' } as const;
  page.setState({ currentChatId: undefined, asked });
  const isListLoaded = await hasSucceeded(queries.fetchInfiniteQuery(chatsQuery(session)));
  if (isListLoaded) restoreUnsent(session);
  let state: 'missing' | 'unreachable' = isListLoaded ? 'missing' : 'unreachable';
  if (isListLoaded && findLoadedChat(session, chatId) === undefined) {
    try {
      const found = await (await session.openStore()).findChat(chatId);
      if (found !== undefined) addChats(session, [found]);
    } catch (error) {
      state = 'unreachable';
      if (page.getState().asked === asked) page.setState({ error: toChatError(error) });
    }
  }
  if (page.getState().asked !== asked) return false;
  const exists = findLoadedChat(session, chatId) !== undefined;
  if (!exists) page.setState({ asked: { chatId, state } });
  return exists;
}

const fetchMessages = (session: ChatSession, chatId: string, options?: ReadOptions): Promise<boolean> =>
  hasSucceeded(session.queries.fetchQuery({ ...messagesQuery(session, chatId, options), staleTime: 0 }));

/** Whether a fetch succeeded; the cache has already reported a failure. */
const hasSucceeded = (fetched: Promise<unknown>): Promise<boolean> =>
  fetched.then(
    () => true,
    () => false,
  );

/** Brings back new chats whose first message had not reached the server when its page was closed. {@link resume} restores the message. */
function restoreUnsent(session: ChatSession): void {
  if (!session.searchStores) return;
  const known = new Set(knownChats(session).map(({ id }) => id));
  const unsent = session.remembered.list(session.userId).filter(({ chatId }) => !known.has(chatId));
  const chats = unsent.map(({ chatId, content, sentAt }) =>
    beginChat(toTimestamp(sentAt), { id: chatId, userId: session.userId, title: titleFromPrompt(content) }),
  );
  if (chats.length === 0) return;
  session.page.setState(({ uncreated }) => ({
    uncreated: new Set([...uncreated, ...chats.map(({ id }) => id)]),
  }));
  addChats(session, chats);
}
