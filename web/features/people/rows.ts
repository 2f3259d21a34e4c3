import { byNeed, type Criterion } from '#shared/criteria.ts';
import { fold } from '#shared/fold.ts';
import { LIMITS } from '#shared/limits.ts';
import { labelOf } from '#web/features/results/index.ts';
import { factsOf, judgedOf, type Person } from './person.ts';

/* Which people of a table are shown, and in what order. */

export const COLUMNS = [
  'rank',
  'name',
  'score',
  'criteria',
  'place',
  'company',
  'school',
  'verified',
  'status',
] as const;
export type Column = (typeof COLUMNS)[number];

export interface Order {
  column: Column;
  isDescending: boolean;
}

/** A column's initial sort order: the best, or alphabetically first, on top. */
export const firstOrderOf = (column: Column): Order => ({
  column,
  isDescending: column === 'score' || column === 'criteria' || column === 'verified',
});

/** A table's filters. Empty ones filter nothing. */
export interface Filters {
  /** Each word has to occur somewhere in what is known about a person. */
  words: string;
  /** 0 to 100. */
  minScore: number;
  /** 'required': every required criterion is met; 'notMissed': none is not met; otherwise one criterion is met. */
  verdicts: string;
  place: string;
  company: string;
  school: string;
  verified: '' | 'yes' | 'no';
  status: string;
}

export const NO_FILTERS: Filters = {
  words: '',
  minScore: 0,
  verdicts: '',
  place: '',
  company: '',
  school: '',
  verified: '',
  status: '',
};

/** How many filters are set, apart from the words. */
export const countFilters = ({ words: _, ...filters }: Filters): number =>
  Object.values(filters).filter((value) => value !== '' && value !== 0).length;

/** Identifies a criterion across answers. */
export const keyOf = ({ need, subject, text }: Criterion): string => `${need} ${subject} ${fold(text)}`;

/** The criteria that any of the people were compared with, without duplicates. */
export function criteriaOf(people: readonly Person[]): readonly Criterion[] {
  const distinct = new Map<string, Criterion>();
  // Most sets come from one answer, whose people share one array of criteria.
  for (const criteria of new Set(people.map((person) => person.criteria)))
    for (const criterion of criteria ?? [])
      if (!distinct.has(keyOf(criterion))) distinct.set(keyOf(criterion), criterion);
  return byNeed([...distinct.values()]);
}

/** The filters without a choice of verdicts that does not exist, for example after criteria were adjusted: it filters nothing. */
export const applicable = (filters: Filters, people: readonly Person[]): Filters =>
  filters.verdicts === '' || verdictChoices(people).some(({ value }) => value === filters.verdicts)
    ? filters
    : { ...filters, verdicts: '' };

/** The people who pass the filters, sorted. Ties, and people without a value in the column, keep the set's order, the latter at the end. */
export function rowsOf(
  people: readonly Person[],
  { order, filters }: { order: Order; filters: Filters },
): readonly Person[] {
  const passes = createFilter(applicable(filters, people));
  const ranked = people.filter(passes).map((person) => ({ person, value: sortValue(person, order.column) }));
  const sign = order.isDescending ? -1 : 1;
  return ranked
    .sort((one, two) => {
      if (one.value === undefined || two.value === undefined)
        return Number(one.value === undefined) - Number(two.value === undefined);
      return sign * compare(one.value, two.value);
    })
    .map(({ person }) => person);
}

/** The selected people, including those who are filtered out, in the order of the table. */
export const selectedRows = (
  people: readonly Person[],
  { keys, order }: { keys: ReadonlySet<string>; order: Order },
): readonly Person[] =>
  rowsOf(
    people.filter(({ key }) => keys.has(key)),
    { order, filters: NO_FILTERS },
  );

/** The value by which a column sorts; undefined if there is none. */
function sortValue(person: Person, column: Column): number | string | undefined {
  const { profile, rank, isScored, status = '' } = person;
  const { place, company, school } = factsOf(person);
  const values = {
    rank: () => rank,
    name: () => profile.fullName,
    score: () => (isScored ? profile.relevanceScore : undefined),
    criteria: () => criteriaRank(person),
    place: () => place || undefined,
    company: () => company || undefined,
    school: () => school || undefined,
    verified: () => Number(profile.isVerified),
    status: () => status.trim() || undefined,
  };
  return values[column]();
}

