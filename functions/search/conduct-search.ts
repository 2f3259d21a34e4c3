import { DeadlineReached } from '#functions/pipeline/context.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import { runSearch } from '#functions/pipeline/run-search.ts';
import type { EventFeed } from './event-feed.ts';
import type { RunningSearches } from './running-searches.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';

/**
 * Runs a search to its end, whether or not anyone listens: within its deadline, stoppable, its events in the feed.
 * The feed is closed whatever happens, with exactly one `done` as its last event.
 */
export async function conductSearch(
  search: Search,
  { providers, finish }: OpenedProviders,
  feed: EventFeed,
  running: RunningSearches,
  settings: SearchSettings,
): Promise<void> {
  const controller = new AbortController();
  const deadline = setTimeout(() => controller.abort(new DeadlineReached()), settings.deadline);
  running.add(search.searchId, search.userId, controller);
  try {
    await runSearch(search, {
      providers,
      pacing: settings.pacing,
      clock: settings.clock,
      delay: settings.delay,
      log: settings.log,
      emit: feed.append,
      signal: controller.signal,
    });
  } finally {
    clearTimeout(deadline);
    running.remove(search.searchId);
    feed.close();
    await finish();
  }
}
