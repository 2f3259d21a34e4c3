import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, cutAtWord, hasHiddenText } from '#shared/clean-text.ts';

describe('cleanText', () => {
  it('keeps the joiners that scripts and emoji need', () => {
    expect(cleanText('👩‍🔬 क्‍ष', 50)).toBe('👩‍🔬 क्‍ष');
  });

  it('cuts between characters, never within one', () => {
    expect(cleanText('ab😀😀', 3)).toBe('ab😀');
  });

  it('returns well-formed text within its limit for any input', () => {
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

describe('cutAtWord', () => {
  it.each([
    ['speaks\nGerman', 'speaks German'],
    ['a job in Lima or Cusco', 'a job in…'],
    ['speaks Germanic languages', 'speaks…'],
    ['x'.repeat(20), `${'x'.repeat(13)}…`],
    ['ab😀😀😀😀😀😀😀', 'ab😀😀😀😀😀…'],
  ])('makes %j %j within 14 characters', (text, cut) => {
    expect(cutAtWord(text, 14)).toBe(cut);
  });

  it('keeps most of a text that has a space only at its beginning', () => {
    expect(cutAtWord(`Googleで ${'働'.repeat(100)}`, 60)).toBe(`Googleで ${'働'.repeat(51)}…`);
  });
});

/** Written as escapes, because they are invisible. */
const HIDDEN = {
  'zero width space': 'a\u200Bb',
  'word joiner': 'a\u2060b',
  'soft hyphen': 'a\u00ADb',
  'byte order mark': 'a\uFEFFb',
  'tag characters': 'a\u{E0049}\u{E0067}\u{E006E}b',
  'right-to-left override': 'a\u202Eb',
  'an isolate': 'a\u2066b\u2069',
  'a joiner between Latin letters': 'a\u200Db',
  'a non-joiner between Latin letters': 'a\u200Cb',
  'a Hangul filler': 'a\u3164b',
  'invisible times': 'a\u2062b',
  'a variation selector on a letter of no glyph': 'a\u{E0100}\u{E0101}b',
};

describe('hidden text', () => {
  it.each(Object.entries(HIDDEN))('is removed and reported: %s', (_, text) => {
    expect(cleanText(text, 50)).toBe('ab');
    expect(hasHiddenText(text)).toBe(true);
  });

  it.each([
    ['Persian', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['Hindi', '\u0915\u094D\u200D\u0937'],
    ['Malayalam at the end of a word', '\u0D05\u0D35\u0D28\u0D4D\u200D'],
    [
      'a Kurdish name before another',
      '\u0634\u06CC\u0631\u0648\u0627\u0646\u0647\u200C \u0633\u06D5\u0639\u06CC\u062F',
    ],
    ['an emoji of several', '\u{1F469}\u200D\u{1F4BB}'],
    ['a heart in colour', '\u2764\uFE0F'],
    ['plain text', 'Rumi Quispe – Engineer & Partner'],
  ])('does not include what %s needs', (_, text) => {
    expect(cleanText(text, 50)).toBe(text);
    expect(hasHiddenText(text)).toBe(false);
  });

  it.each([
    [
      'a mark of direction after Arabic',
      '\u0639\u0644\u064A\u200F - Engineer',
      '\u0639\u0644\u064A - Engineer',
    ],
    ['the tags of a flag', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', '\u{1F3F4}'],
    ['a variant of a Han character', '\u8FBB\u{E0100}', '\u8FBB'],
  ])('is removed without being reported: %s', (_, text, clean) => {
    expect(cleanText(text, 50)).toBe(clean);
    expect(hasHiddenText(text)).toBe(false);
  });

  it('never remains in cleaned text, for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.values(HIDDEN), 'x', ' ', '\u0915')), (parts) => {
        expect(cleanText(parts.join(''), 500)).not.toMatch(/(?![\u200C\u200D])\p{Cf}/u);
      }),
    );
  });
});
