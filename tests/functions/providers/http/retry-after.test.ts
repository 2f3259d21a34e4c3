import { describe, expect, it } from 'vitest';
import { readRetryAfter } from '#functions/providers/http/retry-after.ts';

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
