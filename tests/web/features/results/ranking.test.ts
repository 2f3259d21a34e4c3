import { describe, expect, it } from 'vitest';
import { MIN_TOP_MATCH_SCORE } from '#shared/limits.ts';
import type { DisplayData } from '#shared/results.ts';
import { directory, MANY, person } from '#tests/web/gallery/people.ts';
import { placesAt, rankedProfiles } from '#web/features/results/ranking.ts';

describe('ranking', () => {
  const ended = { provisional: false, brokenOff: false };
  const groupsOf = (data: DisplayData) =>
    placesAt('final', { data, ...ended }).map(({ id, group }) => ({
      group,
      score:
        [...data.verifiedProfiles, ...data.otherProfiles].find((one) => one.id === id)?.relevanceScore ?? 0,
    }));

  it('sorts verified and other profiles together, highest first, and splits at the threshold', () => {
    const places = groupsOf(directory([...MANY].reverse(), true));
    const scores = places.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, two) => two - one));
    expect(places).toHaveLength(MANY.length);
    for (const { group, score } of places) expect(group === 'top').toBe(score >= MIN_TOP_MATCH_SCORE);
  });

  it('counts 70 as a top match but not 69.6', () => {
    const profiles = [
      person({ id: 'in', fullName: 'In', relevanceScore: 70 }),
      person({ id: 'out', fullName: 'Out', relevanceScore: 69.6 }),
    ];
    expect(placesAt('final', { data: directory(profiles, false), ...ended })).toEqual([
      { id: 'in', group: 'top' },
      { id: 'out', group: 'closest' },
    ]);
  });

  it('keeps people in the order they were found until they are scored', () => {
    const profiles = [
      person({ id: 'first', fullName: 'First', relevanceScore: 10 }),
      person({ id: 'second', fullName: 'Second', relevanceScore: 90 }),
    ];
    expect(placesAt('found', { data: directory(profiles, false), ...ended }).map(({ id }) => id)).toEqual([
      'first',
      'second',
    ]);
  });

  it('gives nobody a score whom a search that broke off had not scored, whether they still match or not', () => {
    const [first, second] = ['first', 'second'].map((id) =>
      person({ id, fullName: id, scoreSource: 'fallback' }),
    );
    const scored = (brokenOff: boolean) =>
      rankedProfiles(
        { data: directory(first ? [first] : [], false), provisional: false, brokenOff },
        second && [second],
      ).map(({ isScored }) => isScored);
    expect(scored(true)).toEqual([false, false]);
    expect(scored(false)).toEqual([true, true]);
  });

  it('puts people whom a search that broke off had not scored after all others, as they were found', () => {
    const profiles = [
      person({ id: 'low', fullName: 'Low', relevanceScore: 10, scoreSource: 'fallback' }),
      person({ id: 'high', fullName: 'High', relevanceScore: 75, scoreSource: 'fallback' }),
      person({ id: 'scored', fullName: 'Scored', relevanceScore: 74 }),
    ];
    const stopped = { ...ended, brokenOff: true };
    expect(placesAt('final', { data: directory(profiles, false), ...stopped })).toEqual([
      { id: 'scored', group: 'top' },
      { id: 'low', group: 'more' },
      { id: 'high', group: 'more' },
    ]);
    expect(
      rankedProfiles({ data: directory(profiles, false), ...stopped }).map(({ profile }) => profile.id),
    ).toEqual(['scored', 'low', 'high']);
  });

  it('does not mutate its input', () => {
    const data = directory(MANY, true);
    const before = structuredClone(data);
    placesAt('final', { data, ...ended });
    expect(data).toEqual(before);
  });
});
