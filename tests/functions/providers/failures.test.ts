import { describe, expect, it } from 'vitest';
import {
  errorCode,
  errorSummary,
  networkReason,
  readRetryAfter,
  statusError,
} from '#functions/providers/failures.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);

describe('a Retry-After header', () => {
  it.each([
    ['3', 3_000],
    [' 0 ', 0],
    ['1.5', 1_500],
    ['Sat, 21 Nov 2026 09:00:08 GMT', 8_000],
    ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %j is %j milliseconds', (header, milliseconds) => {
    expect(readRetryAfter(header, NOW)).toBe(milliseconds);
  });
});

it.each([
  ['10', true],
  ['11', false],
])('a retry that is asked for in %s seconds is made: %s', (seconds, retryable) => {
  const provider = { kind: 'web-search', clock: () => NOW } as const;
  const answer = { status: 503, headers: new Headers({ 'retry-after': seconds }) };
  expect(statusError(provider, answer, { reason: 'busy' }).retryable).toBe(retryable);
});

describe('the explanation in an error’s body', () => {
  it.each([
    [{ code: 403, description: 'Not enough credits.', message: 'Forbidden' }, 'Not enough credits'],
    [{ description: '', message: 'Forbidden', error: 'denied' }, 'Forbidden'],
    [{ error: { message: 'Rate limit reached.' } }, 'Rate limit reached'],
    [{ error: 'Your searches are used up.' }, 'Your searches are used up'],
    [{ error: 17 }, undefined],
    ['Forbidden', undefined],
  ])('in %j is %j', (body, summary) => {
    expect(errorSummary({ apiKey: 'k' }, body)).toBe(summary);
  });

  it('does not contain the key, whatever that looks like', () => {
    const body = { message: 'No account has the key correct horse.' };
    expect(errorSummary({ apiKey: 'correct horse' }, body)).toBe('No account has the key');
  });
});

const withCode = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect 127.0.0.1:1234'), { code }) });

describe('the reason for a network failure', () => {
  it.each([
    [withCode('ECONNREFUSED'), 'connection refused'],
    [withCode('ECONNRESET'), 'connection lost'],
    [withCode('ENOTFOUND'), 'address not found'],
    [withCode('UND_ERR_CONNECT_TIMEOUT'), 'connection timed out'],
    [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate not trusted'],
    [new Error('The index is empty.'), undefined],
    ['just a text', undefined],
    [undefined, undefined],
    [{ message: 'no error' }, undefined],
  ])('for %s is %j', (thrown, reason) => {
    expect(networkReason(thrown)).toBe(reason);
  });

  it('copes with errors that are each other’s cause', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    expect(errorCode(first)).toBeUndefined();
    expect(networkReason(first)).toBeUndefined();
  });
});
