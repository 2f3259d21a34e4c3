import { StopRequested } from '#functions/pipeline/context.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { EventFeed } from './event-feed.ts';

/** A search this instance is running. */
export interface RunningSearch {
  search: Search;
  feed: EventFeed;
  controller: AbortController;
}

/** The searches this instance is running, by id. */
export type RunningSearches = Map<string, RunningSearch>;

/** Ends a search's work and spending; what it has found is kept. */
export const stopRunning = ({ controller }: RunningSearch): void => controller.abort(new StopRequested());
