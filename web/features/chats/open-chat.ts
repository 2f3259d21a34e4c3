import { announceChunk, loadChunk, once } from '#web/lib/lazy.ts';
import { addChats, chatsQuery, findLoadedChat, knownChats, showChat } from './chats.ts';
import { markSeen, readMarks } from './marks.ts';
import { messagesKey, readMessages } from './messages.ts';
import { type ChatSession, hasSucceeded, PollError, toChatError } from './session.ts';

const fetchResume = once(() => loadChunk(() => import('./turns/resume.ts')));
announceChunk(fetchResume);

/** Runs an action of resume.ts. If its code cannot be loaded, questions show that they have no answer, and can be asked again. */
const withResume = (run: (actions: typeof import('./turns/resume.ts')) => unknown): Promise<unknown> =>
  fetchResume()
    .then(run)
    .catch(() => undefined);

/** Follows the search whose answer a chat still waits for. Resolves once that has started. */
export const resume = (session: ChatSession, chatId: string): Promise<unknown> =>
  withResume(({ resumeSearch }) => void resumeSearch(session, chatId));

/** Reads the marks of the browser's other pages, and takes over the searches they no longer follow. */
export function syncWithOtherPages(session: ChatSession, signal: AbortSignal): void {
  readMarks(session);
  if (Object.keys(session.page.getState().elsewhere).length === 0) return;
  void withResume(({ takeOverSearches }) => takeOverSearches(session, signal));
}

/**
 * Loads the list, then the chat that was open last, see {@link openLast}. If the list cannot be loaded, the page
 * shows an error and opens nothing; chats from the offline copy are listed all the same.
 */
export async function loadChats(session: ChatSession): Promise<void> {
  if (!(await hasSucceeded(session.queries.fetchInfiniteQuery(chatsQuery(session))))) return;
  await restoreUnsent(session);
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
 * Makes a chat current and loads its messages; a chat that is not listed is looked up first. Those of the current chat are loaded again if
 * that has failed.
 */
export async function openChat(session: ChatSession, chatId: string | undefined): Promise<void> {
  const { page, queries } = session;
  const { currentChatId, asked } = page.getState();
  if (chatId === undefined || (asked?.chatId === chatId && asked.state === 'looking')) return;
  if (chatId === currentChatId) {
    markSeen(session, chatId);
    const queryState = () => queries.getQueryState(messagesKey(chatId));
    const status = queryState()?.status;
    // The read under way may be a poll, whose failure nobody is told.
    if (
      status === 'pending' &&
      !(await readMessages(session, chatId)) &&
      queryState()?.error instanceof PollError &&
      page.getState().currentChatId === chatId
    )
      return openChat(session, chatId);
    if (status !== 'error') return;
  }
  page.setState({ error: undefined });
  if (findLoadedChat(session, chatId) === undefined && !(await lookUpChat(session, chatId))) return;
  showChat(session, chatId);
  if (await readMessages(session, chatId)) await resume(session, chatId);
}

/** @returns whether the chat exists and the user is still waiting for it */
async function lookUpChat(session: ChatSession, chatId: string): Promise<boolean> {
  const { page, queries } = session;
  const asked = { chatId, state: 'looking' } as const;
  page.setState({ currentChatId: undefined, asked });
  let state: 'missing' | 'unreachable' = 'unreachable';
  if (await hasSucceeded(queries.fetchInfiniteQuery(chatsQuery(session))))
    try {
      await restoreUnsent(session);
      const isLoaded = findLoadedChat(session, chatId) !== undefined;
      const found = isLoaded ? undefined : await (await session.openStore()).findChat(chatId);
      if (found !== undefined) addChats(session, [found]);
      state = 'missing';
    } catch (error) {
      if (page.getState().asked === asked) page.setState({ error: toChatError(error) });
    }
  if (page.getState().asked !== asked) return false;
  const exists = findLoadedChat(session, chatId) !== undefined;
  if (!exists) page.setState({ asked: { chatId, state } });
  return exists;
}

/** Brings back new chats whose first message had not reached the server when its page was closed. */
async function restoreUnsent(session: ChatSession): Promise<void> {
  if (session.searchStores && session.remembered.list(session.userId).length > 0)
    await withResume(({ restoreChats }) => restoreChats(session));
}
