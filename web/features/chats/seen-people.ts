import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { Message } from '#shared/message.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { withinLimit } from './basis.ts';
import { knownChats } from './chats.ts';
import { hidesSeen, leftOut, type SeenPeople } from './hidden-people.tsx';
import { messagesQuery } from './messages.ts';
import type { ChatSession } from './session.ts';

/* Who stood in answers of other chats, as far as the page has loaded them; those of the browser's own chats it loads itself. */

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

/** A request that leaves out whom the person does not want to see, as far as one body can hold it. */
export function withLeftOut(session: ChatSession, request: SearchRequest): SearchRequest {
  const { chatId, messageId, content, deepResearch, ...plan } = request;
  const seen = hidesSeen.read() ? seenIn(session)(chatId, ANY_TIME) : [];
  const given = plan.leaveOut ?? [];
  const leaveOut = leftOut([...given, ...seen]);
  if (leaveOut.length === given.length) return request;
  return { chatId, messageId, content, deepResearch, ...withinLimit(request, { ...plan, leaveOut }) };
}
