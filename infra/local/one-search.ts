import type { SearchDeps } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run.ts';
import { PAUSES } from '#functions/timing.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import type { Pacing } from '#shared/operator-choices.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { toTimestamp } from '#shared/time.ts';
import type { Recording } from './recording/format.ts';

/** An anonymous search in a new chat. */
export function newSearch({ content, deepResearch, plan }: NonNullable<Recording['search']>): Search {
  const owner = { chatId: newId('chat'), userId: ANONYMOUS_USER_ID };
  const timestamp = toTimestamp(Date.now());
  return {
    ...owner,
    searchId: newId('search'),
    assistantMessageId: newId('msg'),
    deepResearch,
    userMessage: {
      id: newId('msg'),
      ...owner,
      role: 'user',
      content,
      timestamp,
      ...(plan?.task && { metadata: { task: plan.task.kind } }),
    },
  };
}

/** Runs a search to completion from a terminal, without a server; non-fatal failures are printed to stderr. */
export async function runOneSearch(
  search: Search,
  {
    pacing,
    plan = {},
    signal = new AbortController().signal,
    ...given
  }: Pick<SearchDeps, 'providers' | 'sensitiveCriteria' | 'emit'> & {
    pacing: Pacing;
    plan?: SearchPlan | undefined;
    signal?: AbortSignal;
  },
): Promise<void> {
  const deps = {
    ...given,
    pause: PAUSES[pacing],
    clock: Date.now,
    log: (message: string, error?: unknown) =>
      console.error(message, error instanceof Error ? error.message : error),
    signal,
  };
  await runSearch(search, deps, plan);
}
