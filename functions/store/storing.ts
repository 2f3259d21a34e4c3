import { InvalidCursorError, NumberTakenError, StoreError } from './ports/store-error.ts';

/** What the caller is to know as it is. */
const PASSED_ON = [InvalidCursorError, NumberTakenError, RangeError];

/**
 * Runs one operation of the store.
 * @throws StoreError with the text, for whatever went wrong in storing; misuse and cancellation come through as they are.
 */
export async function storing<Result>(
  text: string,
  { signal }: { signal?: AbortSignal },
  operation: () => Promise<Result>,
): Promise<Result> {
  try {
    signal?.throwIfAborted();
    return await operation();
  } catch (error) {
    signal?.throwIfAborted();
    if (PASSED_ON.some((kind) => error instanceof kind)) throw error;
    throw new StoreError(text, { cause: error });
  }
}
