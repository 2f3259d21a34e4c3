import type { Figures, Share } from './measures.ts';
import { KINDS } from './requests.ts';

/** The figures of one model in one mode, overall and by kind of request. */
export interface Row {
  model: string;
  mode: 'deep' | 'standard';
  figures: Figures;
  byKind: ReadonlyMap<string, Figures>;
}

const percent = (value: number): string => (Number.isNaN(value) ? '–' : `${(100 * value).toFixed(1)} %`);
const share = ({ are, of }: Share): string => percent(are / of);
const whole = (value: number): string => Math.round(value).toLocaleString('en');

interface Column {
  head: string;
  value(figures: Figures): number;
  format(value: number): string;
}

const ratio = ({ are, of }: Share): number => are / of;

const COLUMNS: readonly Column[] = [
  { head: 'precision at 5', value: ({ means }) => means.precisionAt5, format: percent },
  { head: 'at 10', value: ({ means }) => means.precisionAt10, format: percent },
  { head: 'verified precision', value: ({ shares }) => ratio(shares.verified), format: percent },
  { head: 'quotes that hold', value: ({ shares }) => ratio(shares.givenQuotes), format: percent },
  { head: 'wrong person', value: ({ shares }) => ratio(shares.wrongPerson), format: percent },
  {
    head: 'rank correlation',
    value: ({ means }) => means.rankCorrelation,
    format: (value) => (Number.isNaN(value) ? '–' : value.toFixed(2)),
  },
  { head: 'model calls', value: ({ means }) => means.modelCalls, format: (value) => value.toFixed(1) },
  { head: 'tokens in', value: ({ means }) => means.inputTokens, format: whole },
  { head: 'tokens out', value: ({ means }) => means.outputTokens, format: whole },
];

/** A Markdown table that is also readable in a terminal: first column left-aligned, figures right-aligned. */
function table(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_cell, at) => Math.max(4, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}

const nameOf = ({ model, mode }: Row): string => `${model}, ${mode}`;

/** One row per model and mode. */
export const modelTable = (rows: readonly Row[]): string =>
  table([
    ['model, mode', ...COLUMNS.map(({ head }) => head)],
    ...rows.map((row) => [nameOf(row), ...COLUMNS.map(({ value, format }) => format(value(row.figures)))]),
  ]);

/** One row per kind of request, for one model. */
export const kindTable = ({ byKind }: Row): string =>
  table([
    ['kind of request', ...COLUMNS.slice(0, 3).map(({ head }) => head), 'rank correlation'],
    ...KINDS.map((kind) => {
      const figures = byKind.get(kind);
      const cells = [...COLUMNS.slice(0, 3), ...COLUMNS.filter(({ head }) => head === 'rank correlation')];
      return [kind, ...cells.map(({ value, format }) => (figures ? format(value(figures)) : '–'))];
    }),
  ]);

/** The minimum and maximum of each figure over several seeds. */
export const spreadTable = (runs: readonly (readonly Row[])[]): string =>
  table([
    ['model, mode', ...COLUMNS.slice(0, 6).map(({ head }) => head)],
    ...(runs[0] ?? []).map((row, at) => [
      nameOf(row),
      ...COLUMNS.slice(0, 6).map(({ value, format }) => {
        const values = runs.flatMap((rows) => rows[at] ?? []).map(({ figures }) => value(figures));
        const [least, greatest] = [format(Math.min(...values)), format(Math.max(...values))];
        return least === greatest ? least : `${least.replace(' %', '')} to ${greatest}`;
      }),
    ]),
  ]);

/** What the tables omit: the numbers of people and quotes behind them. */
export function describeWeb(rows: readonly Row[]): string {
  const [row] = rows;
  if (row === undefined) return '';
  const { searches, shares, means, empty } = row.figures;
  const sum = (name: keyof Figures['shares']): Share => ({
    of: rows.reduce((total, { figures }) => total + figures.shares[name].of, 0),
    are: rows.reduce((total, { figures }) => total + figures.shares[name].are, 0),
  });
  const [lookups, wrong, quotes] = [sum('otherPerson'), sum('wrongPerson'), sum('shownQuotes')];
  return [
    `${searches} requests; the web search finds ${(shares.fitting.of / searches).toFixed(1)} people for each, of whom ${share(shares.fitting)} fit`,
    `(nobody for ${empty}). Put in the best order they would give ${percent(means.bestAt5)} at 5 and ${percent(means.bestAt10)} at 10.`,
    `Of ${lookups.of.toLocaleString('en')} records looked up, ${lookups.are} were somebody else's; ${wrong.are} of ${wrong.of.toLocaleString('en')} verified cards were based on one.`,
    `Of ${quotes.of.toLocaleString('en')} quotes on cards, ${quotes.are.toLocaleString('en')} appear in that person's own texts.`,
  ].join('\n');
}

