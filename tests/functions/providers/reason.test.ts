import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProviderError } from '#functions/providers/ports/provider-error.ts';
import { readableReason, readableSentence } from '#functions/providers/reason.ts';

const withCode = (code: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect 127.0.0.1:1234'), { code }) });

describe('the readable reason of a thrown thing', () => {
  it.each([
    [withCode('ECONNREFUSED'), 'connection refused'],
    [withCode('ECONNRESET'), 'connection lost'],
    [withCode('ENOTFOUND'), 'address not found'],
    [withCode('UND_ERR_CONNECT_TIMEOUT'), 'connection timed out'],
    [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'certificate not trusted'],
    [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'timed out'],
    [new DOMException('This operation was aborted', 'AbortError'), 'stopped'],
    [new Error('The index is empty.'), 'The index is empty'],
    [new Error('Broken\n    at run (/srv/app/index.js:3:14)'), 'Broken'],
    ['just a text', 'just a text'],
    [undefined, 'unexpected error'],
    [{ message: 'no error' }, 'unexpected error'],
    [new Error('<html><body>502</body></html>'), 'unexpected error'],
  ])('reads %s', (thrown, reason) => {
    expect(readableReason(thrown)).toBe(reason);
  });

  it('is the message of a ProviderError', () => {
    const error = new ProviderError({ provider: 'web-search', code: 'status', reason: 'SerpAPI error: 500' });
    expect(readableReason(error)).toBe('SerpAPI error: 500');
  });

  it('survives errors that are each other’s cause', () => {
    const first = new Error('first');
    first.cause = new Error('second', { cause: first });
    expect(readableReason(first)).toBe('first');
  });

  it.each([
    ['Incorrect API key provided: sk-abc***xyz. Try again.', 'Incorrect API key provided'],
    ['Refused by 10.0.0.7:8080', 'Refused by'],
    ['Refused by api.internal.example.com', 'Refused by'],
    ['connect ECONNREFUSED ::1:11434', 'connect ECONNREFUSED'],
    ['Look at https://example.com/a?key=b please', 'Look at please'],
    ['Write to help@example.com', 'Write to'],
    ['Authorization was Bearer abc.def', 'Authorization was'],
    ['cannot open /srv/app/secrets.json', 'cannot open'],
    ['The token 0123456789abcdef0123456789abcdef is unknown', 'The token is unknown'],
    [
      'You exceeded your current quota, please check your plan.',
      'You exceeded your current quota, please check your plan',
    ],
    ['Model gpt-4.1-mini-2025-04-14 not found', 'Model gpt-4.1-mini-2025-04-14 not found'],
  ])('leaves what is private out of %j', (text, sentence) => {
    expect(readableSentence(text)).toBe(sentence);
  });

  it('is short, without markup and without the secrets, whatever the text', () => {
    const secret = 'correct horse';
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(secret, '<b>', 'http://a/', ' '))),
        (parts) => {
          const sentence = readableSentence(parts.join(''), [secret]) ?? '';
          expect(Array.from(sentence).length).toBeLessThanOrEqual(200);
          expect(sentence).not.toMatch(/[<>\p{Cc}]|:\/\//u);
          expect(sentence).not.toContain(secret);
        },
      ),
    );
  });
});
