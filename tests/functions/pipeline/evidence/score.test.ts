import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Findings } from '#functions/pipeline/evidence/evidence.ts';
import { boundScore, fallbackScore, shownScore } from '#functions/pipeline/evidence/score.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';

const NEEDS = ['required', 'preferred', 'excluded'] as const;
const VERDICTS = ['met', 'unclear', 'notMet'] as const;

const criterionOf = (need: Criterion['need'], index: number): Criterion => ({
  id: `c${index}`,
  subject: 'experience',
  text: `thing ${index}`,
  need,
});
const verdictOf = (verdict: Verdict['verdict'], index: number): Verdict =>
  verdict === 'unclear'
    ? { criterionId: `c${index}`, verdict }
    : { criterionId: `c${index}`, verdict, quote: 'q', source: 'record' };

const score = (
  judgement: number,
  pairs: readonly (readonly [Criterion['need'], Verdict['verdict']])[],
  struck: Findings['struck'] = [],
) =>
  boundScore(
    judgement,
    pairs.map(([need], index) => criterionOf(need, index)),
    {
      verdicts: pairs.map(([, verdict], index) => verdictOf(verdict, index)),
      struck,
      held: pairs.filter(([, verdict]) => verdict !== 'unclear').length,
    },
  );

describe('the score', () => {
  it('is the model’s judgement if nothing contradicts it', () => {
    expect(
      score(96, [
        ['required', 'met'],
        ['required', 'met'],
        ['preferred', 'notMet'],
        ['excluded', 'met'],
      ]),
    ).toBe(96);
  });

  it.each([
    [
      [
        ['required', 'notMet'],
        ['required', 'met'],
      ],
      65,
    ],
    [
      [
        ['required', 'notMet'],
        ['required', 'notMet'],
      ],
      50,
    ],
    [Array(9).fill(['required', 'notMet']), 20],
    [[['excluded', 'notMet']], 30],
    [
      [
        ['excluded', 'notMet'],
        ['required', 'notMet'],
      ],
      30,
    ],
  ] as const)('is capped by criteria that are not met: %j', (pairs, most) => {
    expect(score(96, pairs)).toBe(most);
    expect(score(12, pairs)).toBe(12);
  });

  it('is the same whatever is known about criteria that do not count in it', () => {
    const wanted = criterionOf('required', 0);
    const uncounted = NEEDS.map((need, index) => ({ ...criterionOf(need, index + 1), isUnscored: true }));
    for (const verdict of VERDICTS) {
      const verdicts = [verdictOf('met', 0), ...uncounted.map((_, index) => verdictOf(verdict, index + 1))];
      expect(boundScore(96, [wanted, ...uncounted], { verdicts, struck: [], held: 1 })).toBe(96);
    }
    const onlyUncounted = [
      verdictOf('unclear', 0),
      ...uncounted.map((_, index) => verdictOf('met', index + 1)),
    ];
    const findings = { verdicts: onlyUncounted, struck: [], held: 3 };
    expect(boundScore(96, [wanted, ...uncounted], findings)).toBe(59);
  });

  it('is no top match on the model’s word alone, if no wanted criterion is shown', () => {
    expect(
      score(99, [
        ['required', 'unclear'],
        ['excluded', 'met'],
      ]),
    ).toBe(59);
    expect(score(99, [['required', 'notMet']])).toBe(59);
    expect(
      score(99, [
        ['required', 'unclear'],
        ['preferred', 'met'],
      ]),
    ).toBe(79);
    expect(
      score(99, [
        ['preferred', 'unclear'],
        ['excluded', 'met'],
      ]),
    ).toBe(99);
  });

  it.each([
    [['met', 'unclear', 'unclear'], 79],
    [['met', 'unclear'], 79],
    [['met', 'met', 'unclear', 'unclear'], 79],
    [['met', 'met', 'unclear'], 89],
    [['met', 'met', 'met', 'unclear', 'unclear'], 89],
    [['met'], 96],
    [['met', 'met', 'met'], 96],
  ] as const)(
    'reaches 80 only if more than half of what is required is shown, and 90 only if all is: %j',
    (verdicts, most) => {
      const pairs = verdicts.map((verdict) => ['required', verdict] as const);
      expect(score(96, [...pairs, ['preferred', 'unclear'], ['excluded', 'met']])).toBe(most);
      expect(score(12, pairs)).toBe(12);
    },
  );

  it('is no top match if every claim was struck', () => {
    const struck = [{ id: 'c0', verdict: 'met', quote: 'q' }] as const;
    expect(score(99, [['required', 'unclear']], struck)).toBe(59);
    expect(
      score(
        99,
        [
          ['required', 'met'],
          ['required', 'met'],
        ],
        struck,
      ),
    ).toBe(99);
  });

  it('may be a top match if some claims held', () => {
    const struck = [{ id: 'c1', verdict: 'met', quote: 'q' }] as const;
    expect(
      score(
        99,
        [
          ['required', 'met'],
          ['preferred', 'unclear'],
        ],
        struck,
      ),
    ).toBe(99);
  });

  it('may be a top match if something else bears out the only claim that was struck', () => {
    const criteria = [criterionOf('required', 0)];
    const struck = [{ id: 'c0', verdict: 'met', quote: 'q' }] as const;
    expect(boundScore(99, criteria, { verdicts: [verdictOf('met', 0)], struck, held: 0 })).toBe(99);
    const another = [{ id: 'c1', verdict: 'met', quote: 'q' }] as const;
    expect(boundScore(99, criteria, { verdicts: [verdictOf('met', 0)], struck: another, held: 0 })).toBe(59);
  });

  it('is never lower for a better verdict or a higher judgement', () => {
    const pair = fc.tuple(fc.constantFrom(...NEEDS), fc.constantFrom(...VERDICTS));
    fc.assert(
      fc.property(
        fc.array(pair, { minLength: 1, maxLength: 8 }),
        fc.nat(100),
        fc.nat(100),
        fc.nat(),
        (pairs, one, two, at) => {
          const [low, high] = [Math.min(one, two), Math.max(one, two)];
          expect(score(low, pairs)).toBeLessThanOrEqual(score(high, pairs));
          const better = pairs.map(([need, verdict], index) =>
            index === at % pairs.length ? ([need, 'met'] as const) : ([need, verdict] as const),
          );
          expect(score(one, pairs)).toBeLessThanOrEqual(score(one, better));
        },
      ),
    );
  });

  it('stays below a top match if a required or excluded criterion is not met', () => {
    const pair = fc.tuple(fc.constantFrom(...NEEDS), fc.constantFrom(...VERDICTS));
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 8 }), fc.nat(100), (pairs, judgement) => {
        expect(score(judgement, [...pairs, ['required', 'notMet']])).toBeLessThan(70);
        expect(score(judgement, [...pairs, ['excluded', 'notMet']])).toBeLessThan(70);
      }),
    );
  });
});

