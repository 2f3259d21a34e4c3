import { interruptedAnswer } from '#functions/pipeline/interrupted-answer.ts';
import type { LoggedEvent, SearchState } from '#functions/store/ports/search-log.ts';
import { NumberTakenError, StoreError } from '#functions/store/ports/store-error.ts';
import type { SearchEvent } from '#shared/events.ts';
import { newId } from '#shared/ids.ts';
import { LEASE } from './hold-lease.ts';
import { keepingOf } from './keep-search.ts';
import type { SearchSettings } from './settings.ts';

/** The former instance may turn out to be alive and write on: what it writes first stands. */
const ROUNDS = 5;

/**
 * Ends a search whose instance gave no sign for longer than its lease: what it had found is made the answer and saved, and its place
 * among the person's searches at once is free again. Of several who notice, one does it.
 */
export async function endDeadSearch(state: SearchState, settings: SearchSettings): Promise<void> {
  const { searchLog, runningSlots, clock, log } = settings;
  const { search, status, person } = state;
  const { searchId } = search;
  const now = clock();
  const holder = newId('search');
  if (status === 'running' && !(await searchLog.takeOver({ searchId, holder, now, leaseUntil: now + LEASE })))
    return;
  for (let round = 1; !(await closeLog(state, settings)); round += 1)
    if (round === ROUNDS) throw new StoreError('Failed to log the search');
  await searchLog.end({ searchId, holder });
  if (person !== undefined)
    await runningSlots
      .release({ person, searchId })
      .catch((error) => log('a place was not given back', error));
}

/** Saves and logs how the search ends; false when somebody else wrote on in between. */
async function closeLog({ search, expiresAt }: SearchState, settings: SearchSettings): Promise<boolean> {
  const { searchLog, clock } = settings;
  const { searchId } = search;
  const logged = (await searchLog.list({ searchId, after: 0 })).map(({ event }) => event);
  const closing = closingEvents(search, logged, clock());
  const answer = closing.find((event) => event.type === 'message');
  if (answer) await keepingOf(search, settings).end(answer.data, new AbortController().signal);
  const events = closing.map((event, index): LoggedEvent => ({ id: logged.length + index + 1, event }));
  try {
    await searchLog.append({ searchId, events, expiresAt });
    return true;
  } catch (error) {
    if (error instanceof NumberTakenError) return false;
    throw error;
  }
}

/** What is missing at the end of a log that broke off. */
function closingEvents(
  search: SearchState['search'],
  logged: readonly SearchEvent[],
  now: number,
): SearchEvent[] {
  const answer =
    logged.find((event) => event.type === 'message')?.data ?? interruptedAnswer(search, logged, now);
  const outcome = answer.metadata?.outcome ?? 'stopped';
  const { searchId, chatId, userMessage } = search;
  const has = (type: SearchEvent['type']) => logged.some((event) => event.type === type);
  return [
    ...(has('run') ? [] : [{ type: 'run', data: { searchId, chatId, userMessage } } as const]),
    ...(has('message') ? [] : [{ type: 'message', data: answer } as const]),
    ...(has('done') ? [] : [{ type: 'done', data: { outcome } } as const]),
  ];
}
