import type { Api, ApiRequest } from '#web/lib/api.ts';
import { networkError, unreadableAnswer } from '#web/lib/api-error.ts';
import type { WakeUps } from '../connection/wake-ups.ts';
import type { ReceivedEvent } from './read-events.ts';
import { readEvents } from './read-events.ts';

/** Milliseconds within which an answer has to begin; longer means that the connection is dead. */
const LONGEST_OPENING = 20_000;

/** What every event stream is read with. */
export interface StreamOptions {
  signal: AbortSignal;
  /** Called when there is a stream, before its first event. */
  onOpen?: () => void;
  /** When to doubt a stream that is silent. */
  wakeUps?: WakeUps;
}

interface OpenStreamOptions extends StreamOptions {
  api: Api;
  request: Pick<ApiRequest, 'method' | 'path' | 'body' | 'headers'>;
  /** Number of the last event already taken in. */
  after?: number;
}

/** The events of the stream that a request is answered with. @throws ApiError when there is none; then as `readEvents`. */
export async function* openStream(options: OpenStreamOptions): AsyncGenerator<ReceivedEvent, void, void> {
  const { after = 0, signal, onOpen, wakeUps } = options;
  const response = await sendInTime(options);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || response.body === null) throw unreadableAnswer(response.status);
  onOpen?.();
  yield* readEvents({ body: response.body, after, signal, wakeUps });
}

async function sendInTime({ api, request, signal }: OpenStreamOptions): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LONGEST_OPENING);
  const headers = { accept: 'text/event-stream', ...request.headers };
  try {
    return await api.send({ ...request, headers, signal: AbortSignal.any([signal, limit.signal]) });
  } catch (error) {
    signal.throwIfAborted();
    throw limit.signal.aborted ? networkError(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
