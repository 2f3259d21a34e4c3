import { StopRequested } from '#functions/pipeline/context.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { EventFeed } from './event-feed.ts';

/** A search this instance is running. */
export interface RunningSearch {
  search: Search;
  feed: EventFeed;
  controller: AbortController;
}

/** A search this instance is about to run, or to find begun elsewhere: then there is no feed. */
export interface BeginningSearch {
  search: Search;
  /** Rejects when the search is refused. */
  feed: Promise<EventFeed | undefined>;
}

/** The searches this instance has in hand, by id. */
export interface RunningSearches {
  beginning: Map<string, BeginningSearch>;
  running: Map<string, RunningSearch>;
}

/** Ends a search's work and spending; what it has found is kept. */
export const stopRunning = ({ controller }: RunningSearch): void => controller.abort(new StopRequested());
