import type { NumberedEvent } from '#functions/http/event-stream.ts';
import { endDeadSearch } from './end-dead-search.ts';
import type { RunningSearches } from './running-searches.ts';
import { SEND_FAILED_EVENT } from './send-failed-event.ts';
import type { SearchSettings } from './settings.ts';

/** How often the log is asked for news of a search that runs elsewhere, in milliseconds. */
const POLL_INTERVAL = 300;

/**
 * The events of a search after number `after`, then those to come, to the last: from memory where the search runs here, from the
 * log otherwise. A search whose instance has died is ended on the way.
 */
export async function* followSearch(
  { searchId, after }: { searchId: string; after: number },
  { running }: RunningSearches,
  settings: SearchSettings,
): AsyncGenerator<NumberedEvent, void, undefined> {
  const here = running.get(searchId);
  if (here !== undefined) return yield* here.feed.follow(after);
  for (let last = after; ; ) {
    const events = await settings.searchLog.list({ searchId, after: last });
    for (const event of events) {
      yield event;
      last = event.id;
      if (event.event.type === 'done') return;
    }
    const state = await settings.searchLog.read({ searchId });
    if (state === undefined) {
      // Withdrawn, or expired, while somebody followed it.
      yield { id: last + 1, event: SEND_FAILED_EVENT };
      return;
    }
    if (state.leaseUntil < settings.clock()) await endDeadSearch(state, settings);
    if (events.length === 0) await settings.delay(POLL_INTERVAL, new AbortController().signal);
  }
}
