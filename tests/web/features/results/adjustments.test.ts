import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { boundScore } from '#functions/pipeline/evidence/score.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { CRITERIA, directory, JUDGED, person } from '#tests/web/gallery/people.ts';
import {
  type Adjustments,
  adjust,
  appliedCriteria,
  hasNewWords,
  isAdjusted,
  keepAdjustments,
  NOTHING_ADJUSTED,
  needsNewSearch,
  requestOf,
  taskFor,
  withAdded,
  withChange,
} from '#web/features/results/adjustments.ts';
import { ADJUSTED_KEY } from '#web/lib/storage.ts';

const NEEDS = ['required', 'preferred', 'excluded'] as const;

const verdictOf = (criterionId: string, verdict: Verdict['verdict']): Verdict =>
  verdict === 'unclear'
    ? { criterionId, verdict }
    : { criterionId, verdict, quote: 'Maps reefs', source: 'snippet' };

const criterion = (id: string, need: Criterion['need'] = 'required'): Criterion => ({
  id,
  subject: 'experience',
  text: `thing ${id}`,
  need,
});

/** A person with a verdict on each criterion, in order. */
const judged = (
  id: string,
  relevanceScore: number,
  verdicts: readonly Verdict['verdict'][],
  more: Partial<DisplayProfile> = {},
) =>
  person({
    id,
    fullName: id,
    relevanceScore,
    verdicts: verdicts.map((verdict, index) => verdictOf(`c${index + 1}`, verdict)),
    ...more,
  });

const answer = (criteria: readonly Criterion[], people: readonly DisplayProfile[]): DisplayData => ({
  ...directory(people, true),
  criteria: [...criteria],
});

const changed = (changes: Adjustments['changes']): Adjustments => ({ ...NOTHING_ADJUSTED, changes });

const scoresOf = ({ verifiedProfiles, otherProfiles }: DisplayData) =>
  Object.fromEntries(
    [...verifiedProfiles, ...otherProfiles].map(({ id, relevanceScore }) => [id, relevanceScore]),
  );

