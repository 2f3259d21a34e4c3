/**
 * Base class of the errors that can occur in a search's event stream once it has begun. `lastEventId` is the last event that arrived
 * complete. The subclasses are defined where streams are read, which is not part of the first load.
 */
export abstract class StreamError extends Error {
  abstract readonly code: 'stream-cut' | 'stream-malformed';
  readonly lastEventId: number;

  constructor({ message, lastEventId, cause }: { message: string; lastEventId: number; cause?: unknown }) {
    super(message, { cause });
    this.lastEventId = lastEventId;
  }
}
