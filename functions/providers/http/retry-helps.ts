import type { ProviderKind } from '../ports/provider-error.ts';

/** How a call failed: before any answer, in the middle of one, or with an HTTP status. */
export type Failure = 'not-connected' | 'cut' | number;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * Whether the same call sent again may succeed. A profile lookup is paid for once answered, so it is repeated only where nothing
 * was answered or where the provider says that it did no work (429).
 */
export function retryHelps({ provider, failure }: { provider: ProviderKind; failure: Failure }): boolean {
  if (failure === 'not-connected') return true;
  if (provider === 'profile-data') return failure === 429;
  return failure === 'cut' || failure >= 500 || TRANSIENT_STATUSES.has(failure);
}
