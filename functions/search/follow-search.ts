import type { NumberedEvent } from '#functions/http/event-stream.ts';
import { StoreError } from '#functions/store/ports/store-error.ts';
import { endDeadSearch } from './end-dead-search.ts';
import type { RunningSearches } from './running-searches.ts';
import { sendFailedEvent } from './send-failed-event.ts';
import type { SearchSettings } from './settings.ts';

/** How often the log is asked for news of a search that runs elsewhere, in milliseconds. */
const POLL_INTERVAL = 300;
/** So many failures in a row are more than a moment; the stream is cut then, and the page picks it up again. */
const MOST_FAILURES = 20;

interface FollowOptions {
  searchId: string;
  after: number;
  /** Aborted when the reader leaves: the log is asked no more then. */
  left: AbortSignal;
}

/**
 * The events of a search after number `after`, then those to come, to the last: from memory where the search runs here, from the
 * log otherwise. A search whose instance has died is ended on the way; a database that is away for a moment is waited for.
 */
export async function* followSearch(
  options: FollowOptions,
  { running }: RunningSearches,
  settings: SearchSettings,
): AsyncGenerator<NumberedEvent, void, undefined> {
  const here = running.get(options.searchId);
  if (here !== undefined) return yield* here.feed.follow(options.after);
  try {
    yield* followLog(options, settings);
  } catch (error) {
    if (!options.left.aborted) throw error;
  }
}

async function* followLog(
  { searchId, after, left }: FollowOptions,
  settings: SearchSettings,
): AsyncGenerator<NumberedEvent, void, undefined> {
  let last = after;
  for (let failures = 0; ; ) {
    const news = await readNews({ searchId, after: last, left }, settings).catch((error: unknown) => {
      failures += 1;
      if (!(error instanceof StoreError) || failures > MOST_FAILURES) throw error;
      settings.log('following a search was held up', error);
      return [];
    });
    for (const event of news) {
      yield event;
      last = event.id;
      if (event.event.type === 'done') return;
    }
    if (news.length > 0) failures = 0;
    else await settings.delay(POLL_INTERVAL, left);
  }
}

/** What the log has after that number; where it has nothing, looks whether the search is still alive. */
async function readNews(
  { searchId, after, left: signal }: FollowOptions,
  settings: SearchSettings,
): Promise<readonly NumberedEvent[]> {
  const events = await settings.searchLog.list({ searchId, after, signal });
  if (events.length > 0) return events;
  const state = await settings.searchLog.read({ searchId, signal });
  // Withdrawn, or expired, while somebody followed it.
  if (state === undefined || state.refusal !== undefined)
    return [{ id: after + 1, event: sendFailedEvent(state?.refusal) }];
  if (state.leaseUntil < settings.clock()) await endDeadSearch(state, settings);
  return events;
}
