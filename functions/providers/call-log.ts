import type { ProviderErrorCode, ProviderKind } from './ports/provider-error.ts';

/** One attempt at a provider, as the log sees it: no query, no text, no key. */
export interface ProviderCall {
  provider: ProviderKind;
  /** The provider's name as people read it. */
  label: string;
  /** Counted from 1; above it are retries. */
  attempt: number;
  /** `missing-key` and `suspended` were never sent. */
  outcome: 'answered' | 'aborted' | ProviderErrorCode;
  status?: number;
  /** Milliseconds from asking to the outcome. */
  duration: number;
  /** The readable reason of a failure. */
  reason?: string;
}

export type ProviderLog = (call: ProviderCall) => void;
