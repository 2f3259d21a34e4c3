import * as v from 'valibot';
import { ProviderError, type ProviderKind } from './ports.ts';
import { readableSentence } from './text.ts';

/** The provider a failure is about. */
export interface Provider {
  kind: ProviderKind;
  /** Name in error texts. */
  name: string;
}

/** Error codes for an answer that cannot be decompressed, by gzip, Zstandard or Brotli: it arrived, so it is paid for. */
export const DECOMPRESSION_ERROR = /^(?:Z_|ZSTD_|ERR__ERROR_)/;

const NOT_UNPACKED = 'answer could not be unpacked';

/** Readable meanings of the error codes of Node's sockets, resolver, TLS and zlib. */
const NETWORK_REASONS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'connection lost'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'address not found'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'network unreachable'],
  [/^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/, 'connection timed out'],
  [/CERT|TLS|SSL|SELF_SIGNED/, 'certificate not trusted'],
  [DECOMPRESSION_ERROR, NOT_UNPACKED],
];

/** What a network failure means, by the code of the error or of one of its causes; undefined for any other error. */
export function networkReason(thrown: unknown): string | undefined {
  const code = errorCode(thrown);
  return code === undefined ? undefined : NETWORK_REASONS.find(([pattern]) => pattern.test(code))?.[1];
}

/** The code of an error, or of its nearest cause that has one, such as `ECONNREFUSED`. */
export function errorCode(thrown: unknown): string | undefined {
  let error = thrown;
  // The depth is limited because causes may form a cycle.
  for (let depth = 0; depth < 5 && error instanceof Error; depth += 1) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = error.cause;
  }
  return undefined;
}

/** How a call failed: before any answer, in the middle of one, or with an HTTP status. */
type Failure = 'unreachable' | 'cut' | number;

const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);

/**
 * Whether retrying the same call may succeed. A profile lookup is charged for once answered, so it is retried only if no answer
 * came, or if the provider says that it did no work (429).
 */
function isRetryable(kind: ProviderKind, failure: Failure): boolean {
  if (failure === 'unreachable') return true;
  if (kind === 'profile-data') return failure === 429;
  return failure === 'cut' || failure >= 500 || TRANSIENT_STATUSES.has(failure);
}

/** The error for a missing or incomplete answer. `answered` tells whether its headers arrived. */
export function connectionError(provider: Provider, cause: unknown, answered: boolean): ProviderError {
  const { kind, name } = provider;
  const why = networkReason(cause) ?? 'connection failed';
  if (why === NOT_UNPACKED) return invalidReply(provider, `The ${name} ${why}`, cause);
  const reason = answered ? `${name} broke off its answer: ${why}` : `${name} could not be reached: ${why}`;
  const code = answered ? 'cut' : 'unreachable';
  return new ProviderError({ provider: kind, code, reason, retryable: isRetryable(kind, code), cause });
}

/** The error for an answer that does not have the documented shape, or is too large. */
export function invalidReply({ kind }: Provider, reason: string, cause?: unknown): ProviderError {
  return new ProviderError({ provider: kind, code: 'invalid-reply', reason, cause });
}

/** Longest `Retry-After` to wait for, in milliseconds; beyond it, a search is better off without the answer. */
const MAX_RETRY_AFTER = 10_000;

/** The error for an answer whose status is not a success. `final` marks one that no retry can fix, whatever its status. */
export function statusError(
  { kind, clock }: { kind: ProviderKind; clock: () => number },
  { status, headers }: { status: number; headers: Headers },
  { reason, final = false }: { reason: string; final?: boolean },
): ProviderError {
  const retryAfter = readRetryAfter(headers.get('retry-after'), clock());
  const isSoonEnough = retryAfter === undefined || retryAfter <= MAX_RETRY_AFTER;
  return new ProviderError({
    provider: kind,
    code: 'status',
    reason,
    status,
    retryable: !final && isSoonEnough && isRetryable(kind, status),
    retryAfter,
  });
}

/** A `Retry-After` header, given in seconds or as an HTTP date (RFC 9110 §10.2.3), in milliseconds from now; undefined if unreadable. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1_000;
  // Date.parse alone accepts nearly anything with a digit.
  const date = / GMT\s*$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const text = v.fallback(v.optional(v.string()), undefined);

/** A status text, with the answer's own explanation if it has one. */
export const withSummary = (text: string, summary: string | undefined): string =>
  summary === undefined ? text : `${text} - ${summary}`;

/** The error bodies of all providers: Proxycurl's `description`, SerpApi's `error`, OpenAI's `error.message`, others' `message`. */
const ErrorBody = v.object({
  description: text,
  message: text,
  error: v.fallback(v.optional(v.union([v.string(), v.object({ message: text })])), undefined),
});

/** The message in an error's parsed body, as one readable sentence; undefined if it has none. */
export function errorSummary({ apiKey }: { apiKey: string }, body: unknown): string | undefined {
  const result = v.safeParse(ErrorBody, body);
  if (!result.success) return undefined;
  const { description, message, error } = result.output;
  const explanation = description || message || (typeof error === 'object' ? error.message : error);
  return explanation === undefined ? undefined : readableSentence(explanation, [apiKey]);
}
