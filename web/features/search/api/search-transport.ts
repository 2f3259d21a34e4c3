import type { SearchRequest } from '#shared/api.ts';
import type { Api } from '#web/lib/api.ts';
import { openSearch } from './open-search.ts';
import type { ReceivedEvent } from './read-events.ts';
import { stopSearch } from './stop-search.ts';

/**
 * How a search reaches the server and its events the page. Picking a cut stream up again will be a third verb,
 * `follow({ searchId, lastEventId, signal })`, with the same kind of answer as `open`.
 */
export interface SearchTransport {
  /** @throws ApiError when the search is refused or the server cannot be reached; otherwise as `readEvents`. */
  open(request: SearchRequest, options: { signal: AbortSignal }): AsyncIterable<ReceivedEvent>;
  /** Ends the server's work. @throws ApiError */
  stop(searchId: string, options: { signal: AbortSignal }): Promise<void>;
}

export const createSearchTransport = (api: Api): SearchTransport => ({
  open: (request, { signal }) => openSearch({ api, request, signal }),
  stop: (searchId, { signal }) => stopSearch({ api, searchId, signal }),
});
