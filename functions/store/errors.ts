import { LoggableError } from '#functions/log.ts';

/**
 * What every method of the store throws when storing itself failed. `message` is safe to show
 * (docs/behaviour.md#error-texts); the cause is for the log only.
 */
export class StoreError extends LoggableError {
  override readonly name = 'StoreError';
  /** Whether DynamoDB was not reached or did not answer. False when it did: throttled, forbidden, no such table, an invalid request. */
  readonly isUnreached: boolean;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.isUnreached = isConnectionFailure(options?.cause);
  }
}

/** What Node calls the failures of a connection, and the SDK a request that took too long. */
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

/** Whether the database failed, or did not answer in time. */
export const isStoreFailure = (error: unknown): boolean =>
  error instanceof StoreError || (error instanceof DOMException && error.name === 'TimeoutError');

/** A cursor that this listing never gave to this person. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
}

/** The number of an event stands for another event in the search's log. */
export class NumberTakenError extends Error {
  override readonly name = 'NumberTakenError';
}

/** An item written by a newer deployment than this one, which was rolled back: it is neither read nor changed. */
export class NewerItemError extends LoggableError {
  override readonly name = 'NewerItemError';

  constructor({ kind, stored, current }: { kind: string; stored: number; current: number }) {
    super(
      `An item (${kind}) has version ${stored}, and this deployment knows versions up to ${current}. Deploy the newer one again.`,
    );
  }
}

/** What is stored is not what was written: a part is missing, or what is there cannot be unpacked. The cause says which. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** The account was erased: nothing is kept for it any more, though its token may still be valid. */
export class AccountErasedError extends Error {
  override readonly name = 'AccountErasedError';
}

/** Errors that callers are to see as they are; a StoreError says already which part of an operation failed. */
const PASSED_ON = [StoreError, InvalidCursorError, NumberTakenError, AccountErasedError, RangeError];

type Operation = (options: never) => Promise<unknown>;

/**
 * The same operations, each throwing a StoreError with its message for whatever goes wrong in storing. Misuse and
 * cancellation come through as they are; an operation that was cancelled before it began does not begin.
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
        if (PASSED_ON.some((kind) => error instanceof kind)) throw error;
        throw new StoreError(message, { cause: error });
      }
    },
  });
}
