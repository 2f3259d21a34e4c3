import type { ReactNode } from 'react';
import type { Criterion } from '#shared/criteria.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import * as results from '#web/features/results/index.ts';
import { Badge, Button, classNames, Dialog, Icon } from '#web/ui/index.ts';
import { ARROW_UP_RIGHT, PRINTER, VERIFIED } from '#web/ui/lazy-icons.ts';
import { factsOf, judgedOf, type Person } from './person.ts';
import { Sheet } from './printed.tsx';
import { criteriaOf, keyOf } from './rows.ts';

interface CompareDialogProps {
  people: readonly Person[];
  /** Of the set that the people come from. */
  title: string;
  onClose: () => void;
}

/** A few people side by side: their facts, then each criterion with its verdict. While it is open, printing prints the comparison. */
export function CompareDialog({ people, title, onClose }: CompareDialogProps) {
  return (
    <Dialog
      title={`Compare ${people.length} people`}
      shape="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => print()}>
            <Icon name={PRINTER} />
            Print
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <section
        aria-label="Comparison"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard, and may contain nothing that is
        tabIndex={0}
        // Positioned, so that its content for screen readers scrolls with it and not with the dialog. In a low window, where the names would
        // take all the room, the dialog scrolls with them; opened with the focus on them, it still shows its title.
        className="@container relative mt-4 max-h-[calc(100dvh-11rem)] overflow-auto rounded-medium border border-line short:max-h-none short:scroll-mt-24"
      >
        <Comparison people={people} />
      </section>
      <Sheet title={title} isWide>
        <Comparison people={people} />
      </Sheet>
    </Dialog>
  );
}

/** The name of a row of facts, and its text for a person. */
const FACTS: readonly [name: string, textOf: (person: Person) => string][] = [
  ['Headline', (person) => factsOf(person).headline],
  ['Place', (person) => factsOf(person).place],
  ['Current', (person) => joined(factsOf(person).title, factsOf(person).company)],
  ['Education', (person) => joined(factsOf(person).degree, factsOf(person).school)],
  ['Languages', (person) => factsOf(person).languages],
  ['Certificates', (person) => factsOf(person).certificates],
  [
    'Why this score',
    ({ profile }) => (profile.isVerified ? profile.verificationReasoning : profile.scoreReason) ?? '',
  ],
  ['Status', ({ status = '' }) => status],
  ['Note', ({ note = '' }) => note],
  ['Providers', ({ providers = '' }) => providers],
];

const joined = (...parts: string[]): string => parts.filter(Boolean).join(' · ');

