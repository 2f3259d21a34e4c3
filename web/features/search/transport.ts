import { BROWSER_ID_HEADER } from '#shared/contract.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { BRIEF_STREAM, type NumberedEvent } from '#shared/search.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import type { Api } from '#web/lib/api.ts';
import { browserStorage, type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import { browserWakeUps } from './backoff.ts';
import { openStream, type StreamOptions } from './event-stream.ts';

/** Milliseconds that a request to stop may take. */
const STOP_TIMEOUT = 10_000;

type Options = Pick<StreamOptions, 'signal' | 'onOpen'>;

/** Sends searches to the server and receives their events. */
export type SearchTransport = ReturnType<typeof createSearchTransport>;

const BROWSER_ID_KEY = `${STORAGE_PREFIX}_browser_id`;
const BROWSER_ID_PATTERN = /^[0-9a-f]{32}$/;

/** The page's own id, if none could be stored. */
let pageId: string | undefined;

/**
 * This browser's id, created once, by which the service tells people behind one IP address apart. If nothing can be stored, each page gets
 * its own.
 */
function readBrowserId(storage: KeyValueStorage | undefined): string {
  const known = readText(storage, BROWSER_ID_KEY);
  if (known !== undefined && BROWSER_ID_PATTERN.test(known)) return known;
  const id = pageId ?? makeId();
  if (!writeText(storage, BROWSER_ID_KEY, id)) pageId = id;
  return id;
}

function makeId(): string {
  // Unlike crypto.randomUUID, available without https too.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const searchPath = (searchId: string): string => `/searches/${encodeURIComponent(searchId)}`;

export function createSearchTransport(api: Api) {
  const browserId = readBrowserId(browserStorage());
  return {
    /**
     * Starts a search, or finds the one started by an earlier attempt with the same ids, and yields its events.
     * @throws ApiError if the search is refused or the server cannot be reached; otherwise as `readEvents`.
     */
    open: (body: SearchRequest, options: Options): AsyncIterable<NumberedEvent> =>
      openStream({
        api,
        request: { method: 'POST', path: '/searches', body, headers: { [BROWSER_ID_HEADER]: browserId } },
        wakeUps: browserWakeUps,
        ...options,
      }),
    /**
     * A search's events after a given one, past and future. Brief streams are soon handed over, for connections that deliver only complete
     * responses.
     * @throws ApiError, 404 if there is no such search or event; otherwise as `readEvents`.
     */
    follow(
      searchId: string,
      { after, isBrief = false, ...options }: Options & { after: number; isBrief?: boolean },
    ): AsyncIterable<NumberedEvent> {
      const headers = {
        [BROWSER_ID_HEADER]: browserId,
        ...(after > 0 && { 'last-event-id': String(after) }),
        ...(isBrief && { prefer: BRIEF_STREAM }),
      };
      const request = { method: 'GET', path: `${searchPath(searchId)}/events`, headers } as const;
      return openStream({ api, request, after, wakeUps: browserWakeUps, ...options });
    },
    /** Ends a search on the server, and with it the spending; its stream then ends with outcome 'stopped'. Idempotent. @throws ApiError */
    async stop(searchId: string): Promise<void> {
      const signal = AbortSignal.timeout(STOP_TIMEOUT);
      await api.send({ method: 'POST', path: `${searchPath(searchId)}/stop`, signal });
    },
  };
}