describe('the score of somebody like the good examples', () => {
  const shown = (from: number, likeness: number, verdict: Verdict['verdict']) =>
    shownScore(
      from,
      likeness,
      {
        googleSearchQuery: 'x',
        targetCriteria: { interests: [], experience: [] },
        criteria: [criterionOf('required', 0)],
        fromExamples: [criterionOf('preferred', 1), criterionOf('preferred', 2)],
      },
      { verdicts: [verdictOf(verdict, 0)], struck: [], held: 1 },
    );

  it('is up to five points higher, by the share of their traits', () => {
    expect([0, 1, 2].map((likeness) => shown(80, likeness, 'met'))).toEqual([80, 83, 85]);
  });

  it('rises no further than the evidence allows, and never falls', () => {
    expect(shown(98, 2, 'met')).toBe(100);
    expect(shown(57, 2, 'unclear')).toBe(59);
    expect(shown(70, 2, 'unclear')).toBe(70);
  });
});

describe('the fallback score', () => {
  const criteria = {
    nationality: 'Peruvian',
    location: 'Boston',
    interests: ['AI', 'robotics'],
    experience: ['research'],
  };
  const fallback = (title: string, snippet = '') => fallbackScore({ title, snippet }, criteria);

  it.each([
    ['nothing', 30],
    ['a Peruvian', 50],
    ['a Peruvian in Boston', 65],
    ['robotics and AI', 50],
    ['research', 40],
    ['PERUVIAN in boston: ai, robotics, research', 85],
  ])('for "%s" is %i', (title, expected) => {
    expect(fallback(title)).toBe(expected);
  });

  it('reads title and snippet alike', () => {
    expect(fallback('a Peruvian', 'in Boston')).toBe(65);
  });

  it('ignores LinkedIn’s boilerplate', () => {
    const found = { title: 'Ada Quispe - Poet | LinkedIn', snippet: 'Poet. View Ada’s profile on LinkedIn.' };
    expect(fallbackScore(found, { interests: [], experience: ['LinkedIn'] })).toBe(30);
  });

  it('stays between 30 and 85 for any text and criteria', () => {
    const word = fc.string();
    const anyCriteria = fc.record({
      nationality: word,
      location: word,
      interests: fc.array(word),
      experience: fc.array(word),
    });
    fc.assert(
      fc.property(word, word, anyCriteria, (title, snippet, any) => {
        const value = fallbackScore({ title, snippet }, any);
        expect(value).toBeGreaterThanOrEqual(30);
        expect(value).toBeLessThanOrEqual(85);
      }),
    );
  });
});
