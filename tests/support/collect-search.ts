import { runSearch } from '#functions/pipeline/run.ts';
import type { Providers } from '#functions/providers/ports.ts';
import { PAUSES } from '#functions/timing.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { toTimestamp } from '#shared/time.ts';

export interface CollectOptions {
  providers: Providers;
  content: string;
  deepResearch: boolean;
  /** What the search is asked for besides the request. */
  plan?: SearchPlan;
  /** Aborts the search. */
  signal?: AbortSignal;
}

/** Runs one unpaced search over real adapters and returns all its events. */
export async function collectSearch({
  providers,
  content,
  deepResearch,
  plan,
  signal,
}: CollectOptions): Promise<SearchEvent[]> {
  const events: SearchEvent[] = [];
  const owner = { chatId: 'chat_1', userId: 'anonymous' };
  await runSearch(
    {
      ...owner,
      searchId: 'search_1',
      assistantMessageId: 'msg_2',
      deepResearch,
      userMessage: { id: 'msg_1', ...owner, role: 'user', content, timestamp: toTimestamp(0) },
    },
    {
      providers,
      pause: PAUSES.off,
      sensitiveCriteria: 'score',
      clock: () => 0,
      emit: (event) => events.push(event),
      log: () => undefined,
      signal: signal ?? new AbortController().signal,
    },
    plan,
  );
  return events;
}
