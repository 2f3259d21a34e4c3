import { ProviderError } from '../ports/provider-error.ts';
import type { Answer } from './exchange.ts';
import { RETRY_AFTER_LIMIT, readRetryAfter } from './retry-after.ts';
import { retryHelps } from './retry-helps.ts';
import type { Service } from './service.ts';

/** The error of an answer whose status is no success. `final` marks one that no repeat can mend, whatever its status. */
export function statusError(
  { kind, clock }: Service,
  { status, headers }: Answer,
  { reason, final = false }: { reason: string; final?: boolean },
): ProviderError {
  const retryAfter = readRetryAfter(headers.get('retry-after'), clock());
  const soonEnough = retryAfter === undefined || retryAfter <= RETRY_AFTER_LIMIT;
  return new ProviderError({
    provider: kind,
    code: 'status',
    reason,
    status,
    retryable: !final && soonEnough && retryHelps({ provider: kind, failure: status }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}
