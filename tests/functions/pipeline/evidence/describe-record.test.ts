import { describe, expect, it } from 'vitest';
import { describeRecord, explainMove, readingOf } from '#functions/pipeline/evidence/describe-record.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';

type Told = 'met' | 'notMet' | 'unclear' | 'met in the search result';

/** Criteria with these verdicts, as the record settles them. */
const settled = (
  list: Record<string, Told>,
  need: Criterion['need'] = 'required',
  recorded: Verdict[] = [],
) => {
  const criteria = Object.keys(list).map(
    (text, index): Criterion => ({
      id: `c${index}`,
      subject: 'experience',
      text,
      need,
    }),
  );
  const verdicts = Object.values(list).map((told, index): Verdict => {
    const criterionId = `c${index}`;
    if (told === 'unclear') return { criterionId, verdict: told };
    return told === 'met in the search result'
      ? { criterionId, verdict: 'met', quote: 'q', source: 'snippet' }
      : { criterionId, verdict: told, quote: 'q', source: 'record' };
  });
  return { criteria, reading: readingOf(criteria, verdicts, recorded) };
};

/** Criteria with these needs and verdicts of the record. */
const settledAs = (list: readonly [need: Criterion['need'], text: string, verdict: 'met' | 'notMet'][]) => {
  const criteria = list.map(
    ([need, text], index): Criterion => ({ id: `c${index}`, subject: 'education', text, need }),
  );
  const verdicts = list.map(
    ([, , verdict], index): Verdict => ({ criterionId: `c${index}`, verdict, quote: 'q', source: 'record' }),
  );
  return { criteria, reading: readingOf(criteria, verdicts, []) };
};

describe('the reason why a record moved a score', () => {
  it.each<[number, number, Criterion['need'], Record<string, Told>, string]>([
    [
      75,
      70,
      'required',
      { 'speaks Spanish': 'unclear', startups: 'unclear' },
      'the record does not show ‘speaks Spanish’ or ‘startups’',
    ],
    [
      92,
      74,
      'required',
      { senior: 'met', 'speaks Spanish': 'met in the search result' },
      'the record does not show ‘speaks Spanish’',
    ],
    [
      72,
      58,
      'required',
      { PhD: 'notMet', law: 'notMet', senior: 'unclear' },
      'the record contradicts ‘PhD’ and ‘law’',
    ],
    [72, 30, 'excluded', { Google: 'notMet' }, 'the record shows ‘Google’'],
    [72, 58, 'required', { senior: 'met' }, 'the AI rated the record less highly'],
    [72, 58, 'preferred', { senior: 'unclear' }, 'the AI rated the record less highly'],
    [72, 90, 'required', { senior: 'met', Kubernetes: 'unclear' }, 'the record confirms ‘senior’'],
    [72, 90, 'required', { senior: 'unclear' }, 'the AI rated the record more highly'],
    [
      72,
      90,
      'required',
      { senior: 'met', PhD: 'met', law: 'met', startups: 'met' },
      'the record confirms ‘senior’, ‘PhD’ and ‘law’',
    ],
  ])('from %i to %i, %s: %j', (from, to, need, list, reason) => {
    expect(explainMove({ from, to }, settled(list, need).reading)).toBe(reason);
  });

  it('is an excluded criterion rather than a wanted one', () => {
    const { reading } = settledAs([
      ['required', 'PhD', 'notMet'],
      ['excluded', 'MBA', 'notMet'],
    ]);
    expect(explainMove({ from: 72, to: 30 }, reading)).toBe('the record shows ‘MBA’');
  });

  it('is a lack of what the search result alone shows', () => {
    const own: Verdict = { criterionId: 'c0', verdict: 'unclear' };
    const { reading } = settled({ 'speaks Spanish': 'met in the search result' }, 'required', [own]);
    expect(explainMove({ from: 90, to: 80 }, reading)).toBe('the record does not show ‘speaks Spanish’');
  });

  it('is not a lack of what both the record and the search result show', () => {
    const own: Verdict = { criterionId: 'c0', verdict: 'met', quote: 'q', source: 'record' };
    const { reading } = settled({ 'speaks Spanish': 'met in the search result' }, 'required', [own]);
    expect(explainMove({ from: 90, to: 80 }, reading)).toBe('the AI rated the record less highly');
  });
});

