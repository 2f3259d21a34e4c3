import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFragment, wholeBeginning, withoutEllipsis } from '#shared/fragment.ts';

describe('a fragment', () => {
  it.each([
    'fintech and',
    'fintech and ...',
    'University of',
    'Partner &',
    'abogada de la',
    'Rechtsanwältin für',
    'artificial…',
    'reefs, maps and –',
  ])('is "%s"', (text) => {
    expect(isFragment(text)).toBe(true);
  });

  it.each([
    'fintech',
    'Built In',
    'On',
    'Series A',
    'AT&T',
    'C++',
    'Generation Y',
    '',
    'Command',
    'and',
    '法律',
  ])('is not "%s"', (text) => {
    expect(isFragment(text)).toBe(false);
  });
});

describe('the complete beginning of a cut text', () => {
  it.each([
    ['Investor - fintech and', 'Investor'],
    ['Investor | fintech and jazz ...', 'Investor'],
    ['Senior counsel at Procter & ...', 'Senior counsel'],
    ['Student in Food and ...', 'Student'],
    ['Partner, Food & ...', 'Partner'],
    ['Professor of ...', ''],
    ['', ''],
  ])('of "%s" is "%s"', (text, beginning) => {
    expect(wholeBeginning(text)).toBe(beginning);
  });

  it.each([' ', '.', ','])('is found at once, however many of %j it has', (character) => {
    const run = character.repeat(200_000);
    expect(wholeBeginning(`Investor${run}x - fintech and`)).toBe(`Investor${run}x`);
  });

  it.each(['in ', 'at the ', ', und ', '- of '])(
    'of nothing but %j is empty, however many there are',
    (words) => {
      expect(wholeBeginning(`Investor ${words.repeat(100_000)}`)).toBe('');
    },
  );

  it('is never a fragment, and always a prefix', () => {
    const word = fc.constantFrom('fintech', 'and', 'at', 'of', '|', ',', '-', 'Acme', '...', '·');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const text = words.join(' ');
        const beginning = wholeBeginning(text);
        expect(isFragment(beginning)).toBe(false);
        expect(text.trim().startsWith(beginning)).toBe(true);
      }),
    );
  });
});

describe('an ellipsis', () => {
  it.each([
    ['Engineer at ...', 'Engineer at', true],
    ['Engineer | ...', 'Engineer', false],
    ['Builds engines. …', 'Builds engines.', false],
    ['Engineer', 'Engineer', false],
  ])('in "%s" leaves "%s", cut mid-phrase: %s', (whole, text, isCut) => {
    expect(withoutEllipsis(whole)).toEqual({ text, isCut });
  });
});
