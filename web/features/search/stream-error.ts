/**
 * Base of what can go wrong with a search's event stream once it has begun. `lastEventId` is the last event that arrived whole. Which errors
 * there are stands beside what reads streams, which comes after the first load.
 */
export abstract class StreamError extends Error {
  abstract readonly code: 'stream-cut' | 'stream-malformed';
  readonly lastEventId: number;

  constructor({ message, lastEventId, cause }: { message: string; lastEventId: number; cause?: unknown }) {
    super(message, { cause });
    this.lastEventId = lastEventId;
  }
}
