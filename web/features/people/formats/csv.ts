import type { Criterion } from '#shared/criteria.ts';
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
  const rows = people.map((person) => ({ person, out: toExportedPerson(person) }));
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
    ...criteriaOf(people).flatMap((criterion, _, all) => criterionColumns(criterion, all)),
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
  const cells = columns.map(([name, read]) => [name, ...rows.map(read)]);
  const filled = cells.filter(([name, ...values]) => name === 'Name' || values.some((value) => value !== ''));
  const lines = Array.from({ length: rows.length + 1 }, (_, line) =>
    filled.map((column) => toCell(column[line] ?? '')).join(','),
  );
  return BYTE_ORDER_MARK + lines.map((line) => line + LINE_END).join('');
}

type CsvColumn = [name: string, read: (row: { person: Person }) => string];

/** A criterion's label, with what tells it apart from others of the same label in a list from several answers. */
function columnNameOf(criterion: Criterion, all: readonly Criterion[]): string {
  const { need, subject } = criterion;
  const label = labelOf(criterion);
  const others = all.filter((one) => one !== criterion && labelOf(one) === label);
  if (others.length === 0) return label;
  const about = others.some((other) => other.need === need) ? ` (${subject})` : '';
  // Something required may have the wording of something excluded: 'Not Deloitte'.
  const isNegation = need === 'excluded' && others.some((other) => other.need === 'required');
  return `${label}${about}${isNegation ? ' (excluded)' : NEED_WORDS[need]}`;
}

function criterionColumns(criterion: Criterion, all: readonly Criterion[]): CsvColumn[] {
  const name = columnNameOf(criterion, all);
  const known = ({ person }: { person: Person }) =>
    judgedOf(person).find((one) => keyOf(one.criterion) === keyOf(criterion))?.verdict;
  return [
    [
      name,
      (row) => {
        const verdict = known(row);
        return verdict === undefined ? '' : VERDICT_WORDS[verdict.verdict];
      },
    ],
    [
      `${name}: evidence`,
      (row) => {
        const verdict = known(row);
        return verdict === undefined || verdict.verdict === 'unclear'
          ? ''
          : `“${verdict.quote}” (${sourceOf(verdict)})`;
      },
    ],
  ];
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
  const line = clean(value).replace(/\s+/g, ' ');
  const defused = line.replace(BEGINS_FORMULA, "'").replace(FORMULA_WITHIN, "$&'");
  return /[",;]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