describe('an unadjusted answer', () => {
  const data = answer(CRITERIA, JUDGED);

  it('is shown exactly as stored', () => {
    expect(adjust(data, NOTHING_ADJUSTED)).toEqual({ data, fallen: [] });
  });

  it('stays unchanged when only wording is changed or criteria are added', () => {
    const adjustments = withAdded(changed({ c1: { text: 'attorney' } }), CRITERIA, {
      subject: 'location',
      text: 'Boston',
      need: 'required',
    });
    expect(adjust(data, { ...adjustments, googleSearchQuery: 'lawyers' })).toEqual({ data, fallen: [] });
  });

  it('gets its original scores back once every change is undone', () => {
    const anyVerdict = fc.constantFrom('met', 'unclear', 'notMet' as const);
    const anyCase = fc.array(
      fc.record({ need: fc.constantFrom(...NEEDS), verdict: anyVerdict, other: fc.constantFrom(...NEEDS) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(anyCase, fc.integer({ min: 0, max: 100 }), (cases, judgement) => {
        const criteria = cases.map(({ need }, index) => criterion(`c${index + 1}`, need));
        const verdicts = cases.map(({ verdict }, index) => verdictOf(`c${index + 1}`, verdict));
        const score = boundScore(judgement, criteria, { verdicts, struck: [], held: 1 });
        const stored = answer(criteria, [
          person({ id: 'one', fullName: 'One', relevanceScore: score, verdicts }),
        ]);
        // Resetting a value to the stored one is not a change.
        const taken = criteria.reduce((all, one) => {
          const away = withChange(all, one, {
            text: 'other',
            need: 'excluded',
            weight: 'more',
            isRemoved: true,
          });
          const { text, need } = one;
          return withChange(away, one, { text, need, weight: undefined, isRemoved: undefined });
        }, NOTHING_ADJUSTED);
        expect(isAdjusted(taken)).toBe(false);
        expect(adjust(stored, taken).data).toEqual(stored);
      }),
    );
  });
});

describe('a weight', () => {
  const criteria = [criterion('c1'), criterion('c2'), criterion('c3', 'preferred')];
  const data = answer(criteria, [
    judged('both', 80, ['met', 'met', 'unclear']),
    judged('first', 78, ['met', 'unclear', 'met']),
    judged('second', 76, ['unclear', 'met', 'met']),
  ]);

  it('raises people who meet the heavier criterion and lowers those who do not', () => {
    const scores = scoresOf(adjust(data, changed({ c1: { weight: 'more' }, c2: { weight: 'less' } })).data);
    expect(scores['first']).toBeGreaterThan(78);
    expect(scores['second']).toBeLessThan(76);
  });

  it('makes a criterion count three times as much, or a third', () => {
    const two = answer([criterion('c1'), criterion('c2')], [judged('one', 57, ['met', 'unclear'])]);
    const scoreAt = (weight: 'less' | 'more') =>
      scoresOf(adjust(two, changed({ c1: { weight } })).data)['one'];
    expect([scoreAt('more'), scoreAt('less')]).toEqual([69.5, 44.5]);
  });

  it('drops nobody', () => {
    expect(adjust(data, changed({ c1: { weight: 'more' } })).fallen).toEqual([]);
  });

  it('makes nobody a top match by rounding, and leaves a score exactly as it is if the share stays', () => {
    const two = answer([criterion('c1'), criterion('c2')], [judged('close', 57, ['met', 'unclear'])]);
    expect(scoresOf(adjust(two, changed({ c1: { weight: 'more' } })).data)).toEqual({ close: 69.5 });
    const three = [criterion('c1'), criterion('c2'), criterion('c3')];
    const unclear = answer(three, [
      judged('met', 69.7, ['met', 'met', 'met']),
      judged('unclear', 69.7, ['unclear', 'unclear', 'unclear']),
    ]);
    expect(scoresOf(adjust(unclear, changed({ c1: { weight: 'less' } })).data)).toEqual({
      met: 69.7,
      unclear: 69.7,
    });
  });

  it('does not lift the ceiling for an unmet required criterion', () => {
    const held = answer(criteria, [judged('held', 65, ['met', 'notMet', 'met'])]);
    expect(scoresOf(adjust(held, changed({ c1: { weight: 'more' } })).data)['held']).toBe(65);
  });

  it('does not lift the ceiling for somebody of whom none of the AI’s claims holds, whatever code has found', () => {
    const two = [criterion('c1'), criterion('c2')];
    const held = answer(two, [judged('held', 59, ['unclear', 'met'], { struck: 1, isAllStruck: true })]);
    const scoreAfter = (change: Adjustments['changes']) =>
      scoresOf(adjust(held, changed(change)).data)['held'];
    expect(scoreAfter({ c1: { weight: 'less' } })).toBe(59);
    expect(scoreAfter({ c1: { isRemoved: true } })).toBe(59);
    expect(scoreAfter({ c2: { isRemoved: true } })).toBe(34);
  });

  it('never lowers someone who meets it, and never raises someone who does not', () => {
    const anyVerdict = fc.constantFrom('met', 'unclear', 'notMet' as const);
    fc.assert(
      fc.property(
        fc.tuple(anyVerdict, anyVerdict, anyVerdict),
        fc.integer({ min: 0, max: 100 }),
        (verdicts, judgement) => {
          const list = verdicts.map((verdict, index) => verdictOf(`c${index + 1}`, verdict));
          const score = boundScore(judgement, criteria, { verdicts: list, struck: [], held: 1 });
          const after = scoresOf(
            adjust(answer(criteria, [judged('one', score, verdicts)]), changed({ c1: { weight: 'more' } }))
              .data,
          )['one'];
          if (verdicts[0] === 'met') expect(after).toBeGreaterThanOrEqual(score);
          if (verdicts[0] === 'notMet') expect(after).toBeLessThanOrEqual(score);
          expect(after).toBeGreaterThanOrEqual(0);
          expect(after).toBeLessThanOrEqual(100);
        },
      ),
    );
  });
});

describe('a criterion the reader made required or excluded', () => {
  const criteria = [criterion('c1'), criterion('c2', 'preferred')];
  const data = answer(criteria, [
    judged('has it', 90, ['met', 'met']),
    judged('nobody knows', 80, ['met', 'unclear']),
    judged('has it not', 70, ['met', 'notMet']),
  ]);

  it('drops those known not to meet it, but nobody for whom it is unclear', () => {
    const { data: shown, fallen } = adjust(data, changed({ c2: { need: 'required' } }));
    expect(Object.keys(scoresOf(shown))).toEqual(['has it', 'nobody knows']);
    expect(shown.totalProfiles).toBe(2);
    expect(fallen.map(({ id }) => id)).toEqual(['has it not']);
    expect(fallen[0]?.relevanceScore).toBeLessThanOrEqual(65);
  });

  it('inverts its verdicts when excluded, so that those who have it are dropped', () => {
    const { data: shown, fallen } = adjust(data, changed({ c2: { need: 'excluded' } }));
    expect(fallen.map(({ id, relevanceScore }) => [id, relevanceScore])).toEqual([['has it', 30]]);
    expect(shown.criteria?.[1]?.need).toBe('excluded');
    expect(shown.otherProfiles.find(({ id }) => id === 'has it not')?.verdicts?.[1]).toMatchObject({
      verdict: 'met',
      quote: 'Maps reefs',
    });
    expect(shown.otherProfiles.find(({ id }) => id === 'nobody knows')?.verdicts?.[1]).toEqual(
      verdictOf('c2', 'unclear'),
    );
  });

  it('keeps people who failed another required criterion from the start', () => {
    const stored = answer(criteria, [judged('weak', 65, ['notMet', 'met'])]);
    expect(adjust(stored, changed({ c2: { need: 'required' } })).fallen).toEqual([]);
  });

  it('has no effect if the deployment does not score it', () => {
    const shownOnly = answer(
      [criterion('c1'), { ...criterion('c2', 'preferred'), isUnscored: true }],
      data.otherProfiles,
    );
    const { data: shown, fallen } = adjust(shownOnly, changed({ c2: { need: 'excluded', weight: 'more' } }));
    expect(fallen).toEqual([]);
    expect(scoresOf(shown)).toEqual(scoresOf(shownOnly));
  });
});

describe('a criterion the reader removed or made nice to have', () => {
  const criteria = [criterion('c1'), criterion('c2'), criterion('c3', 'excluded')];

  it('no longer caps scores, which then follow the other verdicts', () => {
    const data = answer(criteria, [
      judged('lacks it', 65, ['met', 'notMet', 'met']),
      judged('lacks it, and more', 40, ['met', 'notMet', 'met']),
      judged('has what is excluded', 30, ['met', 'met', 'notMet']),
    ]);
    expect(scoresOf(adjust(data, changed({ c2: { isRemoved: true } })).data)).toMatchObject({
      'lacks it': 100,
      // Below the ceiling: their score is what they were judged by, and it only moves.
      'lacks it, and more': 73.333333,
    });
    expect(scoresOf(adjust(data, changed({ c2: { need: 'preferred' } })).data)['lacks it']).toBe(80);
    const free = adjust(data, changed({ c3: { isRemoved: true } })).data;
    expect(scoresOf(free)['has what is excluded']).toBe(100);
    expect(free.criteria?.map(({ id }) => id)).toEqual(['c1', 'c2']);
    expect(free.otherProfiles.map(({ verdicts }) => verdicts?.length)).toEqual([2, 2, 2]);
  });

  it('leaves every score as it is if nothing else counts', () => {
    const data = answer(
      [criterion('c1')],
      [judged('has it', 80, ['met']), judged('has it not', 65, ['notMet'])],
    );
    const scores = scoresOf(adjust(data, changed({ c1: { isRemoved: true } })).data);
    expect(scores).toEqual({ 'has it': 80, 'has it not': 65 });
    const four = ['c1', 'c2', 'c3', 'c4'];
    const capped = answer(
      four.map((id) => criterion(id)),
      [judged('lacks one', 65, ['met', 'met', 'met', 'notMet'])],
    );
    const allRemoved = changed(Object.fromEntries(four.map((id) => [id, { isRemoved: true }])));
    expect(scoresOf(adjust(capped, allRemoved).data)).toEqual({ 'lacks one': 65 });
  });

  it('leaves people capped who fail another criterion', () => {
    const data = answer(criteria, [judged('neither', 50, ['notMet', 'notMet', 'met'])]);
    expect(scoresOf(adjust(data, changed({ c1: { isRemoved: true } })).data)['neither']).toBe(59);
  });

  it('does not affect people who were never compared with criteria', () => {
    const old = answer(criteria, [person({ id: 'old', fullName: 'Old', relevanceScore: 77 })]);
    expect(scoresOf(adjust(old, changed({ c1: { isRemoved: true } })).data)).toEqual({ old: 77 });
  });
});

describe('a new search', () => {
  const weighed = withChange(NOTHING_ADJUSTED, criterion('c1'), { weight: 'more' });

  it('is offered for changed criteria or query, not for a weight', () => {
    expect([isAdjusted(weighed), needsNewSearch(weighed), hasNewWords(weighed)]).toEqual([
      true,
      false,
      false,
    ]);
    const removed = changed({ c1: { isRemoved: true } });
    expect([needsNewSearch(removed), hasNewWords(removed)]).toEqual([true, false]);
    const worded = changed({ c1: { text: 'attorney' } });
    expect([needsNewSearch(worded), hasNewWords(worded)]).toEqual([true, true]);
    const wordedAndRemoved = changed({ c1: { text: 'attorney', isRemoved: true } });
    expect([needsNewSearch(wordedAndRemoved), hasNewWords(wordedAndRemoved)]).toEqual([true, false]);
    const queried = { ...NOTHING_ADJUSTED, googleSearchQuery: 'lawyers' };
    const extended = { ...NOTHING_ADJUSTED, added: [criterion('c9')] };
    for (const one of [queried, extended])
      expect([isAdjusted(one), needsNewSearch(one), hasNewWords(one)]).toEqual([true, true, true]);
  });

  it('uses the criteria as set, with their ids, and the query only if edited', () => {
    const adjustments = withAdded(
      changed({
        c1: { text: 'attorney', weight: 'more' },
        c3: { isRemoved: true },
        c5: { need: 'preferred' },
      }),
      CRITERIA,
      { subject: 'location', text: 'Boston', need: 'required' },
    );
    const task = taskFor(CRITERIA, adjustments);
    expect(task).toEqual({
      kind: 'criteria',
      criteria: [
        { ...CRITERIA[0], text: 'attorney' },
        CRITERIA[1],
        CRITERIA[3],
        { ...CRITERIA[4], need: 'preferred' },
        { id: 'c6', subject: 'location', text: 'Boston', need: 'required' },
      ],
    });
    expect(requestOf(task)).toBe(
      'attorney, food and beverage, Boston; nice to have: Washington, D.C., Northgate Spirits',
    );
    expect(taskFor(CRITERIA, { ...adjustments, googleSearchQuery: 'lawyers' }).googleSearchQuery).toBe(
      'lawyers',
    );
  });

  it('in words goes by the needs and removals that the people shown are judged by', () => {
    const adjustments = withAdded(
      changed({
        c1: { text: 'attorney', weight: 'more' },
        c3: { isRemoved: true },
        c5: { need: 'preferred', text: 'Southgate' },
      }),
      CRITERIA,
      { subject: 'location', text: 'Boston', need: 'required' },
    );
    expect(appliedCriteria(CRITERIA, adjustments)).toEqual({
      criteria: [CRITERIA[0], CRITERIA[1], CRITERIA[3], { ...CRITERIA[4], need: 'preferred' }],
      request: 'lawyer, food and beverage; nice to have: Washington, D.C., Northgate Spirits',
    });
    expect(appliedCriteria(CRITERIA, changed({ c1: { text: 'attorney', weight: 'less' } }))).toBeUndefined();
    expect(appliedCriteria(CRITERIA, NOTHING_ADJUSTED)).toBeUndefined();
  });

  it('is worded with what is excluded last, or as its query if no criterion is left', () => {
    expect(requestOf(taskFor(CRITERIA, NOTHING_ADJUSTED))).toBe(
      'lawyer, food and beverage, Georgetown Law; nice to have: Washington, D.C.; not: Northgate Spirits',
    );
    const emptied = { ...changed({ c1: { isRemoved: true } }), googleSearchQuery: 'lawyers' };
    expect(requestOf(taskFor([criterion('c1')], emptied))).toBe('lawyers');
  });

  it('gives added criteria unused ids', () => {
    const added = { subject: 'interest', text: 'chess', need: 'preferred' } as const;
    const once = withAdded(NOTHING_ADJUSTED, [criterion('c2'), criterion('c3')], added);
    const twice = withAdded(once, [criterion('c2'), criterion('c3')], added);
    expect(new Set(['c2', 'c3', ...twice.added.map(({ id }) => id)]).size).toBe(4);
  });
});

it('adjustments are kept for the last 100 answers that were adjusted, and for none that was reset', () => {
  const storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  const kept = (): string[] => Object.keys(JSON.parse(storage.getItem(ADJUSTED_KEY) ?? '{}'));
  const adjustments = changed({ c1: { isRemoved: true } });
  for (let number = 1; number <= 100; number += 1) keepAdjustments(`msg_${number}`, adjustments);
  keepAdjustments('msg_1', { ...NOTHING_ADJUSTED, googleSearchQuery: 'lawyers' });
  keepAdjustments('msg_101', adjustments);
  expect(kept()).toHaveLength(100);
  expect(kept()).not.toContain('msg_2');
  expect(kept().slice(-2)).toEqual(['msg_1', 'msg_101']);
  keepAdjustments('msg_1', NOTHING_ADJUSTED);
  expect(kept()).not.toContain('msg_1');
});
