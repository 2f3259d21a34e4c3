import type { SearchRequest } from '#shared/contract.ts';
import type { NumberedEvent } from '#shared/search.ts';
import type { Api } from '#web/lib/api.ts';
import { openStream, type StreamOptions } from './event-stream.ts';
import { browserWakeUps, type WakeUps } from './tries.ts';

/** Milliseconds. */
const LONGEST_STOP = 10_000;

type Options = Pick<StreamOptions, 'signal' | 'onOpen'>;

/** How a search reaches the server and its events the page. */
export type SearchTransport = ReturnType<typeof createSearchTransport>;

const searchPath = (searchId: string): string => `/searches/${encodeURIComponent(searchId)}`;

export const createSearchTransport = (
  api: Api,
  { wakeUps = browserWakeUps }: { wakeUps?: WakeUps } = {},
) => ({
  /**
   * Starts a search, or finds it started by an earlier try with the same ids, and yields its events.
   * @throws ApiError when the search is refused or the server cannot be reached; otherwise as `readEvents`.
   */
  open: (body: SearchRequest, options: Options): AsyncIterable<NumberedEvent> =>
    openStream({ api, request: { method: 'POST', path: '/searches', body }, wakeUps, ...options }),
  /** The events of a search after one, then those to come. @throws ApiError, 404 when there is no such search or event; otherwise as `readEvents`. */
  follow(searchId: string, { after, ...options }: Options & { after: number }): AsyncIterable<NumberedEvent> {
    const headers = { ...(after > 0 && { 'last-event-id': String(after) }) };
    const request = { method: 'GET', path: `${searchPath(searchId)}/events`, headers } as const;
    return openStream({ api, request, after, wakeUps, ...options });
  },
  /** Ends a search on the server, and with it the spending; its stream then ends with outcome 'stopped'. Safe to repeat. @throws ApiError */
  async stop(searchId: string): Promise<void> {
    const signal = AbortSignal.timeout(LONGEST_STOP);
    await api.send({ method: 'POST', path: `${searchPath(searchId)}/stop`, signal });
  },
});
