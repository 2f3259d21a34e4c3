import type { ProviderKind } from '../ports/provider-error.ts';
import { ProviderError } from '../ports/provider-error.ts';
import type { ProviderFetch } from './provider-fetch.ts';

/** What every adapter is made from. */
export interface AdapterOptions {
  apiKey: string | undefined;
  /** Root of the provider's API, with or without a final slash. */
  baseUrl: string;
  fetch: ProviderFetch;
  /** Longest time for one call with its whole body, in milliseconds. */
  timeout: number;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** One provider's HTTP service, as the calls to it need it. */
export interface Service {
  kind: ProviderKind;
  /** Name in error texts. */
  name: string;
  apiKey: string;
  fetch: ProviderFetch;
  timeout: number;
  clock: () => number;
}

/** What a header can hold. A key with anything else was pasted wrongly, and the error of sending it would quote it. */
const SENDABLE = /^[\x20-\x7e]+$/;

/** @throws ProviderError `missing-key` with the given reason when there is no key that can be sent, so that nothing is. */
export function openService(
  options: AdapterOptions,
  { kind, name, keyMissing }: { kind: ProviderKind; name: string; keyMissing: string },
): Service {
  const { apiKey, fetch, timeout, clock } = options;
  if (!apiKey || !SENDABLE.test(apiKey))
    throw new ProviderError({ provider: kind, code: 'missing-key', reason: keyMissing });
  return { kind, name, apiKey, fetch, timeout, clock };
}
