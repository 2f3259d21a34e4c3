import type { Criterion, Verdict } from '#shared/criteria.ts';
import { labelOf, NO_LONGER, sourceOf, VERDICT_WORDS } from '#web/features/results/index.ts';
import { judgedOf, type Person } from '../person.ts';
import { criteriaOf, keyOf } from '../rows.ts';
import {
  clean,
  describeScoreMove,
  describeVerified,
  NEED_WORDS,
  toExportedPerson,
} from './exported-person.ts';

/* People as a table. Texts about them are untrusted: a cell must not become a formula. */

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/**
 * A table as Excel and Sheets open it: UTF-8 with a byte order mark, commas, CRLF. One row per person; for each criterion, a column with
 * the verdict and one with its evidence. Columns that would be entirely empty are left out.
 */
export function toCsv(people: readonly Person[]): string {
  const rows = people.map((person) => ({ out: toExportedPerson(person), verdicts: verdictsOf(person) }));
  const columns: [name: string, read: (row: (typeof rows)[number]) => string | number][] = [
    ['Rank', ({ out }) => out.rank],
    ['Name', ({ out }) => out.name],
    ['Score', ({ out }) => out.score ?? ''],
    [NO_LONGER, ({ out }) => (out.noLongerAMatch ? 'yes' : '')],
    ['Headline', ({ out }) => out.headline],
    ['Place', ({ out }) => out.place],
    ['Position', ({ out }) => out.title],
    ['Company', ({ out }) => out.company],
    ['Degree', ({ out }) => out.degree],
    ['School', ({ out }) => out.school],
    ['Languages', ({ out }) => out.languages?.join(', ') ?? ''],
    ['Certificates', ({ out }) => out.certificates?.join(', ') ?? ''],
    ['Verified', ({ out }) => describeVerified(out)],
    ['Record of', ({ out }) => out.recordDate ?? ''],
    ...criteriaColumns(criteriaOf(people)),
    ['Summary', ({ out }) => out.summary],
    ['Why this score', ({ out }) => out.whyThisScore ?? ''],
    ['Score change', ({ out }) => describeScoreMove(out)],
    ['Verification', ({ out }) => out.verification ?? ''],
    ['Warnings', ({ out }) => out.warnings?.join(' ') ?? ''],
    ['Claims left out', ({ out }) => out.claimsLeftOut ?? ''],
    ['Tags', ({ out }) => out.tags.join(', ')],
    ['Status', ({ out }) => out.status ?? ''],
    ['Note', ({ out }) => out.note ?? ''],
    ['Rating', ({ out }) => out.rating ?? ''],
    ['How found', ({ out }) => out.howFound ?? ''],
    ['Like your good examples', ({ out }) => out.likeExamples?.join(', ') ?? ''],
    ['Found for', ({ out }) => out.foundFor?.join(' | ') ?? ''],
    ['Providers', ({ out }) => out.providers ?? ''],
    ['Profile', ({ out }) => out.profileUrl ?? ''],
  ];
  const filled = columns.filter(([name, read]) => name === 'Name' || rows.some((row) => read(row) !== ''));
  const toLine = (cells: readonly (string | number)[]) => cells.map(toCell).join(',') + LINE_END;
  const lines = rows.map((row) => toLine(filled.map(([, read]) => read(row))));
  return BYTE_ORDER_MARK + toLine(filled.map(([name]) => name)) + lines.join('');
}

type Verdicts = ReadonlyMap<string, Verdict>;

/**
 * A person's verdicts by the criterion's key. Read once per person: a list of people from many answers has hundreds of criteria, most of
 * which each person was not compared with.
 */
function verdictsOf(person: Person): Verdicts {
  const verdicts = new Map<string, Verdict>();
  for (const { criterion, verdict } of judgedOf(person)) {
    const key = keyOf(criterion);
    if (!verdicts.has(key)) verdicts.set(key, verdict);
  }
  return verdicts;
}

type CsvColumn = [name: string, read: (row: { verdicts: Verdicts }) => string];

/** A column with the verdict and one with its evidence, for each criterion. */
function criteriaColumns(criteria: readonly Criterion[]): CsvColumn[] {
  const byLabel = Map.groupBy(criteria, labelOf);
  return criteria.flatMap((criterion): CsvColumn[] => {
    const name = columnNameOf(criterion, byLabel.get(labelOf(criterion)) ?? []);
    const key = keyOf(criterion);
    return [
      [
        name,
        ({ verdicts }) => {
          const verdict = verdicts.get(key);
          return verdict === undefined ? '' : VERDICT_WORDS[verdict.verdict];
        },
      ],
      [
        `${name}: evidence`,
        ({ verdicts }) => {
          const verdict = verdicts.get(key);
          return verdict === undefined || verdict.verdict === 'unclear'
            ? ''
            : `“${verdict.quote}” (${sourceOf(verdict)})`;
        },
      ],
    ];
  });
}

/** A criterion's label, with what tells it apart from others of the same label in a list from several answers. */
function columnNameOf(criterion: Criterion, alike: readonly Criterion[]): string {
  const { need, subject } = criterion;
  const label = labelOf(criterion);
  const others = alike.filter((one) => one !== criterion);
  if (others.length === 0) return label;
  const about = others.some((other) => other.need === need) ? ` (${subject})` : '';
  // Something required may have the wording of something excluded: 'Not Deloitte'.
  const isNegation = need === 'excluded' && others.some((other) => other.need === 'required');
  return `${label}${about}${isNegation ? ' (excluded)' : NEED_WORDS[need]}`;
}

/** Characters that a spreadsheet takes for the beginning of a formula, with look-alikes that some normalise to them. */
const FORMULA_START = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE66\\uFE62\\uFE63\\uFE6B\\u2212]';
const BEGINS_FORMULA = new RegExp(`^(?=[\\s"']*${FORMULA_START})`, 'u');
/** Where the comma is the decimal separator, Excel splits at semicolons, even within quotes: the text after one may begin a cell. */
const FORMULA_WITHIN = new RegExp(`;[\\s"']*(?=${FORMULA_START})`, 'gu');

/**
 * One cell. Anything that could begin a formula is preceded by an apostrophe, by which spreadsheets recognise text. Control characters and
 * line breaks become spaces, so that no text begins a row either.
 */
export function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (value === '') return '';
  const line = clean(value).replace(/\s+/g, ' ');
  const defused = line.replace(BEGINS_FORMULA, "'").replace(FORMULA_WITHIN, "$&'");
  return /[",;]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
