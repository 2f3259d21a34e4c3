import { interruptedAnswer } from '#functions/pipeline/interrupted-answer.ts';
import type { LoggedEvent, SearchState } from '#functions/store/ports/search-log.ts';
import type { SearchEvent } from '#shared/events.ts';
import { newId } from '#shared/ids.ts';
import { LEASE } from './hold-lease.ts';
import { keepingOf } from './keep-search.ts';
import type { SearchSettings } from './settings.ts';

/**
 * Ends a search whose instance gave no sign for longer than its lease: what it had found is made the answer and saved. Of several
 * who notice, one does it.
 */
export async function endDeadSearch(
  { search, status, expiresAt }: SearchState,
  settings: SearchSettings,
): Promise<void> {
  const { searchLog, clock } = settings;
  const { searchId } = search;
  const now = clock();
  const holder = newId('search');
  if (status === 'running' && !(await searchLog.takeOver({ searchId, holder, now, leaseUntil: now + LEASE })))
    return;
  const logged = await searchLog.list({ searchId, after: 0 });
  const closing = closingEvents(
    search,
    logged.map(({ event }) => event),
    now,
  );
  const answer = closing.find((event) => event.type === 'message');
  if (answer) await keepingOf(search, settings).end(answer.data);
  const events = closing.map((event, index): LoggedEvent => ({ id: logged.length + index + 1, event }));
  await searchLog.append({ searchId, events, expiresAt });
  await searchLog.end({ searchId, holder });
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
