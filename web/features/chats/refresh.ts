import type { CacheKey } from '#web/lib/cache-key.ts';
import { CHATS_KEY, chatsQuery, findLoadedChat, leaveChat } from './chats.ts';
import { forgetWaiting, joinTexts, returnToInput, takeDraft } from './drafts.ts';
import { takeEdits } from './edits.ts';
import { ALL_MESSAGES_KEY, messagesKey, readMessages } from './messages.ts';
import { openChat, resume } from './open-chat.ts';
import { type ChatSession, hasSucceeded, PollError, type ReadOptions, toChatError } from './session.ts';
import { dropUnsaved, settleUnsaved, takeTexts } from './turns/unsaved.ts';

/** Milliseconds that another tab has for beginning its own search. */
const OTHERS_HEAD_START = 1_000;

/**
 * Picks up what another tab, device or screen has changed, and settles what could not be stored before. Only one refresh runs at a time;
 * requests made meanwhile share one more run. It waits for pending mutations, which the store may or may not have applied yet. A poll does
 * nothing while either is under way.
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
  settleUnsaved(session);
  const before = findLoadedChat(session, page.getState().currentChatId);
  // Refetches every page loaded so far, or the first one.
  const readChats = () =>
    hasSucceeded(queries.fetchInfiniteQuery({ ...chatsQuery(session, options), staleTime: 0 }));
  if (!(await readAgain(session, CHATS_KEY, readChats))) return;
  await dropOutdatedNotice(session);
  // The browser's own store does not say which chats have changed. The open one, the only active query, is read below.
  if (!session.searchStores) await queries.refetchQueries({ queryKey: ALL_MESSAGES_KEY, type: 'inactive' });
  const { currentChatId, asked } = page.getState();
  if (asked?.state === 'unreachable') return openChat(session, asked.chatId);
  if (currentChatId === undefined) return;
  const chat = findLoadedChat(session, currentChatId);
  if (chat === undefined) return leaveDeletedChat(session, currentChatId);
  const isSame = before?.lastMessageAt === chat.lastMessageAt && before.messageCount === chat.messageCount;
  const isRead = queries.getQueryState(messagesKey(currentChatId))?.status === 'success';
  if (options.isPoll === true && isSame && isRead) return;
  const read = () => readMessages(session, currentChatId, options);
  if (!(await readAgain(session, messagesKey(currentChatId), read))) return;
  // Follow another tab's search only after that tab has had time to begin it.
  void session.delay(OTHERS_HEAD_START).then(() => resume(session, currentChatId));
}

async function dropOutdatedNotice({ page, openStore }: ChatSession): Promise<void> {
  const outdated = (await openStore()).outdatedNotice?.();
  page.setState(({ notices }) =>
    outdated !== undefined && notices.includes(outdated)
      ? { notices: notices.filter((notice) => notice !== outdated) }
      : {},
  );
}

/** Reads, and takes back the error that the same read had left on the page. @returns whether that has succeeded */
async function readAgain(
  { page, queries }: ChatSession,
  key: CacheKey,
  read: () => Promise<boolean>,
): Promise<boolean> {
  const { error } = queries.getQueryState(key) ?? {};
  const isRead = await read();
  if (isRead && error) {
    const { message } = toChatError(error instanceof PollError ? error.cause : error);
    page.setState((now) => (now.error?.message === message ? { error: undefined } : {}));
  }
  return isRead;
}

const DELETED_ELSEWHERE = 'The chat you had open was deleted in another tab or on another device.';

/** Leaves a chat that was deleted elsewhere. What was typed there and is in no store moves to the start screen. */
function leaveDeletedChat(session: ChatSession, chatId: string): void {
  const waiting = forgetWaiting(session.page, chatId)?.content ?? '';
  const text = joinTexts(takeTexts(session, chatId), waiting, takeEdits(session, chatId), takeDraft(chatId));
  leaveChat(session);
  dropUnsaved(session, chatId);
  session.page.setState(({ notices }) => ({ notices: [...new Set([...notices, DELETED_ELSEWHERE])] }));
  session.queries.removeQueries({ queryKey: messagesKey(chatId) });
  if (text !== '') returnToInput(session.page, undefined, text);
}
