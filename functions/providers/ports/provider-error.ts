import type { TokenUsage } from './language-model.ts';

export type ProviderKind = 'language-model' | 'web-search' | 'profile-data';

/**
 * Why a provider gave no usable answer.
 * - `missing-key`: no credentials configured, nothing was sent
 * - `no-response`: answered, but with nothing in it
 * - `refused`, `truncated`, `filtered`: the model would not, could not finish, or was stopped
 * - `status`: an HTTP status that is no success
 * - `unreachable`, `timeout`: no answer, or not in time
 * - `invalid-reply`: an answer that is not of the documented shape, or over its bounds
 * - `suspended`: not asked at all, because the provider was found to be down
 */
export type ProviderErrorCode =
  | 'missing-key'
  | 'no-response'
  | 'refused'
  | 'truncated'
  | 'filtered'
  | 'status'
  | 'unreachable'
  | 'timeout'
  | 'invalid-reply'
  | 'suspended';

export interface ProviderErrorOptions {
  provider: ProviderKind;
  code: ProviderErrorCode;
  /** One readable sentence without a final stop, safe to show: never a key, an address, HTML or a stack. */
  reason: string;
  status?: number;
  /** Whether asking again may help. */
  retryable?: boolean;
  /** How long the provider asked to be left alone, in milliseconds. */
  retryAfter?: number;
  /** What an answer that is of no use took all the same. */
  usage?: TokenUsage | undefined;
  cause?: unknown;
}

/** The one error every provider port throws. `message` is the readable reason; the cause is for the log only. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: ProviderKind;
  readonly code: ProviderErrorCode;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly usage: TokenUsage | undefined;

  constructor(options: ProviderErrorOptions) {
    super(options.reason, { cause: options.cause });
    this.provider = options.provider;
    this.code = options.code;
    this.status = options.status;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter;
    this.usage = options.usage;
  }
}
