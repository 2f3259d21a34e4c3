import * as v from 'valibot';
import { LIMITS } from '#shared/limits.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { StoredValue } from '#web/lib/stored-value.ts';
import { knownHistory, readHistory } from '../history/history.ts';
import type { ChatSession } from '../session.ts';
import { withinLimit } from './basis.ts';

/** Whether people of other chats' answers are hidden in this browser. */
export const hidesSeen = new StoredValue({
  key: `${STORAGE_PREFIX}_seen_hidden`,
  schema: v.boolean(),
  empty: false,
});

/** Longest wait of a search for what the page does not know of older chats, in milliseconds. */
const LONGEST_WAIT = 2_000;

/** Who stood in answers of other chats, the newest first; where that cannot be read in time, as far as the page knows. */
async function seenElsewhere(session: ChatSession, chatId: string): Promise<Iterable<string>> {
  const reading = readHistory(session).catch(() => undefined);
  await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT))]);
  return knownHistory(session).seenPeople(chatId);
}

/**
 * Whom a new search is not to find, as canonical profile URLs: those who are hidden, the newest first, then the others, as many as a request
 * may name.
 * @param hidden the newest last
 */
export const leftOut = (hidden: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...hidden.toReversed(), ...others])].slice(0, LIMITS.peopleLeftOut);

/**
 * Adds hidden and seen people to the request, as far as one body can hold them. Where they cannot be read the search goes on without:
 * any of them that are found are put out of sight as soon as they are known.
 */
export async function withLeftOut(session: ChatSession, request: SearchRequest): Promise<SearchRequest> {
  const { chatId, messageId, content, deepResearch, ...plan } = request;
  const given = plan.leaveOut ?? [];
  const [hidden, seen] = await Promise.all([
    session.readHidden().catch(() => []),
    hidesSeen.read() ? seenElsewhere(session, chatId) : [],
  ]);
  const added = [...hidden, ...seen];
  if (added.length === 0) return request;
  const leaveOut = leftOut(hidden, [...given, ...seen]);
  return { chatId, messageId, content, deepResearch, ...withinLimit(request, { ...plan, leaveOut }) };
}
