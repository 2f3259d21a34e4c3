import type { ProviderKind } from '../ports/provider-error.ts';

/** Options of a provider call; a plain `fetch` ignores what it does not know. */
export interface ProviderRequestInit extends RequestInit {
  /** Which port the call serves: recordings are matched by it. */
  provider: ProviderKind;
}

/** What adapters send through: the real `fetch`, one that records, or one that replays. */
export type ProviderFetch = (url: string, init: ProviderRequestInit) => Promise<Response>;