/** More criteria that are met rank first, then fewer that are not met. */
function criteriaRank(person: Person): number | undefined {
  const judged = judgedOf(person);
  if (judged.length === 0) return undefined;
  const countOf = (which: string) => judged.filter(({ verdict }) => verdict.verdict === which).length;
  return countOf('met') * (LIMITS.criteria + 1) - countOf('notMet');
}

// Created once: that takes longer than comparing a page of names.
let collator: Intl.Collator | undefined;
function compare(one: number | string, two: number | string): number {
  if (typeof one === 'number' && typeof two === 'number') return one - two;
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return collator.compare(String(one), String(two));
}

function createFilter(filters: Filters): (person: Person) => boolean {
  const { minScore, verified, status, verdicts } = filters;
  const words = fold(filters.words).split(/\s+/).filter(Boolean);
  const parts = (['place', 'company', 'school'] as const)
    .map((name) => ({ name, part: fold(filters[name]).trim() }))
    .filter(({ part }) => part !== '');
  const tests: ((person: Person) => boolean)[] = [
    ({ profile, isScored }) => minScore === 0 || (isScored && profile.relevanceScore >= minScore),
    ({ profile }) => verified === '' || profile.isVerified === (verified === 'yes'),
    (person) => status === '' || person.status?.trim() === status,
    (person) => passesVerdicts(person, verdicts),
    (person) => parts.every(({ name, part }) => fold(factsOf(person)[name]).includes(part)),
    (person) => words.every((word) => textOf(person).includes(word)),
  ];
  return (person) => tests.every((passes) => passes(person));
}

function passesVerdicts(person: Person, wanted: string): boolean {
  if (wanted === '') return true;
  const judged = judgedOf(person);
  if (judged.length === 0) return false;
  if (wanted === 'notMissed') return judged.every(({ verdict }) => verdict.verdict !== 'notMet');
  const asked = judged.filter(({ criterion }) =>
    wanted === 'required' ? criterion.need === 'required' : choiceOf(criterion) === wanted,
  );
  return asked.length > 0 && asked.every(({ verdict }) => verdict.verdict === 'met');
}

/** Cached by person, since people do not change and every letter typed searches all of them. */
const textsByPerson = new WeakMap<Person, string>();

function textOf(person: Person): string {
  const known = textsByPerson.get(person);
  if (known !== undefined) return known;
  const { profile, note = '', status = '', origins = [] } = person;
  const requests = origins.map(({ request }) => request);
  const { fullName, summary, tags, scoreReason = '', verificationReasoning = '' } = profile;
  const quotes = judgedOf(person).flatMap(({ verdict }) => ('quote' in verdict ? verdict.quote : []));
  const evidence = [scoreReason, verificationReasoning, ...quotes];
  const facts = [...Object.values(factsOf(person)), summary, ...tags];
  const text = fold([fullName, ...facts, ...evidence, note, status, ...requests].join('\n'));
  textsByPerson.set(person, text);
  return text;
}

/** The same for a criterion that is required and one that is nice to have: adjusting that keeps the filter. */
const choiceOf = (criterion: Criterion): string => `${criterion.subject} ${fold(labelOf(criterion))}`;

/** The options of the verdict filter. */
export const verdictChoices = (people: readonly Person[]): { value: string; label: string }[] => {
  const criteria = criteriaOf(people);
  if (criteria.length === 0) return [];
  const labels = new Map(criteria.map((criterion) => [choiceOf(criterion), labelOf(criterion)]));
  return [
    ...(criteria.some(({ need }) => need === 'required')
      ? [{ value: 'required', label: 'All required met' }]
      : []),
    { value: 'notMissed', label: 'No criteria failed' },
    ...Array.from(labels, ([value, label]) => ({ value, label: `✓ ${label}` })),
  ];
};
