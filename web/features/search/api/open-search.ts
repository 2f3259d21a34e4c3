import type { SearchRequest } from '#shared/api.ts';
import type { Api } from '#web/lib/api.ts';
import type { StreamOptions } from './open-stream.ts';
import { openStream } from './open-stream.ts';
import type { ReceivedEvent } from './read-events.ts';

interface OpenSearchOptions extends StreamOptions {
  api: Api;
  request: SearchRequest;
}

/**
 * Starts a search, or finds it started by an earlier try with the same ids, and yields its events.
 * @throws ApiError when there is no event stream to read; then as `readEvents`.
 */
export const openSearch = ({ api, request, ...stream }: OpenSearchOptions): AsyncGenerator<ReceivedEvent> =>
  openStream({ api, request: { method: 'POST', path: '/searches', body: request }, ...stream });