export function Comparison({ people }: { people: readonly Person[] }) {
  const facts = FACTS.filter(([, textOf]) => people.some((person) => textOf(person).trim() !== ''));
  const criteria = criteriaOf(people);
  return (
    // Columns of equal width, none too narrow to read a quote in; on paper they share the available width.
    <table
      style={{ minWidth: `${7 + 11 * people.length}rem` }}
      className="w-full table-fixed border-separate border-spacing-0 text-start text-small print:min-w-0!"
    >
      <thead>
        <tr>
          <td className={classNames(CORNER, 'z-20')} />
          {people.map(({ key, profile }) => (
            <th key={key} scope="col" className={PERSON_HEAD}>
              <span dir="auto" title={profile.fullName} data-print="unclamp" className="line-clamp-3">
                {profile.fullName}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Row people={people} name="Score" cell={(person) => <Score person={person} />} />
        {people.some((person) => urlOf(person) !== undefined) && (
          <Row people={people} name="Profile" cell={(person) => <ProfileLink person={person} />} />
        )}
        {facts.map(([name, textOf]) => (
          <Row
            key={name}
            people={people}
            name={name}
            cell={(person) => textOf(person).trim() || <Nothing>not known</Nothing>}
          />
        ))}
      </tbody>
      {criteria.length > 0 && (
        <tbody>
          {criteria.map((criterion) => (
            <Row
              key={keyOf(criterion)}
              people={people}
              name={
                <>
                  <bdi className="text-ink">{results.labelOf(criterion)}</bdi>
                  {criterion.need === 'preferred' && <span className="block font-normal">nice to have</span>}
                </>
              }
              cell={(person) => <VerdictCell person={person} criterion={criterion} />}
            />
          ))}
        </tbody>
      )}
    </table>
  );
}

/* The headings of rows scroll with the rest where no person's column would fit beside them. */
const CORNER =
  '@max-[18rem]:start-auto sticky start-0 top-0 w-28 border-line border-b bg-raised tablet:w-36 print:static';
const ROW_HEAD =
  '@max-[18rem]:static sticky start-0 z-10 border-line border-b bg-raised px-3 py-2.5 text-start align-top font-medium text-ink-muted print:static';
const PERSON_HEAD =
  'sticky top-0 z-10 border-line border-b border-l bg-raised px-3 py-2.5 text-left align-top font-semibold text-reading print:static';
/** With its border on the left, whatever the direction of its text. */
const CELL = 'border-line border-b border-l px-3 py-2.5 text-left align-top';

interface RowProps {
  people: readonly Person[];
  name: ReactNode;
  cell: (person: Person) => ReactNode;
}

/** One fact about everybody, side by side. */
const Row = ({ people, name, cell }: RowProps) => (
  <tr className="break-inside-avoid">
    <th scope="row" className={ROW_HEAD}>
      {name}
    </th>
    {people.map((person) => (
      <td key={person.key} dir="auto" className={CELL}>
        {cell(person)}
      </td>
    ))}
  </tr>
);

function Score({ person }: { person: Person }) {
  const { profile, isScored, isFallen } = person;
  return (
    <>
      {isScored ? <results.ScoreBadge score={profile.relevanceScore} /> : <Badge>Not scored yet</Badge>}
      {isFallen && (
        <p className="mt-1">
          <Badge>{results.NO_LONGER}</Badge>
        </p>
      )}
      {profile.isVerified && (
        <span className="mt-1 flex items-center gap-1 text-accent text-caption">
          <Icon name={VERIFIED} size={13} />
          {results.describeVerified(judgedOf(person), results.isVerifiedByImport(person))}
        </span>
      )}
    </>
  );
}

const urlOf = ({ profile }: Person): string | undefined => canonicalProfileUrl(profile.profileUrl);

function ProfileLink({ person }: { person: Person }) {
  const url = urlOf(person);
  if (url === undefined) return <Nothing>not known</Nothing>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View Profile of ${person.profile.fullName}, opens in a new tab`}
      data-print="address"
      className="relative flex w-fit items-center gap-1 text-ink-muted underline-offset-2 hover:text-ink hover:underline touch:before:absolute touch:before:-inset-3"
    >
      <span className="print:hidden">View Profile</span>
      <Icon name={ARROW_UP_RIGHT} size={13} className="print:hidden" />
    </a>
  );
}

/** The verdict with the quote behind it, and where that was found. */
function VerdictCell({ person, criterion }: { person: Person; criterion: Criterion }) {
  const verdict = judgedOf(person).find((one) => keyOf(one.criterion) === keyOf(criterion))?.verdict;
  if (verdict === undefined) return <Nothing>not asked</Nothing>;
  return (
    <div className="flex items-start gap-1.5">
      <results.Mark verdict={verdict.verdict} className="mt-0.75" />
      {verdict.verdict === 'unclear' ? (
        <span aria-hidden="true" className="text-ink-subtle">
          {results.VERDICT_WORDS.unclear}
        </span>
      ) : (
        <p className="min-w-0">
          <q>
            <bdi>{verdict.quote}</bdi>
          </q>
          <span className="block text-caption text-ink-subtle">{results.sourceOf(verdict)}</span>
        </p>
      )}
    </div>
  );
}

const Nothing = ({ children }: { children: string }) => (
  <span className="text-ink-subtle">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{children}</span>
  </span>
);
