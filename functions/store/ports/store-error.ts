/** Errors whose request may succeed when sent again: DynamoDB's own and those of the way to it. */
const RETRYABLE = new Set([
  'InternalServerError',
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'ThrottlingException',
  'TimeoutError',
  'TransactionInProgressException',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * The one error every store port throws when storing itself failed. `message` is the specified text
 * ('Failed to fetch chats'), safe to show; the cause is for the log only.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  /** Whether the same call may succeed a little later. */
  readonly retryable: boolean;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.retryable = isRetryable(options.cause);
  }
}

/** A cursor that this listing never gave to this person. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

/** The number of an event stands for another event in the search's log. */
export class NumberTakenError extends Error {
  override readonly name = 'NumberTakenError';
}

function isRetryable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  if (RETRYABLE.has(cause.name)) return true;
  return 'code' in cause && typeof cause.code === 'string' && RETRYABLE.has(cause.code);
}
