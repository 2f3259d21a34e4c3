import { describe, expect, it } from 'vitest';
import { fact, MAX_TAGS_PER_CARD, splitTags } from '#web/features/results/facts.ts';

const SAYS_NOTHING = ['', '  ', 'Unknown', 'unknown', 'NOT SPECIFIED', 'Not available', ' n/a ', 'N/A'];

describe('a fact of two parts', () => {
  it('joins two parts that say something', () => {
    expect(fact(' Partner', 'Calloway Reed ')).toBe('Partner · Calloway Reed');
  });

  it.each(SAYS_NOTHING)('is left out when either part is "%s"', (nothing) => {
    expect(fact(nothing, 'Calloway Reed')).toBeUndefined();
    expect(fact('Partner', nothing)).toBeUndefined();
  });

  it('keeps a part that merely contains such a word', () => {
    expect(fact('Unknown Worlds', 'N/A Games')).toBe('Unknown Worlds · N/A Games');
  });
});

describe('tags', () => {
  it('shows four tags and hides the rest', () => {
    const { shown, hidden } = splitTags(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(shown).toEqual(['a', 'b', 'c', 'd']);
    expect(hidden).toEqual(['e', 'f']);
    expect(shown).toHaveLength(MAX_TAGS_PER_CARD);
  });

  it('omits blank and repeated tags', () => {
    expect(splitTags(['a', ' ', 'a ', ''])).toEqual({ shown: ['a'], hidden: [] });
  });
});
