import { StoreError } from '#functions/store/ports/store-error.ts';

/** Whether the database failed, or did not answer in time. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof StoreError || (error instanceof DOMException && error.name === 'TimeoutError');