/** The faults that make a run fail, in words; empty if there are none. */
export const faultsOf = (rows: readonly Row[]): string[] =>
  rows.flatMap((row) => {
    const { wrongPerson, shownQuotes } = row.figures.shares;
    return [
      ...(wrongPerson.are > 0
        ? [`${nameOf(row)}: ${wrongPerson.are} verified cards rest on somebody else's record`]
        : []),
      ...(shownQuotes.are < shownQuotes.of
        ? [
            `${nameOf(row)}: ${shownQuotes.of - shownQuotes.are} quotes on cards stand in none of the person's texts`,
          ]
        : []),
    ];
  });

const GROUPS = COLUMNS.slice(0, 4).map((column) =>
  column.head === 'at 10' ? { ...column, head: 'precision at 10' } : column,
);
/** In pixels. */
const CHART = { width: 720, left: 150, right: 76, bar: 13, gap: 26, top: 44 } as const;

/** Bar chart of the deep searches’ shares, readable on light and dark backgrounds. */
export function drawChart(rows: readonly Row[]): string {
  const deep = rows.filter(({ mode }) => mode === 'deep');
  const { width, left, right, bar, gap, top } = CHART;
  const group = deep.length * bar + gap;
  const scale = width - left - right;
  const height = top + GROUPS.length * group;
  const bars = GROUPS.flatMap((column, groupAt) => {
    const y = top + groupAt * group;
    const best = [deep[0]?.figures.means.bestAt5, deep[0]?.figures.means.bestAt10][groupAt];
    return [
      `<text class="head" x="${left - 12}" y="${y + (deep.length * bar) / 2 + 4}" text-anchor="end">${column.head}</text>`,
      ...deep.map(({ model, figures }, at) => {
        const value = column.value(figures);
        const shown = Number.isNaN(value) ? 0 : value;
        const length = (shown * scale).toFixed(1);
        return `<g><title>${model}</title><rect class="m${at}" x="${left}" y="${y + at * bar}" width="${length}" height="${bar - 3}" rx="2"/><text x="${width - 20}" y="${y + at * bar + 9}" text-anchor="end">${column.format(value)}</text></g>`;
      }),
      ...(best === undefined
        ? []
        : [
            `<path class="best" d="M${(left + best * scale).toFixed(1)} ${y - 4}v${deep.length * bar + 5}"/>`,
          ]),
    ];
  });
  const legend = deep.map(({ model }, at) => {
    const x = left + at * 130;
    return `<rect class="m${at}" x="${x}" y="14" width="10" height="10" rx="2"/><text x="${x + 16}" y="23">${model}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" role="img" aria-labelledby="t">
  <title id="t">Precision and quotes that hold in Deep Research, for ${deep.map(({ model }) => model).join(', ')}</title>
  <style>
    rect.page { fill: #fff } text { fill: #4a5361 } .head { fill: #1b212b; font-size: 13px }
    .m0 { fill: #2f5fc4 } .m1 { fill: #7f9fde } .m2 { fill: #b9770e } .m3 { fill: #5b6472 }
    .best { stroke: #1b212b; stroke-width: 1.4; stroke-dasharray: 3 3 } .axis { stroke: #9aa3b0 }
    @media (prefers-color-scheme: dark) {
      rect.page { fill: #12151a } text { fill: #aab3c0 } .head { fill: #eef1f5 }
      .m0 { fill: #7ea6ff } .m1 { fill: #4a69ad } .m2 { fill: #e0a341 } .m3 { fill: #8c95a3 } .best { stroke: #eef1f5 }
    }
  </style>
  <rect class="page" width="${width}" height="${height}" rx="8"/>
  ${[...legend, ...bars, `<path class="axis" d="M${left} ${top - 6}V${height - gap + 6}"/>`].join('\n  ')}
</svg>
`;
}

const BETWEEN_MARKS = /(?<=<!-- figures -->\n).*(?=<!-- end of figures -->)/s;

/** The document with its old figures replaced. */
export const replaceFigures = (document: string, figures: string): string =>
  document.replace(BETWEEN_MARKS, () => `\n${figures}\n\n`);
