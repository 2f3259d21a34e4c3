import { describe, expect, it } from 'vitest';
import type { Criterion } from '#shared/criteria.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { savedOf } from '#tests/web/features/lists/samples.ts';
import { CRITERIA, directory, JUDGED, person } from '#tests/web/gallery/people.ts';
import { type Person, peopleOf } from '#web/features/people/person.ts';
import {
  applicable,
  type Column,
  countFilters,
  criteriaOf,
  type Filters,
  firstOrderOf,
  NO_FILTERS,
  rowsOf,
  selectedRows,
  verdictChoices,
} from '#web/features/people/rows.ts';
import { deselectAll, extend, NOTHING_SELECTED, selectAll, toggle } from '#web/features/people/selection.ts';

const judged = peopleOf({ ...directory(JUDGED, true), criteria: [...CRITERIA] }, false);
const ORDER = firstOrderOf('rank');
const namesOf = (people: readonly Person[]) => people.map(({ profile }) => profile.fullName.split(' ')[0]);
const sorted = (column: Column, isDescending = firstOrderOf(column).isDescending, people = judged) =>
  namesOf(rowsOf(people, { order: { column, isDescending }, filters: NO_FILTERS }));
const filtered = (filters: Partial<Filters>, people = judged) =>
  namesOf(rowsOf(people, { order: ORDER, filters: { ...NO_FILTERS, ...filters } }));
const some = (...people: Partial<DisplayProfile>[]) =>
  peopleOf(
    directory(
      people.map((one, index) => person({ id: `p${index}`, fullName: `P${index}`, ...one })),
      false,
    ),
    false,
  );

describe('the sort order of a table', () => {
  it('sorts by rank, or by score from the best', () => {
    const byScore = ['Marisol', 'Amara', 'Jun', 'Pilar', 'Tobias', 'Noah', 'Inês'];
    expect(sorted('rank')).toEqual(byScore);
    expect(sorted('score')).toEqual(byScore);
    expect(sorted('score', false)).toEqual(byScore.toReversed());
  });

  it('sorts by name, ignoring case and accents', () => {
    const people = some(
      { fullName: 'Zoë' },
      { fullName: 'Élodie' },
      { fullName: 'elodie' },
      { fullName: 'Dan' },
    );
    expect(sorted('name', false, people)).toEqual(['Dan', 'Élodie', 'elodie', 'Zoë']);
  });

  it('sorts hidden names by their number', () => {
    const people = some({ fullName: 'Person 10' }, { fullName: 'Person 9' });
    const order = { column: 'name', isDescending: false } as const;
    const rows = rowsOf(people, { order, filters: NO_FILTERS });
    expect(rows.map(({ profile }) => profile.fullName)).toEqual(['Person 9', 'Person 10']);
  });

  it('sorts by criteria met, then by the fewest not met', () => {
    for (const people of [judged, judged.toReversed()])
      expect(sorted('criteria', true, people).slice(0, 4)).toEqual(['Marisol', 'Jun', 'Amara', 'Tobias']);
    // People of two answers, one of which had fewer criteria to fail.
    const verdicts = CRITERIA.map(
      ({ id }) => ({ criterionId: id, verdict: 'notMet', quote: 'Lima', source: 'snippet' }) as const,
    );
    const [both, one] = some({ verdicts }, { verdicts });
    const unclear = { ...both, profile: { ...both?.profile, verdicts: verdicts.slice(0, 2) } };
    for (const other of [
      { ...both, criteria: CRITERIA.slice(0, 2) },
      { ...unclear, criteria: CRITERIA },
    ]) {
      const missed = [other, { ...one, criteria: CRITERIA.slice(0, 1) }] as Person[];
      expect(sorted('criteria', true, missed)).toEqual(['P1', 'P0']);
    }
  });

  it('puts unknown values last in both directions', () => {
    const people = some({ location: 'Lima' }, { location: 'Unknown' }, { location: 'Berlin' });
    expect(sorted('place', false, people)).toEqual(['P2', 'P0', 'P1']);
    expect(sorted('place', true, people)).toEqual(['P0', 'P2', 'P1']);
    const nothing = some(
      { currentPosition: { title: '', company: 'N/A' }, education: { school: 'Unknown', degree: '' } },
      { currentPosition: { title: '', company: 'Ulu' }, education: { school: 'Piura', degree: '' } },
    ).map((one, index) => ({ ...one, status: index === 0 ? ' ' : 'new' }));
    for (const column of ['company', 'school', 'status'] as const)
      expect([column, sorted(column, false, nothing)]).toEqual([column, ['P1', 'P0']]);
    const unscored = judged.map((one, index) => ({ ...one, isScored: index !== 0 }));
    expect(sorted('score', true, unscored).at(-1)).toBe('Marisol');
    expect(sorted('score', false, unscored).at(-1)).toBe('Marisol');
  });

  it('keeps the original order of equal rows', () => {
    expect(sorted('verified').slice(0, 2)).toEqual(['Marisol', 'Tobias']);
    const statuses = judged.map((one, index) => ({ ...one, status: index % 2 === 0 ? 'new' : 'contacted' }));
    expect(sorted('status', false, statuses)).toEqual([
      'Amara',
      'Pilar',
      'Noah',
      'Marisol',
      'Jun',
      'Tobias',
      'Inês',
    ]);
  });
});

