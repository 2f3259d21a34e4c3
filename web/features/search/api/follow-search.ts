import type { Api } from '#web/lib/api.ts';
import type { StreamOptions } from './open-stream.ts';
import { openStream } from './open-stream.ts';
import type { ReceivedEvent } from './read-events.ts';

interface FollowSearchOptions extends StreamOptions {
  api: Api;
  searchId: string;
  /** Number of the last event already taken in; 0 for all from the first. */
  after: number;
}

/** The events of a search after one, then those to come. @throws ApiError 404 when there is none to follow; then as `readEvents`. */
export const followSearch = ({
  api,
  searchId,
  after,
  ...stream
}: FollowSearchOptions): AsyncGenerator<ReceivedEvent> =>
  openStream({
    api,
    request: {
      method: 'GET',
      path: `/searches/${encodeURIComponent(searchId)}/events`,
      ...(after > 0 && { headers: { 'last-event-id': String(after) } }),
    },
    after,
    ...stream,
  });
