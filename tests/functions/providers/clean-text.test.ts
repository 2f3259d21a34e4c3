import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#functions/providers/clean-text.ts';

describe('cleanText', () => {
  it('keeps the joiners that scripts and emoji need', () => {
    expect(cleanText('👩‍🔬 क्‍ष', 50)).toBe('👩‍🔬 क्‍ष');
  });

  it('cuts between characters, never within one', () => {
    expect(cleanText('ab😀😀', 3)).toBe('ab😀');
  });

  it('gives well-formed text within its bound, whatever comes in', () => {
    const any = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(
        any,
        fc.constantFrom('\uD800', '\u202E', '\u0000', ''),
        fc.nat(40),
        (start, odd, longest) => {
          const text = cleanText(start + odd + start, longest);
          expect(text.isWellFormed()).toBe(true);
          expect(Array.from(text).length).toBeLessThanOrEqual(longest);
          expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\p{Cc}]/u);
        },
      ),
    );
  });
});
