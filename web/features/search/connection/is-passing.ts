import { ApiError } from '#web/lib/api-error.ts';
import { StreamCutError } from '../api/stream-errors.ts';

/** What stands before the service says that it cannot be reached, or the service that its database cannot. */
const NOT_REACHED: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** The session has ended; there is no such search. */
const FINAL: ReadonlySet<number> = new Set([401, 404]);

/** Whether another try may help. Of a search that has begun only the service's own plain word is final. */
export function isPassing(failure: unknown, { hasBegun }: { hasBegun: boolean }): boolean {
  if (failure instanceof StreamCutError) return true;
  if (!(failure instanceof ApiError)) return false;
  return hasBegun ? !FINAL.has(failure.status) : NOT_REACHED.has(failure.status);
}
