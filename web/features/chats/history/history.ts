import type { Chat } from '#shared/chat.ts';
import { digestOf } from '#shared/history.ts';
import type { Message } from '#shared/message.ts';
import type { CacheKey } from '#web/lib/cache-key.ts';
import { CHATS_KEY, type ChatPages, chatsOf } from '../chats.ts';
import { messagesKey } from '../messages.ts';
import type { ChatSession } from '../session.ts';
import { HistoryIndex } from './find.ts';

/*
 * What can be found of a person's chats, on this page: their words are read once, and what the page sees of chats and messages afterwards is
 * taken in from there. They are read again when the page cannot know what has changed: in a chat that another tab or device has written in,
 * or that is in the list no more.
 */

/** Apart from chats and messages: of this nothing is kept for times without the server, which its index is made anew from. */
const KEY: CacheKey = ['history'];
const ALL_MESSAGES: CacheKey = ['messages'];

/** In milliseconds; older chats, which are not in the list, change unseen. */
const READ_ANEW_AFTER = 10 * 60_000;

/** More pages than a store has; a cursor that leads in a circle must not hold the page up for ever. */
const MOST_PAGES = 1_000;

/** Everything that can be found of the session's chats, as it is now. @throws ChatStoreError */
export async function readHistory(
  session: ChatSession,
  /** Told of what has been read so far, where nothing was known before. */
  onProgress: (index: HistoryIndex) => void = () => undefined,
): Promise<HistoryIndex> {
  const { queries } = session;
  const known = queries.getQueryData<HistoryIndex>(KEY);
  const index = await queries.fetchQuery({
    queryKey: KEY,
    queryFn: () => readAll(session, known === undefined ? onProgress : () => undefined),
    structuralSharing: false,
    // Searches wait for it.
    retry: false,
    // What the browser holds costs nothing to read.
    staleTime: session.searchStores && known && isCurrent(session, known) ? READ_ANEW_AFTER : 0,
  });
  return catchUp(session, index);
}

async function readAll(
  session: ChatSession,
  onProgress: (index: HistoryIndex) => void,
): Promise<HistoryIndex> {
  const store = await session.openStore();
  const index = new HistoryIndex();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { chats, digests, ...next } = await store.listHistory(cursor);
    for (const { id, title, lastMessageAt, isArchived } of chats)
      index.putChat({ id, title, lastMessageAt, isArchived });
    index.putDigests(digests);
    cursor = next.cursor;
    if (cursor === undefined) break;
    onProgress(index);
  }
  return index;
}

/** What the page knows by itself, at once: everything that was read before, or the chats in its list. */
export const knownHistory = (session: ChatSession): HistoryIndex =>
  catchUp(session, session.queries.getQueryData<HistoryIndex>(KEY) ?? new HistoryIndex());

/** Takes in the chats that are listed and the messages that have been loaded; what has left the list cannot be found until it is read anew. */
function catchUp(session: ChatSession, index: HistoryIndex): HistoryIndex {
  // What is taken in here hides what is missing beside it.
  if (!isCurrent(session, index))
    void session.queries.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  for (const { id } of unlisted(session, index)) index.delete(id);
  for (const { id, title, lastMessageAt, isArchived } of listed(session).chats)
    index.putChat({ id, title, lastMessageAt, isArchived });
  for (const [, messages = []] of session.queries.getQueriesData<readonly Message[]>({
    queryKey: ALL_MESSAGES,
  }))
    index.putDigests(messages.map(digestOf).filter((digest) => digest !== undefined));
  return index;
}

/** Whether nothing has changed that the page does not know. */
function isCurrent(session: ChatSession, index: HistoryIndex): boolean {
  const isKnown = ({ id, lastMessageAt }: Chat) =>
    index.get(id)?.lastMessageAt === lastMessageAt ||
    session.queries.getQueryData(messagesKey(id)) !== undefined;
  return unlisted(session, index).length === 0 && listed(session).chats.every(isKnown);
}

/** The list as far as it is loaded, and the time of the last activity in the oldest chat there. */
function listed({ queries }: ChatSession): { chats: Chat[]; since: string | undefined } {
  const pages = queries.getQueryData<ChatPages>(CHATS_KEY);
  const chats = chatsOf(pages);
  if (pages === undefined) return { chats, since: undefined };
  return { chats, since: pages.pages.at(-1)?.cursor === undefined ? '' : chats.at(-1)?.lastMessageAt };
}

/** Chats that should be in the list and are not: they were deleted or archived. */
function unlisted(session: ChatSession, index: HistoryIndex) {
  const { chats, since } = listed(session);
  if (since === undefined) return [];
  const ids = new Set(chats.map(({ id }) => id));
  return index
    .chats()
    .filter(({ id, isArchived, lastMessageAt }) => !isArchived && lastMessageAt > since && !ids.has(id));
}
