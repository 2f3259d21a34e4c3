import type { Lease, LoggedEvent, LoggedSearch, SearchLog } from '#functions/store/ports/search-log.ts';
import { NOON, newMessage } from './setup.ts';

/** In milliseconds since 1970, later than a test's clock ever is. */
export const MUCH_LATER = NOON + 1_000 * 3_600_000;

let searches = 0;
/** A search no other test of the file knows. */
export function newSearch(sketch: { content?: string } = {}): LoggedSearch {
  searches += 1;
  const userMessage = newMessage({ userId: 'person-1', id: `msg_${searches}`, ...sketch });
  const { userId, chatId } = userMessage;
  const names = { searchId: `search_${searches}`, assistantMessageId: `msg_${searches}_answer` };
  return { ...names, userId, chatId, userMessage, deepResearch: false };
}

export const leaseOf = (
  { searchId }: { searchId: string },
  holder = 'first',
  leaseUntil = MUCH_LATER,
): Lease => ({ searchId, holder, leaseUntil });

/** A search claimed by the holder 'first'. */
export async function claimSearch(
  searchLog: SearchLog,
  { leaseUntil = MUCH_LATER }: { leaseUntil?: number } = {},
): Promise<LoggedSearch> {
  const search = newSearch();
  await searchLog.claim({ search, lease: leaseOf(search, 'first', leaseUntil), expiresAt: MUCH_LATER });
  return search;
}

/** Text that does not compress below three quarters of its length. */
export const noise = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 60_000) }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(45_000))).toString('base64'),
  )
    .join('')
    .slice(0, bytes);

export const stepEvent = (id: number, description = `number ${id}`): LoggedEvent => ({
  id,
  event: {
    type: 'step',
    data: {
      ...{ id: 'profile-search', title: 'AI Search', status: 'active', description },
      timestamp: '2026-11-21T12:00:00.000Z',
    },
  },
});

/** Events with these numbers, both included. */
export const stepEvents = (from: number, to: number): LoggedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => stepEvent(from + index));

export const messageEvent = (id: number, content: string): LoggedEvent => ({
  id,
  event: { type: 'message', data: newMessage({ userId: 'person-1', role: 'assistant', content }) },
});
