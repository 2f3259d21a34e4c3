/** Longest `Retry-After` that is waited for, in milliseconds: beyond it a search is better off without the answer. */
export const RETRY_AFTER_LIMIT = 10_000;

/** A `Retry-After` header in milliseconds from now, in seconds or as an HTTP date (RFC 9110 §10.2.3); undefined when unreadable. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1_000;
  // Date.parse alone reads a date into nearly anything with a digit.
  const date = / GMT\s*$/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
