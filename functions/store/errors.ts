import { LoggableError } from '#functions/log.ts';

/**
 * Thrown by every method of the store when the database operation fails. `message` is safe to show
 * (docs/behaviour.md#error-texts); the cause is for the log only.
 */
export class StoreError extends LoggableError {
  override readonly name = 'StoreError';
  /** Whether DynamoDB was unreachable or did not respond. False if it responded: throttled, forbidden, no such table, invalid request. */
  readonly isUnreached: boolean;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.isUnreached = isConnectionFailure(options?.cause);
  }
}

/** Node's names for connection failures, and the SDK's name for a request that timed out. */
const CONNECTION_FAILURES: ReadonlySet<unknown> = new Set([
  'TimeoutError',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

function isConnectionFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? cause.code : undefined;
  return CONNECTION_FAILURES.has(cause.name) || CONNECTION_FAILURES.has(code);
}

/** Whether the database failed or did not respond in time. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof StoreError || (error instanceof DOMException && error.name === 'TimeoutError');

/** A cursor that this listing never returned to this person. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

/** The search's log already has a different event under this number. */
export class NumberTakenError extends Error {
  override readonly name = 'NumberTakenError';
}

/** The item was written by a newer deployment, before a rollback to this one. It is neither read nor changed. */
export class NewerItemError extends LoggableError {
  override readonly name = 'NewerItemError';

  constructor({ kind, stored, current }: { kind: string; stored: number; current: number }) {
    super(
      `An item (${kind}) has version ${stored}, and this deployment knows versions up to ${current}. Deploy the newer one again.`,
    );
  }
}

/** Stored data is corrupt: an attribute is invalid, a part is missing, or the payload cannot be unpacked. The cause says which. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** The account was erased. Nothing is stored for it any more, even though its token may still be valid. */
export class AccountErasedError extends Error {
  override readonly name = 'AccountErasedError';
}

/** Errors that are rethrown unchanged. A nested StoreError already says which part of an operation failed. */
const RETHROWN_ERRORS = [StoreError, InvalidCursorError, NumberTakenError, AccountErasedError, RangeError];

type Operation = (options: never) => Promise<unknown>;

/**
 * Wraps the operations so that each throws a StoreError with its message when the database operation fails. Misuse and
 * cancellation are rethrown unchanged. An operation whose signal is already aborted is not started.
 */
export function withStoreErrors<Operations extends Record<keyof Operations, Operation>>(
  messages: Readonly<Record<keyof Operations, string>>,
  operations: Operations,
): Operations {
  const wrapped = { ...operations };
  for (const name in operations) wrapped[name] = withStoreError(messages[name], operations[name]);
  return wrapped;
}

/** {@link withStoreErrors} for a single operation. */
export function withStoreError<Single extends Operation>(message: string, operation: Single): Single {
  return new Proxy(operation, {
    async apply(target, self, given) {
      const signal: unknown = given[0]?.signal;
      const throwIfAborted = () => signal instanceof AbortSignal && signal.throwIfAborted();
      try {
        throwIfAborted();
        return await Reflect.apply(target, self, given);
      } catch (error) {
        throwIfAborted();
        if (RETHROWN_ERRORS.some((kind) => error instanceof kind)) throw error;
        throw new StoreError(message, { cause: error });
      }
    },
  });
}
