import type { ReactNode } from 'react';
import {
  describeVerified,
  isVerifiedByImport,
  Mark,
  NO_LONGER,
  PrintedAddress,
  ScoreBadge,
  summarise,
} from '#web/features/results/index.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { VERIFIED } from '#web/ui/lazy-icons.ts';
import { factsOf, judgedOf, type Person } from './person.ts';
import type { Column } from './rows.ts';

/* The cells of a table row, column by column. */

/** How wide a column is, and from which width of the table on it is shown, which leaves about 9rem for the name. */
const COLUMN_CLASSES: Record<Column, string> = {
  rank: '@max-column:hidden w-11 text-end',
  name: '@max-phone:[&>button]:ps-0',
  score: '@max-[19rem]:hidden w-24 @max-phone:w-20 @max-phone:pe-0',
  criteria: '@max-phone:hidden w-32',
  place: '@max-column:hidden w-36',
  company: '@max-pair:hidden w-38',
  school: '@max-[68rem]:hidden w-40',
  verified: '@max-column:hidden w-24',
  status: '@max-pair:hidden w-28',
};

/** If the score has no column next to the name, it is shown below the name. */
const SCORE_BELOW = 'hidden @max-[19rem]:block';
const IF_SCORE_BESIDE = '@max-[19rem]:hidden';

/** Next to a status column, which takes room too, these are shown only in wider tables. */
const BESIDE_STATUS: Partial<Record<Column, string>> = {
  place: '@max-[62rem]:hidden',
  company: '@max-[42rem]:hidden',
  school: '@max-[76rem]:hidden',
};

export const looksOf = (column: Column, columns: readonly { column: Column }[]): string =>
  classNames(COLUMN_CLASSES[column], columns.some((one) => one.column === 'status') && BESIDE_STATUS[column]);

export const CELL = 'border-line border-b px-2 py-0 align-middle print:py-1.5';

/** The header of its row, for screen readers. */
export function NameCell({ person }: { person: Person }) {
  const { profile, isFallen } = person;
  const { headline, place, company } = factsOf(person);
  const line = [isFallen ? NO_LONGER : '', ...(headline ? [headline] : [company, place])]
    .filter(Boolean)
    .join(' · ');
  return (
    <th scope="row" className={classNames(CELL, '@max-phone:ps-0 text-start font-normal')}>
      <div className="flex min-w-0 items-center gap-1.5">
        <button
          type="button"
          tabIndex={-1}
          dir="auto"
          className="min-w-0 truncate text-left font-medium text-body print:whitespace-normal group-hover/row:underline group-hover/row:underline-offset-2"
        >
          {profile.fullName}
        </button>
        {profile.isVerified && (
          <span className="@column:hidden text-accent">
            <Icon name={VERIFIED} size={14} />
            <span className="sr-only">{verifiedOf(person)}</span>
          </span>
        )}
      </div>
      <p
        dir="auto"
        title={line}
        className={classNames(IF_SCORE_BESIDE, 'truncate text-left text-ink-muted print:whitespace-normal')}
      >
        {line}
      </p>
      <p className={SCORE_BELOW}>{CELLS.score(person)}</p>
      <PrintedAddress profile={profile} />
    </th>
  );
}

export const CELLS: Record<Exclude<Column, 'name'>, (person: Person) => ReactNode> = {
  rank: ({ rank }) => <span className="text-ink-subtle tabular-nums">{rank}</span>,
  score: ({ profile, isScored }) =>
    isScored ? <ScoreBadge score={profile.relevanceScore} /> : <Unknown>not scored yet</Unknown>,
  criteria: (person) => {
    const judged = judgedOf(person);
    if (judged.length === 0) return <Unknown>no verdicts</Unknown>;
    return (
      <div title={summarise(judged)}>
        <p className="whitespace-nowrap tabular-nums">{summarise(judged).split(' · ')[0]}</p>
        <p aria-hidden="true" className="flex h-4 gap-0.5 overflow-hidden">
          {judged.map(({ criterion, verdict }) => (
            <Mark key={criterion.id} verdict={verdict.verdict} />
          ))}
        </p>
      </div>
    );
  },
  place: (person) => <Text>{factsOf(person).place}</Text>,
  company: (person) => <Text>{factsOf(person).company}</Text>,
  school: (person) => <Text>{factsOf(person).school}</Text>,
  verified: (person) =>
    person.profile.isVerified ? (
      <span className="inline-flex items-start gap-1 text-accent text-caption">
        <Icon name={VERIFIED} size={13} className="mt-0.5" />
        <span title={verifiedOf(person)} data-print="unclamp" className="line-clamp-3">
          {verifiedOf(person)}
        </span>
      </span>
    ) : (
      <Unknown>not verified</Unknown>
    ),
  status: ({ status = '' }) => <Text>{status}</Text>,
};

/** Without the criteria that are not met: they have a column, and there is no room for both. */
const verifiedOf = (person: Person): string => describeVerified([], isVerifiedByImport(person));

/** At most two lines, in the text's own writing direction. */
function Text({ children: text }: { children: string }) {
  if (text === '') return <Unknown>not known</Unknown>;
  return (
    <span dir="auto" title={text} data-print="unclamp" className="line-clamp-2 text-left text-ink-muted">
      {text}
    </span>
  );
}

const Unknown = ({ children }: { children: string }) => (
  <span className="text-ink-subtle">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{children}</span>
  </span>
);
