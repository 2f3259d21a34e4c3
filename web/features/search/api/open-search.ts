import type { SearchRequest } from '#shared/api.ts';
import type { Api } from '#web/lib/api.ts';
import { unreadableAnswer } from '#web/lib/api-error.ts';
import type { ReceivedEvent } from './read-events.ts';
import { readEvents } from './read-events.ts';

interface OpenSearchOptions {
  api: Api;
  request: SearchRequest;
  signal: AbortSignal;
}

/** Starts a search and yields its events. @throws ApiError when there is no event stream to read; then as `readEvents`. */
export async function* openSearch({
  api,
  request,
  signal,
}: OpenSearchOptions): AsyncGenerator<ReceivedEvent, void, void> {
  const response = await api.send({
    method: 'POST',
    path: '/searches',
    body: request,
    headers: { accept: 'text/event-stream' },
    signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || response.body === null) throw unreadableAnswer(response.status);
  yield* readEvents({ body: response.body, signal });
}
