import { searchApology } from '#shared/errors.ts';
import type { SearchEvent } from '#shared/events.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { Search } from './run-search.ts';

/** The answer of a search that broke off, from the events it left: the people it had found, or the apology when there were none. */
export function interruptedAnswer(search: Search, logged: readonly SearchEvent[], now: number): Message {
  const directory = logged.findLast((event) => event.type === 'profiles')?.data;
  const count = directory?.totalProfiles ?? 0;
  const outcome = count > 0 ? 'stopped' : 'apologised';
  const people = count === 1 ? 'This is the 1 profile' : `These are the ${count} profiles`;
  return {
    id: search.assistantMessageId,
    chatId: search.chatId,
    userId: search.userId,
    role: 'assistant',
    timestamp: toTimestamp(now),
    content:
      count > 0
        ? `This search was interrupted on our side. ${people} found until then.`
        : searchApology('The search was interrupted on our side'),
    metadata: {
      useDeepResearch: search.deepResearch,
      outcome,
      ...(directory && { profileDisplayData: directory }),
    },
  };
}
