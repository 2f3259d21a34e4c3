import { beginChat, titleFromPrompt } from '#shared/chat.ts';
import { toTimestamp } from '#shared/time.ts';
import { addChats, chatsQuery, knownChats, leaveChat, showChat } from './chats.ts';
import { messagesQuery } from './messages.ts';
import { resumeSearch } from './resume.ts';
import { type ChatSession, isSending } from './session.ts';

/** Milliseconds. */
const OTHERS_HEAD_START = 1_000;

/**
 * Loads the list, then the chat that was open last, unless the person has gone elsewhere meanwhile. Where the list cannot be had the
 * page says so and opens nothing by itself; chats kept for offline reading are listed all the same.
 */
export async function loadChats(session: ChatSession): Promise<void> {
  if (!(await hasCome(session.queries.fetchInfiniteQuery(chatsQuery(session))))) return;
  restoreUnsent(session);
  const last = session.currentChat.get();
  const page = session.page.getState();
  const isFree = page.currentChatId === undefined && !isSending(page);
  if (isFree && knownChats(session).some(({ id }) => id === last)) await openChat(session, last);
}

/** Takes in what another tab, device or screen has changed. */
export async function refreshChats(session: ChatSession): Promise<void> {
  if (!(await fetchChats(session))) return;
  const { currentChatId } = session.page.getState();
  if (currentChatId === undefined) return;
  if (!knownChats(session).some(({ id }) => id === currentChatId)) return leaveChat(session);
  if (!(await fetchMessages(session, currentChatId))) return;
  // Another tab's search is followed when that tab has had the time to begin it.
  void session.delay(OTHERS_HEAD_START).then(() => resumeSearch(session));
}

/** Makes a chat current and loads its messages. */
export async function openChat(session: ChatSession, chatId: string | undefined): Promise<void> {
  if (chatId === undefined || chatId === session.page.getState().currentChatId) return;
  showChat(session, chatId);
  session.page.setState({ error: undefined });
  if (await fetchMessages(session, chatId)) void resumeSearch(session);
}

/** As many chats as the page has already, the first page at least. @returns whether they came */
const fetchChats = (session: ChatSession): Promise<boolean> =>
  hasCome(session.queries.fetchInfiniteQuery({ ...chatsQuery(session), staleTime: 0 }));

const fetchMessages = (session: ChatSession, chatId: string): Promise<boolean> =>
  hasCome(session.queries.fetchQuery({ ...messagesQuery(session, chatId), staleTime: 0 }));

/** The cache has told of a failure already. */
const hasCome = (fetched: Promise<unknown>): Promise<boolean> =>
  fetched.then(
    () => true,
    () => false,
  );

/** A message that had not reached the server when its page was closed took its new chat with it: both are brought back. */
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
