import { describe, expect, it } from 'vitest';
import type { Verdict } from '#shared/criteria.ts';
import { CRITERIA, person } from '#tests/web/gallery/people.ts';
import {
  describeStruck,
  describeVerified,
  judge,
  recordDay,
  summarise,
  warningsOn,
} from '#web/features/results/verdicts.ts';

const quoted = (id: string, verdict: 'met' | 'notMet'): Verdict => ({
  criterionId: id,
  verdict,
  quote: 'Maps reefs',
  source: 'record',
});
const judged = (...verdicts: Verdict[]) => judge(CRITERIA, { verdicts });

describe('the verified badge', () => {
  it.each([
    [judged(quoted('c1', 'met')), false, 'Verified'],
    [judged(quoted('c1', 'met'), quoted('c2', 'notMet')), false, 'Verified, 1 criterion not met'],
    [judged(quoted('c2', 'notMet'), quoted('c5', 'notMet')), false, 'Verified, 2 criteria not met'],
    [judged(quoted('c2', 'notMet')), true, 'Verified, 1 criterion not met, according to an imported file'],
    [[], true, 'Verified, according to an imported file'],
  ])('%#: counts criteria not met, but not unclear ones', (verdicts, isImported, badge) => {
    expect(describeVerified(verdicts, isImported)).toBe(badge);
  });
});

describe('verdicts', () => {
  it('are summarised, a missing one as unclear', () => {
    expect(summarise(judged(quoted('c1', 'met'), quoted('c2', 'notMet')))).toBe(
      '1 of 5 met · 1 not met · 3 unclear',
    );
    expect(summarise(judged(...['c1', 'c2', 'c3', 'c4', 'c5'].map((id) => quoted(id, 'met'))))).toBe(
      '5 of 5 met',
    );
  });

  it('follow the order of the criteria, and ignore unknown ones', () => {
    const all = judged(quoted('c9', 'met'), quoted('c5', 'notMet'), quoted('c1', 'met'));
    expect(all.map(({ criterion, verdict }) => `${criterion.id} ${verdict.verdict}`)).toEqual([
      'c1 met',
      'c2 unclear',
      'c3 unclear',
      'c4 unclear',
      'c5 notMet',
    ]);
  });

  it('are grouped as above the directory: required, nice to have, excluded', () => {
    const mixed = [4, 3, 1, 0, 2].flatMap((index) => CRITERIA[index] ?? []);
    expect(
      judge(mixed, { verdicts: [] }).map(({ criterion }) => `${criterion.id} ${criterion.need}`),
    ).toEqual(['c2 required', 'c1 required', 'c3 required', 'c4 preferred', 'c5 excluded']);
  });

  it.each([
    [CRITERIA, {}],
    [undefined, { verdicts: [] }],
  ])('%#: are empty for an answer without them', (criteria, profile) => {
    expect(judge(criteria, profile)).toEqual([]);
  });
});

describe('the day of a record', () => {
  it.each([
    ['2026-05-03', '3 May 2026'],
    ['2026-05-03T23:59:59.000Z', '3 May 2026'],
    ['yesterday', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for %s is %s', (recordDate, day) => {
    expect(recordDay(recordDate === undefined ? {} : { recordDate })).toBe(day);
  });
});

describe('struck claims', () => {
  const one = (verdicts: Verdict[], struck: number) =>
    person({ id: 'one', fullName: 'Ada Okonkwo', verdicts, struck });

  it('cause a warning if none holds, and a note if some do', () => {
    const nothing = one([{ criterionId: 'c1', verdict: 'unclear' }], 2);
    expect(warningsOn(nothing, {})).toEqual([
      'The AI quoted nothing in this profile that supports its claims.',
    ]);
    expect(describeStruck(nothing)).toBeUndefined();
    const foundByCode = {
      ...one([{ criterionId: 'c1', verdict: 'unclear' }, quoted('c2', 'met')], 1),
      isAllStruck: true,
    };
    expect(warningsOn(foundByCode, {})).toEqual([
      'The AI quoted nothing in this profile that supports its claims.',
    ]);
    expect(describeStruck(foundByCode)).toBeUndefined();
    const heldOnRemoved = { ...one([{ criterionId: 'c2', verdict: 'unclear' }], 1), isAllStruck: false };
    expect(warningsOn(heldOnRemoved, {})).toEqual([]);
    expect(describeStruck(heldOnRemoved)).toBe(
      'One AI claim was left out: no quote in this profile supports it.',
    );
    const some = one([quoted('c1', 'met')], 2);
    expect(warningsOn(some, {})).toEqual([]);
    expect(describeStruck(some)).toBe('2 AI claims were left out: no quote in this profile supports them.');
  });
});

it('a warning names the profile-data provider if known', () => {
  const other = person({ id: 'one', fullName: 'Ada Okonkwo', isOtherPerson: true });
  expect(warningsOn(other, { profileProvider: 'Enrich Layer' })[0]).toMatch(/returned by Enrich Layer;/);
  expect(warningsOn(other, {})[0]).toMatch(/returned by the profile-data provider;/);
});