describe('the filters of a table', () => {
  it('match words in any order and any field, ignoring case and accents', () => {
    expect(filtered({ words: 'CARDOSO ines' })).toEqual(['Inês']);
    const { origins } = savedOf(1);
    const saved = judged.map((one, index) => ({ ...one, ...(index === 2 && { origins }) }));
    expect(filtered({ words: 'economists of one' }, saved)).toEqual(['Jun']);
    const reasoned = some(
      { scoreReason: 'Brews beer' },
      { verificationReasoning: 'The record lists Leuven' },
      { verdicts: [{ criterionId: 'c1', verdict: 'met', quote: 'hops grower', source: 'snippet' }] },
    ).map((one) => ({ ...one, criteria: [...CRITERIA] }));
    expect(filtered({ words: 'brews' }, reasoned)).toEqual(['P0']);
    expect(filtered({ words: 'leuven' }, reasoned)).toEqual(['P1']);
    expect(filtered({ words: 'grower hops' }, reasoned)).toEqual(['P2']);
    expect(filtered({ words: 'northgate new' })).toEqual(['Tobias']);
    expect(filtered({ words: 'statespartner' })).toEqual([]);
    expect(filtered({ words: 'm&a' })).toEqual(['Marisol']);
    const noted = judged.map((one) => ({
      ...one,
      note: one.profile.id === 'jun-takemura' ? 'Met in Lima' : '',
    }));
    expect(filtered({ words: 'lima' }, noted)).toEqual(['Jun']);
    const lukasz = judged.map((one) => ({
      ...one,
      note: one.profile.id === 'jun-takemura' ? 'Asked Łukasz' : '',
    }));
    expect(filtered({ words: 'lukasz' }, lukasz)).toEqual(['Jun']);
  });

  it('narrow by score, place, company, school, verification and status', () => {
    for (const minScore of [70, 72]) expect(filtered({ minScore })).toEqual(['Marisol', 'Amara', 'Jun']);
    for (const place of ['chicago', ' Chicago ']) expect(filtered({ place })).toEqual(['Amara']);
    expect(filtered({ company: 'calloway' })).toEqual(['Marisol']);
    expect(filtered({ school: 'georgetown law' })).toEqual(['Jun']);
    expect(filtered({ verified: 'yes' })).toEqual(['Marisol', 'Tobias']);
    expect(filtered({ verified: 'no', minScore: 70 })).toEqual(['Amara', 'Jun']);
    const statuses = judged.map((one) => ({ ...one, status: one.rank === 2 ? ' replied' : 'new' }));
    expect(filtered({ status: 'replied' }, statuses)).toEqual(['Amara']);
    expect(filtered({ words: 'replied' }, statuses)).toEqual(['Amara']);
  });

  it('narrow by verdicts', () => {
    expect(filtered({ verdicts: 'required' })).toEqual(['Marisol', 'Jun']);
    expect(filtered({ verdicts: 'notMissed' })).toEqual(['Marisol', 'Jun', 'Pilar', 'Noah', 'Inês']);
    const choice = verdictChoices(judged).find(({ label }) => label === '✓ Washington, D.C.');
    expect(filtered({ verdicts: choice?.value ?? 'none' })).toEqual(['Marisol']);
    // People of other answers were not compared with anything, or with something else.
    const [first] = judged;
    const others = [undefined, CRITERIA.slice(-1)].map((criteria) => ({ ...first, criteria }) as Person);
    for (const verdicts of ['required', choice?.value ?? 'none'])
      expect(filtered({ verdicts }, [...judged, ...others])).toEqual(filtered({ verdicts }));
    expect(filtered({ verdicts: 'notMissed' }, [...judged, ...others.slice(0, 1)])).toEqual(
      filtered({ verdicts: 'notMissed' }),
    );
  });

  it('keep a criterion whose need is adjusted, and ignore one that is gone', () => {
    const withCriteria = (change: (criterion: Criterion) => Partial<Criterion>) =>
      judged.map((one) => ({
        ...one,
        criteria: CRITERIA.map((criterion) => ({ ...criterion, ...change(criterion) })),
      }));
    const choice = verdictChoices(judged).find(({ label }) => label === '✓ Georgetown Law')?.value ?? '';
    const verdicts = filtered({ verdicts: choice });
    expect(verdicts).not.toHaveLength(judged.length);
    const preferred = withCriteria(() => ({ need: 'preferred' }));
    expect(filtered({ verdicts: choice }, preferred)).toEqual(verdicts);
    const others = withCriteria(({ text }) => ({ text: `not ${text}` }));
    for (const [gone, people] of [
      [choice, others],
      ['required', preferred],
    ] as const) {
      expect(filtered({ verdicts: gone }, people)).toHaveLength(people.length);
      expect(countFilters(applicable({ ...NO_FILTERS, verdicts: gone }, people))).toBe(0);
    }
  });

  it('offer a criterion once that one answer requires and another prefers', () => {
    const wished = CRITERIA.map(
      (one) => ({ ...one, need: one.need === 'required' ? 'preferred' : one.need }) as const,
    );
    const both = judged.map((one, index) => (index === 0 ? { ...one, criteria: wished } : one));
    expect(verdictChoices(both)).toEqual(verdictChoices(judged));
  });

  it('ignore a score that was never given', () => {
    expect(
      filtered(
        { minScore: 60 },
        judged.map((one) => ({ ...one, isScored: false })),
      ),
    ).toEqual([]);
  });
});

