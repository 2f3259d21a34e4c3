import * as v from 'valibot';
import { LIMITS } from '#shared/limits.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { unlessAborted } from '#web/lib/schedule.ts';
import { StoredValue } from '#web/lib/stored-value.ts';
import { knownHistory, readHistory } from '../history/history.ts';
import { shownMessages } from '../messages.ts';
import type { ChatSession } from '../session.ts';
import { withinLimit } from './basis.ts';

/** This browser's setting to hide people who were in other chats' answers. */
export const hidesSeen = new StoredValue({
  key: `${STORAGE_PREFIX}_seen_hidden`,
  schema: v.boolean(),
  empty: false,
});

/** The longest that a search waits for the hidden people and for the history of older chats, in milliseconds. */
const READ_TIMEOUT = 2_000;

const inTime = <Value>(read: Promise<Value>): Promise<Value | undefined> =>
  unlessAborted(AbortSignal.timeout(READ_TIMEOUT), read).catch(() => undefined);

/**
 * The people in other chats' answers, newest first; if the history cannot be read in time, only those that the page has loaded. People of
 * the answer being continued are in sight there, unless they had been seen before it.
 */
async function seenInOtherChats(
  session: ChatSession,
  { chatId, refines, basis }: SearchRequest,
): Promise<string[]> {
  await inTime(readHistory(session));
  const history = knownHistory(session);
  const continued = shownMessages(session, chatId).find(({ id }) => id === refines);
  const outOfSight = history.seenPeople(chatId, continued?.timestamp);
  const inSight = new Set(basis?.people.map(({ url }) => url).filter((url) => !outOfSight.has(url)));
  return [...history.seenPeople(chatId)].filter((url) => !inSight.has(url));
}

/**
 * The people that a new search must not find, as canonical profile URLs: hidden people, newest first, then the others, up to the limit of
 * a request.
 * @param hidden the newest last
 */
export const leftOut = (hidden: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...hidden.toReversed(), ...others])].slice(0, LIMITS.peopleLeftOut);

/**
 * Adds hidden and seen people to the request, as many as fit into one body. If they cannot be read in time, the search goes ahead
 * without: the page hides any of them that are found as soon as they are known. A verification finds nobody new, and needs none of them.
 */
export async function withLeftOut(session: ChatSession, request: SearchRequest): Promise<SearchRequest> {
  if (request.task?.kind === 'verify') return request;
  const { chatId, messageId, content, deepResearch, ...plan } = request;
  const given = plan.leaveOut ?? [];
  const [hidden = [], seen] = await Promise.all([
    inTime(session.readHidden()),
    hidesSeen.read() ? seenInOtherChats(session, request) : [],
  ]);
  const added = [...hidden, ...seen];
  if (added.length === 0) return request;
  const leaveOut = leftOut(hidden, [...given, ...seen]);
  return { chatId, messageId, content, deepResearch, ...withinLimit(request, { ...plan, leaveOut }) };
}
