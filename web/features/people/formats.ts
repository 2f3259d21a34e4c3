import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { StandIns } from '#shared/results.ts';
import {
  labelOf,
  NO_LONGER,
  shownVerification,
  sourceOf,
  VERDICT_WORDS,
  warningsOn,
} from '#web/features/results/index.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { factsOf, judgedOf, type Person } from './person.ts';
import { criteriaOf, keyOf } from './rows.ts';

/*
 * People as files. Texts about them are untrusted: a cell must not become a formula, a line not markup, a text not a link. A file contains
 * only what is known about its people.
 */

export interface ExportedPerson {
  rank: number;
  name: string;
  /** 0 to 100, truncated, not rounded; null if the person has not been scored. */
  score: number | null;
  /** The reader's adjustments since then rule the person out. */
  noLongerAMatch?: true;
  headline: string;
  place: string;
  title: string;
  company: string;
  degree: string;
  school: string;
  /** As listed in the record; absent if it lists none. */
  languages?: readonly string[];
  certificates?: readonly string[];
  verified: boolean;
  /** That the person was verified is a claim of an imported file. */
  verifiedByImport?: true;
  /** ISO date of the record that was read. */
  recordDate?: string;
  criteria: readonly {
    criterion: string;
    need: Criterion['need'];
    verdict: 'met' | 'not met' | 'unclear';
    quote?: string;
    source?: string;
  }[];
  summary: string;
  whyThisScore?: string;
  verification?: string;
  /** What to know before trusting the rest. */
  warnings?: readonly string[];
  tags: readonly string[];
  /** Canonical; absent if there is none, or if names are hidden. */
  profileUrl?: string;
  status?: string;
  note?: string;
  rating?: 'good' | 'bad';
  /** Set if no real provider was used, so that the person may not exist. */
  providers?: StandIns;
  /** The requests for which the person was found, newest first. */
  foundFor?: readonly string[];
}

/** Maximum characters of a text. An Excel cell takes 32,767, including the characters that make it safe. */
const MAX_TEXT_LENGTH = 32_000;
const clean = (text: string): string => cleanText(text, MAX_TEXT_LENGTH);

function toExportedPerson(person: Person): ExportedPerson {
  const { profile, rank, isScored, isFallen, isImported, status = '', note = '', rating, origins } = person;
  const { languages, certificates, scoreReason, recordDate } = profile;
  const { headline, place, title, company, degree, school } = factsOf(person);
  const verification = shownVerification(profile);
  const warnings = warningsOn(profile, person);
  const profileUrl = canonicalProfileUrl(profile.profileUrl);
  return {
    rank,
    name: clean(profile.fullName),
    score: isScored ? Math.floor(profile.relevanceScore) : null,
    ...(isFallen && { noLongerAMatch: true }),
    headline: clean(headline),
    place: clean(place),
    title: clean(title),
    company: clean(company),
    degree: clean(degree),
    school: clean(school),
    ...(languages && { languages: languages.map(clean) }),
    ...(certificates && { certificates: certificates.map(clean) }),
    verified: profile.isVerified,
    ...(profile.isVerified && isImported === true && { verifiedByImport: true }),
    ...(recordDate !== undefined && { recordDate: clean(recordDate) }),
    criteria: judgedOf(person).map(({ criterion, verdict }) => ({
      criterion: clean(labelOf(criterion)),
      need: criterion.need,
      verdict: VERDICT_WORDS[verdict.verdict],
      ...(verdict.verdict !== 'unclear' && { quote: clean(verdict.quote), source: sourceOf(verdict) }),
    })),
    summary: clean(profile.summary),
    ...(scoreReason !== undefined && { whyThisScore: clean(scoreReason) }),
    ...(verification !== undefined && { verification: clean(verification) }),
    ...(warnings.length > 0 && { warnings: warnings.map(clean) }),
    tags: profile.tags.map(clean).filter((tag) => tag !== ''),
    ...(profileUrl !== undefined && { profileUrl }),
    ...(status !== '' && { status: clean(status) }),
    ...(note !== '' && { note: clean(note) }),
    ...(rating !== undefined && { rating }),
    ...(person.providers !== undefined && { providers: person.providers }),
    ...(origins !== undefined && { foundFor: origins.map(({ request }) => clean(request)) }),
  };
}

/** The people with everything known about them. `at`: the date of the export, in ISO format. */
export const toJson = (people: readonly Person[], { title, at }: { title: string; at: string }): string =>
  `${JSON.stringify({ title: clean(title), exportedAt: at, people: people.map(toExportedPerson) }, null, 2)}\n`;

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
    ...criteriaOf(people).flatMap(criterionColumns),
    ['Summary', ({ out }) => out.summary],
    ['Why this score', ({ out }) => out.whyThisScore ?? ''],
    ['Verification', ({ out }) => out.verification ?? ''],
    ['Warnings', ({ out }) => out.warnings?.join(' ') ?? ''],
    ['Tags', ({ out }) => out.tags.join(', ')],
    ['Status', ({ out }) => out.status ?? ''],
    ['Note', ({ out }) => out.note ?? ''],
    ['Rating', ({ out }) => out.rating ?? ''],
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