it('identical criteria of two answers count as one', () => {
  const [first] = judged;
  const other = {
    ...first,
    key: 'other',
    criteria: [{ ...CRITERIA[0], id: 'c9', text: 'Lawyer' }],
  } as Person;
  expect(criteriaOf([...judged, other])).toHaveLength(CRITERIA.length);
});

it('criteria of several answers are ordered as they are above a directory', () => {
  const [first] = judged;
  const other = {
    ...first,
    key: 'other',
    criteria: [{ id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' }],
  } as Person;
  expect(criteriaOf([...judged, other]).map(({ text }) => text)).toEqual([
    'lawyer',
    'food and beverage',
    'Georgetown Law',
    'Peruvian',
    'Washington, D.C.',
    'Northgate Spirits',
  ]);
});

describe('the selection', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'];
  const keys = (selection: { keys: ReadonlySet<string> }) => [...selection.keys].sort().join('');

  it('toggles one row', () => {
    const one = toggle(toggle(NOTHING_SELECTED, 'a'), 'c');
    expect(keys(one)).toBe('ac');
    expect(keys(toggle(one, 'a'))).toBe('c');
  });

  it('extends and shrinks a range from its anchor, keeping earlier selections', () => {
    const begun = toggle(toggle(NOTHING_SELECTED, 'e'), 'b');
    const grown = extend(begun, rows, { from: 'x', to: 'd' });
    expect(keys(grown)).toBe('bcde');
    expect(keys(extend(grown, rows, { from: 'd', to: 'c' }))).toBe('bce');
    expect(keys(extend(grown, rows, { from: 'd', to: 'a' }))).toBe('abe');
  });

  it('starts a range at the focused row when nothing displayed is selected', () => {
    const range = { from: 'b', to: 'c' };
    expect(keys(extend(NOTHING_SELECTED, rows, range))).toBe('bc');
    expect(keys(extend(toggle(NOTHING_SELECTED, 'z'), rows, range))).toBe('bcz');
    expect(keys(extend(deselectAll(toggle(NOTHING_SELECTED, 'e'), rows), rows, range))).toBe('bc');
  });

  it('has the order of the table, not that in which people were found or selected', () => {
    const selected = new Set(
      judged
        .slice(0, 3)
        .reverse()
        .map(({ key }) => key),
    );
    const inOrder = (column: Column) =>
      namesOf(selectedRows(judged, { keys: selected, order: firstOrderOf(column) }));
    expect(inOrder('rank')).toEqual(['Marisol', 'Amara', 'Jun']);
    expect(inOrder('name')).toEqual(['Amara', 'Jun', 'Marisol']);
  });

  it('selects or deselects all displayed rows, keeping those not displayed', () => {
    const hidden = toggle(NOTHING_SELECTED, 'z');
    expect(keys(selectAll(hidden, rows))).toBe('abcdez');
    expect(keys(extend(selectAll(hidden, rows), rows, { from: 'b', to: 'c' }))).toBe('abcdez');
    const kept = deselectAll(selectAll(hidden, rows), rows);
    expect(keys(kept)).toBe('z');
    expect(keys(extend(kept, rows, { from: 'b', to: 'c' }))).toBe('bcz');
  });
});