describe('the description of a record', () => {
  const describeAs = (reasoning: string, list: Record<string, Told>, struck = 0) => {
    const { criteria, reading } = settled(list);
    return describeRecord(reasoning, struck, criteria, reading);
  };

  it.each<[string, Record<string, Told>]>([
    ['The record confirms it.', { Peruvian: 'unclear' }],
    ['The record confirms nationality (Peruvian).', { Peruvian: 'met', senior: 'unclear' }],
  ])('is the model’s if its words agree with the verdicts: %s', (reasoning, list) => {
    expect(describeAs(reasoning, list)).toBe(reasoning);
  });

  it.each<[string, Record<string, Told>, number, string]>([
    ['The record confirms Peruvian.', { Peruvian: 'unclear' }, 1, 'The record does not show ‘Peruvian’.'],
    [
      'All is well.',
      { Peruvian: 'unclear', senior: 'met' },
      2,
      'The record confirms ‘senior’ and does not show ‘Peruvian’.',
    ],
    [
      'It confirms senior, but shows no experience (speaks Spanish).',
      { senior: 'met', 'speaks Spanish': 'met in the search result' },
      0,
      'The record confirms ‘senior’ and does not show ‘speaks Spanish’.',
    ],
    [
      'It shows no senior role.',
      { senior: 'met', PhD: 'notMet' },
      0,
      'The record confirms ‘senior’ and contradicts ‘PhD’.',
    ],
    ['It leaves senior open.', { senior: 'met' }, 0, 'The record confirms ‘senior’.'],
    ['The record confirms a PhD.', { PhD: 'notMet' }, 0, 'The record contradicts ‘PhD’.'],
    ['The record confirms a doctorate.', { PhD: 'notMet' }, 0, 'The record contradicts ‘PhD’.'],
  ])('follows the verdicts if the model’s words do not: %s %j', (reasoning, list, struck, told) => {
    expect(describeAs(reasoning, list, struck)).toBe(told);
  });

  it('names at most six criteria of a kind', () => {
    const texts = ['law', 'tax', 'audit', 'sales', 'design', 'chess', 'rowing'];
    const list = Object.fromEntries(texts.map((text) => [text, 'met'] as const));
    expect(describeAs('x', list, 1)).toBe(
      'The record confirms ‘law’, ‘tax’, ‘audit’, ‘sales’, ‘design’ and ‘chess’.',
    );
  });

  it('says nothing about criteria that are not scored', () => {
    const criteria: Criterion[] = [
      { id: 'c0', subject: 'experience', text: 'mother', need: 'required', isUnscored: true },
    ];
    const verdicts: Verdict[] = [{ criterionId: 'c0', verdict: 'met', quote: 'q', source: 'record' }];
    expect(describeRecord('x', 1, criteria, readingOf(criteria, verdicts, []))).toBe(
      'The record settles none of the criteria.',
    );
  });

  it('follows the verdicts if the model denies what the record shows under another name', () => {
    const { criteria, reading } = settledAs([['excluded', 'PhD', 'notMet']]);
    expect(describeRecord('No doctorate.', 0, criteria, reading)).toBe('The record shows ‘PhD’.');
  });

  it('names an excluded criterion, and says if the record settles none', () => {
    const { criteria, reading } = settled({ Google: 'notMet' }, 'excluded');
    expect(describeRecord('Works at Google.', 0, criteria, reading)).toBe('The record shows ‘Google’.');
    expect(describeRecord('x', 1, [], settled({}).reading)).toBe('The record settles none of the criteria.');
  });
});
