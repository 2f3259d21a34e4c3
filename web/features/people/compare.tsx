import type { Criterion } from '#shared/criteria.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import {
  describeVerified,
  labelOf,
  Mark,
  ScoreBadge,
  sourceOf,
  VERDICT_WORDS,
} from '#web/features/results/index.ts';
import { Badge, Button, classNames, Dialog, Icon } from '#web/ui/index.ts';
import { ARROW_UP_RIGHT, PRINTER, VERIFIED } from '#web/ui/later-icons.ts';
import { factsOf, judgedOf, type Person } from './person.ts';
import { Sheet } from './printed.tsx';
import { criteriaOf, keyOf } from './rows.ts';

interface CompareDialogProps {
  people: readonly Person[];
  /** Of the set that they are from. */
  title: string;
  onClose: () => void;
}

/** A few people side by side: their facts, then each criterion with what is known of it. What is printed meanwhile is the comparison. */
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard, and nothing in it may be.
        tabIndex={0}
        className="mt-4 max-h-[calc(100dvh-11rem)] overflow-auto rounded-medium border border-line"
      >
        <Comparison people={people} />
      </section>
      <Sheet title={title} isWide>
        <Comparison people={people} />
      </Sheet>
    </Dialog>
  );
}

/** What a row of facts is called, and what it says of somebody. */
const FACTS: readonly [name: string, textOf: (person: Person) => string][] = [
  ['Headline', (person) => factsOf(person).headline],
  ['Place', (person) => factsOf(person).place],
  ['Current', (person) => joined(factsOf(person).title, factsOf(person).company)],
  ['Education', (person) => joined(factsOf(person).degree, factsOf(person).school)],
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
    // Columns of one width, none too narrow to read a quote in; on paper they share what there is.
    <table
      style={{ minWidth: `${7 + 11 * people.length}rem` }}
      className="w-full table-fixed border-separate border-spacing-0 text-start text-small print:min-w-0!"
    >
      <thead>
        <tr>
          <td className={classNames(CORNER, 'z-20')} />
          {people.map((person) => (
            <PersonHead key={person.key} person={person} />
          ))}
        </tr>
      </thead>
      <tbody>
        {facts.map(([name, textOf]) => (
          <tr key={name} className="break-inside-avoid">
            <th scope="row" className={ROW_HEAD}>
              {name}
            </th>
            {people.map((person) => (
              <td key={person.key} dir="auto" className={CELL}>
                {textOf(person).trim() || <Nothing>not known</Nothing>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {criteria.length > 0 && (
        <tbody>
          {criteria.map((criterion) => (
            <tr key={keyOf(criterion)} className="break-inside-avoid">
              <th scope="row" className={ROW_HEAD}>
                <bdi className="text-ink">{labelOf(criterion)}</bdi>
                {criterion.need === 'preferred' && <span className="block font-normal">nice to have</span>}
              </th>
              {people.map((person) => (
                <td key={person.key} className={CELL}>
                  <Finding person={person} criterion={criterion} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
}

const CORNER = 'sticky start-0 top-0 w-28 border-line border-b bg-raised tablet:w-36 print:static';
const ROW_HEAD =
  'sticky start-0 z-10 border-line border-b bg-raised px-3 py-2.5 text-start align-top font-medium text-ink-muted print:static';
const CELL = 'border-line border-b border-s px-3 py-2.5 align-top';

function PersonHead({ person }: { person: Person }) {
  const { profile, isScored, isImported = false } = person;
  const url = canonicalProfileUrl(profile.profileUrl);
  return (
    <th
      scope="col"
      className="sticky top-0 z-10 border-line border-b border-s bg-raised px-3 py-3 text-start align-top font-normal print:static"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span dir="auto" className="font-semibold text-reading">
          {profile.fullName}
        </span>
        {isScored ? <ScoreBadge score={profile.relevanceScore} /> : <Badge>Not scored yet</Badge>}
      </div>
      {profile.isVerified && (
        <span className="mt-1 inline-flex items-center gap-1 text-accent text-caption">
          <Icon name={VERIFIED} size={13} />
          {describeVerified(judgedOf(person), isImported)}
        </span>
      )}
      {url !== undefined && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`View Profile of ${profile.fullName}, opens in a new tab`}
          data-print="address"
          className="mt-1 flex w-fit items-center gap-1 text-caption text-ink-muted underline-offset-2 hover:text-ink hover:underline print:text-[0.6875rem]"
        >
          <span className="print:hidden">View Profile</span>
          <Icon name={ARROW_UP_RIGHT} size={13} className="print:hidden" />
        </a>
      )}
    </th>
  );
}

/** The verdict with the quote behind it, and where that stands. */
function Finding({ person, criterion }: { person: Person; criterion: Criterion }) {
  const verdict = judgedOf(person).find((one) => keyOf(one.criterion) === keyOf(criterion))?.verdict;
  if (verdict === undefined) return <Nothing>not asked</Nothing>;
  return (
    <div className="flex items-start gap-1.5">
      <Mark verdict={verdict.verdict} className="mt-0.75" />
      {verdict.verdict === 'unclear' ? (
        <span aria-hidden="true" className="text-ink-subtle">
          {VERDICT_WORDS.unclear}
        </span>
      ) : (
        <p className="min-w-0">
          <q>
            <bdi>{verdict.quote}</bdi>
          </q>
          <span className="block text-caption text-ink-subtle">{sourceOf(verdict)}</span>
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
