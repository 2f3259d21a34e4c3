import { InvalidCursorError, StoreError } from './ports/store-error.ts';

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
    if (error instanceof InvalidCursorError || error instanceof RangeError) throw error;
    throw new StoreError(text, { cause: error });
  }
}
