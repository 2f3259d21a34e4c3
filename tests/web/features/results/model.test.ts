import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAGS_ON_A_CARD, TOP_MATCHES_SCORE } from '#shared/limits.ts';
import { directory, MANY, person } from '#tests/web/gallery/people.ts';
import { fact, splitTags } from '#web/features/results/profile-card.tsx';
import { rankProfiles } from '#web/features/results/results.tsx';
import { percent, scoreBand } from '#web/features/results/score.tsx';

const SAYS_NOTHING = ['', '  ', 'Unknown', 'unknown', 'NOT SPECIFIED', 'Not available', ' n/a ', 'N/A'];

describe('a fact of two parts', () => {
  it('joins two parts that say something', () => {
    expect(fact(' Partner', ' · ', 'Calloway Reed ')).toBe('Partner · Calloway Reed');
  });

  it.each(SAYS_NOTHING)('is left out when either part is "%s"', (nothing) => {
    expect(fact(nothing, ' · ', 'Calloway Reed')).toBeUndefined();
    expect(fact('Partner', ' · ', nothing)).toBeUndefined();
  });

  it('keeps a part that only contains such a word', () => {
    expect(fact('Unknown Worlds', ' · ', 'N/A Games')).toBe('Unknown Worlds · N/A Games');
  });
});

describe('a score', () => {
  it.each([
    [100, 'good'],
    [80, 'good'],
    [79.9, 'fair'],
    [60, 'fair'],
    [59.9, 'poor'],
    [0, 'poor'],
  ] as const)('of %s is %s', (score, band) => {
    expect(scoreBand(score)).toBe(band);
  });

  it('reads in the band it belongs to', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (score) => {
        expect(scoreBand(Number.parseInt(percent(score), 10))).toBe(scoreBand(score));
      }),
    );
  });
});

describe('ranking', () => {
  it('sorts verified and other profiles together, highest first, and splits at the threshold', () => {
    const { top, other } = rankProfiles(directory([...MANY].reverse(), true));
    const scores = [...top, ...other].map(({ profile }) => profile.relevanceScore);
    expect(scores).toEqual(scores.toSorted((one, two) => two - one));
    expect(top.every(({ profile }) => profile.relevanceScore >= TOP_MATCHES_SCORE)).toBe(true);
    expect(other.every(({ profile }) => profile.relevanceScore < TOP_MATCHES_SCORE)).toBe(true);
    expect([...top, ...other].map(({ rank }) => rank)).toEqual(MANY.map((_, index) => index + 1));
  });

  it('counts 70 as a top match and 69.6 not', () => {
    const profiles = [
      person({ id: 'in', fullName: 'In', relevanceScore: 70 }),
      person({ id: 'out', fullName: 'Out', relevanceScore: 69.6 }),
    ];
    const { top, other } = rankProfiles(directory(profiles, false));
    expect(top.map(({ profile }) => profile.id)).toEqual(['in']);
    expect(other.map(({ profile }) => profile.id)).toEqual(['out']);
  });

  it('does not change the data it is given', () => {
    const data = directory(MANY, true);
    const before = structuredClone(data);
    rankProfiles(data);
    expect(data).toEqual(before);
  });
});

describe('tags', () => {
  it('shows four and counts the rest', () => {
    const { shown, hidden } = splitTags(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(shown).toEqual(['a', 'b', 'c', 'd']);
    expect(hidden).toEqual(['e', 'f']);
    expect(shown).toHaveLength(TAGS_ON_A_CARD);
  });

  it('leaves out blank and repeated ones', () => {
    expect(splitTags(['a', ' ', 'a ', ''])).toEqual({ shown: ['a'], hidden: [] });
  });
});