const describeVerified = ({ verified, verifiedByImport }: ExportedPerson): string => {
  if (!verified) return 'no';
  return verifiedByImport ? 'yes, according to an imported file' : 'yes';
};

type CsvColumn = [name: string, read: (row: { person: Person }) => string];

/** A criterion's label, with what tells it apart from others of the same label in a list from several answers. */
function columnNameOf(criterion: Criterion, all: readonly Criterion[]): string {
  const { need, subject } = criterion;
  const label = labelOf(criterion);
  const others = all.filter((one) => one !== criterion && labelOf(one) === label);
  if (others.length === 0) return label;
  const about = others.some((other) => other.need === need) ? ` (${subject})` : '';
  return `${label}${about}${NEED_WORDS[need]}`;
}

function criterionColumns(criterion: Criterion, _: number, all: readonly Criterion[]): CsvColumn[] {
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

const NEED_WORDS = { required: '', preferred: ' (nice to have)', excluded: '' } as const;

/** A document with one heading per person. */
export function toMarkdown(people: readonly Person[], { title }: { title: string }): string {
  const heading = `# ${toMarkdownText(title)}`;
  return `${[heading, countOfPeople(people.length), ...people.map((person) => section(toExportedPerson(person)))].join('\n\n')}\n`;
}

function section(out: ExportedPerson): string {
  const score = out.score === null ? '' : ` – ${out.score}%`;
  const facts: [name: string, text: string | undefined][] = [
    [NO_LONGER, out.noLongerAMatch && 'yes'],
    ['Headline', out.headline],
    ['Place', out.place],
    ['Current', joined(out.title, out.company)],
    ['Education', joined(out.degree, out.school)],
    ['Languages', out.languages?.join(', ')],
    ['Certificates', out.certificates?.join(', ')],
    [
      'Verified',
      out.verified ? [describeVerified(out), out.recordDate].filter(Boolean).join(', record of ') : '',
    ],
    ['Summary', out.summary],
    ['Why this score', out.whyThisScore],
    ['Verification', out.verification],
    ['Warnings', out.warnings?.join(' ')],
    ['Tags', out.tags.join(', ')],
    ['Status', out.status],
    ['Note', out.note],
    ['Rating', out.rating],
    ['Found for', out.foundFor?.join(' | ')],
    ['Providers', out.providers],
  ];
  const lines = facts.flatMap(([name, text = '']) =>
    text.trim() === '' ? [] : [`- **${name}:** ${toMarkdownText(text)}`],
  );
  const criteria = out.criteria.map(({ criterion, need, verdict, quote, source }) => {
    const evidence = quote === undefined ? '' : `: “${toMarkdownText(quote)}” (${source})`;
    return `  - ${SIGNS[verdict]} **${toMarkdownText(criterion)}**${NEED_WORDS[need]}, ${verdict}${evidence}`;
  });
  return [
    `## ${out.rank}\\. ${toMarkdownText(out.name)}${score}`,
    '',
    ...lines,
    ...(criteria.length > 0 ? ['- **Criteria:**', ...criteria] : []),
    ...(out.profileUrl === undefined ? [] : [`- **Profile:** <${out.profileUrl}>`]),
  ].join('\n');
}

const SIGNS = { met: '✓', 'not met': '✗', unclear: '?' } as const;

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ');

const MARKUP_PATTERN = /[\\`*_{}[\]<>#&|~^=$]/g;
/** Where a renderer would turn plain text into a link or a mention: '://', 'www.', '@', '.com'. */
const LINKABLE_PATTERN = /(?<=:)(?=\/)|(?<=\bwww)(?=\.)|(?<=@)(?=\S)|(?<=[\p{L}\p{N}]\.)(?=\p{L}{2})/giu;
/** Invisible, and no place for a line break. */
const WORD_JOINER = '\u2060';

/**
 * Text within a line of Markdown, shown literally: markup is escaped, and what renderers link even without markup is broken up by an
 * invisible character.
 */
export const toMarkdownText = (text: string): string =>
  clean(text).replace(/\s+/g, ' ').replace(LINKABLE_PATTERN, WORD_JOINER).replace(MARKUP_PATTERN, '\\$&');

const MAX_NAME_LENGTH = 60;
/** Names that Windows reserves for devices, whatever the extension. */
const RESERVED_NAME_PATTERN = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name that every system accepts and shows unchanged: the title's letters and digits, then the extension. */
export function fileNameOf(title: string, extension: string): string {
  const words = clean(title)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}'’()+,&-]+/gu, ' ')
    .trim();
  const short = Array.from(words)
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .replace(/^[\s'’,&+-]+|[\s'’,&+-]+$/gu, '');
  const name = short === '' ? 'People' : RESERVED_NAME_PATTERN.test(short) ? `${short} people` : short;
  return `${name}.${extension}`;
}
