/** Base of what can go wrong with a search's event stream once it has begun. `lastEventId` is the last event that arrived whole. */
export abstract class StreamError extends Error {
  abstract readonly code: 'stream-cut' | 'stream-malformed';
  readonly lastEventId: number;

  constructor({ message, lastEventId, cause }: { message: string; lastEventId: number; cause?: unknown }) {
    super(message, { cause });
    this.lastEventId = lastEventId;
  }
}

/**
 * The stream ended, broke or fell silent before `done`. The search may still be running: it can be followed from `lastEventId`. Its cause is
 * HANDOVER_COMMENT where the server ended it for the page to come back: nothing is lost then.
 */
export class StreamCutError extends StreamError {
  override readonly name = 'StreamCutError';
  readonly code = 'stream-cut';

  constructor({ lastEventId, cause }: { lastEventId: number; cause?: unknown }) {
    super({ message: 'The connection was lost before the search had ended.', lastEventId, cause });
  }
}

/** The stream carries something that the contract does not allow; following it again would bring the same. */
export class StreamMalformedError extends StreamError {
  override readonly name = 'StreamMalformedError';
  readonly code = 'stream-malformed';

  constructor({ lastEventId, cause }: { lastEventId: number; cause?: unknown }) {
    super({ message: 'The answer to the search could not be read.', lastEventId, cause });
  }
}
