import * as v from 'valibot';
import { LIMITS } from '#shared/limits.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { Message } from '#shared/message.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { StoredValue } from '#web/lib/stored-value.ts';
import { withinLimit } from './basis.ts';
import { knownChats } from './chats.ts';
import { messagesQuery } from './messages.ts';
import type { ChatSession } from './session.ts';

/* Who stood in answers of other chats, as far as the page has loaded them; those of the browser's own chats it loads itself. */

/**
 * Who stood in an answer of another chat before a time (ISO, UTC), as canonical profile URLs. Of two answers that show the same person only
 * the later one can be without them.
 */
export type SeenPeople = (exceptChatId: string, before: string) => ReadonlySet<string>;

/** Whether people of other chats' answers are hidden in this browser. */
export const hidesSeen = new StoredValue({
  key: `${STORAGE_PREFIX}_seen_hidden`,
  schema: v.boolean(),
  empty: false,
});

/** Loads the chats of this browser. What the server holds is not read for this: each chat would be a request. */
export async function readChats(session: ChatSession): Promise<void> {
  if (session.searchStores) return;
  const reads = knownChats(session).map(({ id }) =>
    session.queries.ensureQueryData(messagesQuery(session, id)),
  );
  await Promise.allSettled(reads);
}

export function seenIn({ queries }: Pick<ChatSession, 'queries'>): SeenPeople {
  const all = queries.getQueriesData<readonly Message[]>({ queryKey: ['messages'] });
  const answers = all.flatMap(([, messages = []]) => messages).filter(({ role }) => role === 'assistant');
  const seen = answers.flatMap(({ chatId, timestamp, metadata }) => {
    const data = metadata?.profileDisplayData;
    const people = data ? [...data.verifiedProfiles, ...data.otherProfiles] : [];
    return people.map(({ profileUrl }) => ({ url: canonicalProfileUrl(profileUrl), chatId, timestamp }));
  });
  return (exceptChatId, before) =>
    new Set(
      seen
        .filter(({ chatId, timestamp }) => chatId !== exceptChatId && timestamp < before)
        .flatMap(({ url = [] }) => url),
    );
}

/** Later than every answer. */
export const ANY_TIME = '9999';

/**
 * Whom a new search is not to find, as canonical profile URLs: those who are hidden, the newest first, then the others, as many as a request
 * may name.
 * @param hidden the newest last
 */
export const leftOut = (hidden: readonly string[], others: readonly string[]): string[] =>
  [...new Set([...hidden.toReversed(), ...others])].slice(0, LIMITS.peopleLeftOut);

/**
 * A request that leaves out whom the person does not want to see, as far as one body can hold it. Where it cannot be read who is hidden the
 * search goes on without: who is found of them is out of sight as soon as that is known.
 */
export async function withLeftOut(session: ChatSession, request: SearchRequest): Promise<SearchRequest> {
  const { chatId, messageId, content, deepResearch, ...plan } = request;
  const seen = hidesSeen.read() ? seenIn(session)(chatId, ANY_TIME) : [];
  const given = plan.leaveOut ?? [];
  const hidden = await session.readHidden().catch(() => []);
  const leaveOut = leftOut(hidden, [...given, ...seen]);
  if (leaveOut.length === given.length) return request;
  return { chatId, messageId, content, deepResearch, ...withinLimit(request, { ...plan, leaveOut }) };
}
