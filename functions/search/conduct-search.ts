import { DeadlineReached } from '#functions/pipeline/context.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import { runSearch } from '#functions/pipeline/run-search.ts';
import { CHAT_ERRORS, NOT_SAVED } from '#shared/errors.ts';
import type { DoneEvent, SearchEvent } from '#shared/events.ts';
import type { EventFeed } from './event-feed.ts';
import type { Keeping } from './keep-search.ts';
import type { RunningSearches } from './running-searches.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';

export interface SearchInHand {
  search: Search;
  opened: OpenedProviders;
  keeping: Keeping;
  feed: EventFeed;
}

/**
 * Runs a search to its end and keeps it, whether or not anyone listens: within its deadline, stoppable, its events in the feed.
 * The feed is closed whatever happens, with exactly one `done` as its last event.
 */
export async function conductSearch(
  { search, opened, keeping, feed }: SearchInHand,
  running: RunningSearches,
  settings: SearchSettings,
): Promise<void> {
  const controller = new AbortController();
  const deadline = setTimeout(() => controller.abort(new DeadlineReached()), settings.deadline);
  running.add(search.searchId, search.userId, controller);
  try {
    feed.append(await run(search, opened, keeping, feed, settings, controller.signal));
  } catch (error) {
    settings.log('search broke off', error);
    await keeping.abandon();
    feed.append(failed);
  } finally {
    clearTimeout(deadline);
    running.remove(search.searchId);
    feed.close();
    await opened.finish();
  }
}

const SEND_FAILED = 'send-message-error';
const failed: DoneEvent = {
  type: 'done',
  data: { outcome: 'failed', error: { code: SEND_FAILED, message: CHAT_ERRORS[SEND_FAILED] } },
};

/** Everything but the last event goes to the feed at once; the last waits for the answer to be stored and says if it was not. */
async function run(
  search: Search,
  { providers }: OpenedProviders,
  keeping: Keeping,
  feed: EventFeed,
  { pacing, clock, delay, log }: SearchSettings,
  signal: AbortSignal,
): Promise<DoneEvent> {
  let stored = Promise.resolve(true);
  let done: DoneEvent = failed;
  const emit = (event: SearchEvent) => {
    if (event.type === 'message') stored = keeping.end(event.data);
    if (event.type === 'done') done = event;
    else feed.append(event);
  };
  await runSearch(search, { providers, pacing, clock, delay, log, emit, signal });
  return (await stored) ? done : { ...done, data: { ...done.data, error: NOT_SAVED } };
}
