import type { Chat } from '#shared/chat.ts';
import { type Digest, digestOf } from '#shared/history.ts';
import type { Message } from '#shared/message.ts';
import type { CacheKey } from '#web/lib/cache-key.ts';
import { CHATS_KEY, type ChatPages, chatsOf } from '../chats.ts';
import { ALL_MESSAGES_KEY, messagesKey } from '../messages.ts';
import type { ChatSession } from '../session.ts';
import { HistoryIndex } from './find.ts';

/*
 * The page's search index of a user's chats. It is read once, and then updated from the chats and messages that the page loads anyway. It
 * is read again when the page may have missed a change: in a chat that another tab or device has written in, or that has left the list.
 */

/** A kind of its own: unlike chats and messages it is not kept in the offline copy, since the index can be rebuilt. */
const HISTORY_KEY: CacheKey = ['history'];

/** In milliseconds; changes to older chats, which are not in the list, go unnoticed. */
const STALE_TIME = 10 * 60_000;

/** More pages than any store has, in case a cursor loops. */
const MAX_PAGES = 1_000;

/** The complete, current index of the session's chats. @throws ChatStoreError */
export async function readHistory(
  session: ChatSession,
  /** Called with what has been read so far, unless an earlier index is known. */
  onProgress: (index: HistoryIndex) => void = () => undefined,
): Promise<HistoryIndex> {
  const { queries } = session;
  const known = queries.getQueryData<HistoryIndex>(HISTORY_KEY);
  const index = await queries.fetchQuery({
    queryKey: HISTORY_KEY,
    queryFn: () => readAll(session, known === undefined ? onProgress : () => undefined),
    structuralSharing: false,
    // Searches wait for it.
    retry: false,
    // Chats stored in the browser cost nothing to read again.
    staleTime: session.searchStores && known && isCurrent(session, known) ? STALE_TIME : 0,
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
  for (let page = 0; page < MAX_PAGES; page += 1) {
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

/** What the page has without a request: the index as it was last read, or just the chats and messages that are loaded. */
export const knownHistory = (session: ChatSession): HistoryIndex =>
  catchUp(session, session.queries.getQueryData<HistoryIndex>(HISTORY_KEY) ?? new HistoryIndex());

/** Updates the index from the listed chats and loaded messages. A chat that has left the list is not found until the next full read. */
function catchUp(session: ChatSession, index: HistoryIndex): HistoryIndex {
  // Checked before the update, which would hide that other changes are missing.
  if (!isCurrent(session, index))
    void session.queries.invalidateQueries({ queryKey: HISTORY_KEY, refetchType: 'none' });
  for (const { id } of unlisted(session, index)) index.delete(id);
  for (const { id, title, lastMessageAt, isArchived } of listed(session).chats)
    index.putChat({ id, title, lastMessageAt, isArchived });
  for (const [, messages = []] of session.queries.getQueriesData<readonly Message[]>({
    queryKey: ALL_MESSAGES_KEY,
  }))
    index.putDigests(messages.map(knownDigestOf).filter((digest) => digest !== undefined));
  return index;
}

/** Cached by message, since messages do not change: the index is brought up to date for every answer that is drawn. */
const digests = new WeakMap<Message, { digest: Digest | undefined }>();

function knownDigestOf(message: Message): Digest | undefined {
  const { digest } = digests.get(message) ?? { digest: digestOf(message) };
  digests.set(message, { digest });
  return digest;
}

/** Whether the index and the loaded messages cover every change to the listed chats. */
function isCurrent(session: ChatSession, index: HistoryIndex): boolean {
  const isKnown = ({ id, lastMessageAt }: Chat) => {
    const messages = session.queries.getQueryData<readonly Message[]>(messagesKey(id));
    const isLoaded = (messages?.at(-1)?.timestamp ?? '') >= lastMessageAt;
    return isLoaded || index.get(id)?.lastMessageAt === lastMessageAt;
  };
  return unlisted(session, index).length === 0 && listed(session).chats.every(isKnown);
}

/**
 * The list as far as it is loaded, and the last activity of its last page's oldest chat ('' if the list is complete): the first page may
 * include older chats, such as the open one.
 */
function listed({ queries }: ChatSession): { chats: Chat[]; since: string | undefined } {
  const data = queries.getQueryData<ChatPages>(CHATS_KEY);
  const last = data?.pages.at(-1);
  const since = last === undefined || last.cursor !== undefined ? last?.chats.at(-1)?.lastMessageAt : '';
  return { chats: chatsOf(data), since };
}

/** Indexed chats that should be in the list but are not: they have been deleted or archived. */
function unlisted(session: ChatSession, index: HistoryIndex) {
  const { chats, since } = listed(session);
  if (since === undefined) return [];
  const ids = new Set(chats.map(({ id }) => id));
  return index
    .chats()
    .filter(({ id, isArchived, lastMessageAt }) => !isArchived && lastMessageAt > since && !ids.has(id));
}
