import type { SearchRequest } from '#shared/api.ts';
import type { Api } from '#web/lib/api.ts';
import type { WakeUps } from '../connection/wake-ups.ts';
import { browserWakeUps } from '../connection/wake-ups.ts';
import { followSearch } from './follow-search.ts';
import { openSearch } from './open-search.ts';
import type { StreamOptions } from './open-stream.ts';
import type { ReceivedEvent } from './read-events.ts';
import { stopSearch } from './stop-search.ts';

type Options = Pick<StreamOptions, 'signal' | 'onOpen'>;

/** How a search reaches the server and its events the page. */
export interface SearchTransport {
  /** Safe to repeat. @throws ApiError when the search is refused or the server cannot be reached; otherwise as `readEvents`. */
  open(request: SearchRequest, options: Options): AsyncIterable<ReceivedEvent>;
  /** @throws ApiError, 404 when there is no such search or no such event; otherwise as `readEvents`. */
  follow(searchId: string, options: Options & { after: number }): AsyncIterable<ReceivedEvent>;
  /** Ends the server's work. Safe to repeat. @throws ApiError */
  stop(searchId: string): Promise<void>;
}

export const createSearchTransport = (
  api: Api,
  { wakeUps = browserWakeUps }: { wakeUps?: WakeUps } = {},
): SearchTransport => ({
  open: (request, options) => openSearch({ api, request, wakeUps, ...options }),
  follow: (searchId, options) => followSearch({ api, searchId, wakeUps, ...options }),
  stop: (searchId) => stopSearch({ api, searchId }),
});
