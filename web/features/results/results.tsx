import { type ComponentProps, memo, type ReactNode, useId, useRef, useState } from 'react';
import { TOP_MATCHES_SCORE } from '#shared/limits.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { Badge, Button, classNames, Icon, Spinner } from '#web/ui/index.ts';
import { useCardKeys } from './card-keys.ts';
import { Criteria } from './criteria.tsx';
import { ProfileCard } from './profile-card.tsx';
import { GROUPS, type Group, type RankedProfile, useRanking } from './ranking.ts';

interface ResultsProps {
  data: DisplayData;
  /** The search still runs: scores and order may change. */
  provisional?: boolean;
  /** The search was stopped or failed before its answer. */
  brokenOff?: boolean;
  /** The data is without them. */
  areNamesHidden?: boolean;
  /** What else each card offers; see `ProfileCard`. */
  actions?: ((profile: DisplayProfile) => ReactNode) | undefined;
}

/** What was asked for, and the directory (docs/behaviour.md#results). */
export const Results = memo(function Results({
  data,
  provisional = false,
  brokenOff = false,
  areNamesHidden = false,
  actions,
}: ResultsProps) {
  const isEmpty = data.verifiedProfiles.length + data.otherProfiles.length === 0;
  return (
    <>
      <Criteria criteria={data.criteria} sensitive={data.sensitive} areNamesHidden={areNamesHidden} />
      {!isEmpty && (
        <Directory data={data} provisional={provisional} brokenOff={brokenOff} actions={actions} />
      )}
      {isEmpty && !provisional && !brokenOff && <Advice />}
    </>
  );
});

type DirectoryProps = Required<Pick<ResultsProps, 'data' | 'provisional' | 'brokenOff'>> &
  Pick<ResultsProps, 'actions'>;

/**
 * One grid for everybody, headings among them: somebody who changes places, or comes to stand under another heading, stays the same
 * element, with its focus, its selected text and what was opened on it.
 */
function Directory({ data, provisional, brokenOff, actions }: DirectoryProps) {
  const root = useRef<HTMLDivElement>(null);
  const { profiles, isWaiting, showNewest } = useRanking(root, { data, provisional, brokenOff });
  useCardKeys(root);
  const [isOpen, setOpen] = useState(false);
  return (
    <div ref={root} data-directory className="@container flex flex-col" aria-busy={provisional}>
      <div className="grid @pair:grid-cols-2 grid-cols-1 items-start gap-3">
        {GROUPS.flatMap((group) => {
          const members = profiles.filter((each) => each.group === group);
          if (members.length === 0) return [];
          const isFolded = group === 'other' && !isOpen;
          return [
            <GroupHeading
              key={group}
              group={group}
              count={members.length}
              note={noteOn(group, { profiles, provisional })}
              isOpen={isOpen}
              onToggle={() => setOpen(!isOpen)}
            />,
            ...members.map((member) => (
              <Place
                key={member.profile.id}
                {...member}
                isFolded={isFolded}
                criteria={data.criteria}
                profileProvider={data.profileProvider}
                isImported={data.isImported}
                actions={actions}
              />
            )),
          ];
        })}
      </div>
      <footer className="mt-3 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-ink-subtle text-small tabular-nums">
        <Summary data={data} profiles={profiles} />
        {provisional && <Ranking />}
        {isWaiting && (
          <Button size="small" data-print="hide" onClick={showNewest}>
            Show the new order
          </Button>
        )}
      </footer>
    </div>
  );
}

type PlaceProps = ComponentProps<typeof ProfileCard> & Pick<RankedProfile, 'group'> & { isFolded: boolean };

function Place({ isFolded, group: _, ...card }: PlaceProps) {
  return (
    <div
      data-profile={card.profile.id}
      data-print="show"
      className={classNames('grid min-w-0 animate-appear grid-cols-1', isFolded && 'hidden')}
    >
      <ProfileCard {...card} />
    </div>
  );
}

interface GroupHeadingProps {
  group: Group;
  count: number;
  note: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

function GroupHeading({ group, count, note, isOpen, onToggle }: GroupHeadingProps) {
  if (group === 'other')
    return (
      <h2 className="col-span-full">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-2 rounded-medium border border-line px-4 text-start font-medium text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink"
        >
          Other Relevant Profiles
          <Count>{count}</Count>
          <Icon
            name="chevron-down"
            className={classNames('ms-auto transition-[rotate]', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
    );
  return (
    <div className="col-span-full flex min-h-7 flex-wrap items-center gap-2">
      <h2 className="font-semibold text-title">{HEADINGS[group]}</h2>
      {group === 'top' && <Badge>{TOP_MATCHES_SCORE}%+ relevance</Badge>}
      <Count>{count}</Count>
      {note !== undefined && <p className="text-ink-muted">{note}</p>}
    </div>
  );
}

/** What is true of a group and does not show. */
function noteOn(
  group: Group,
  { profiles, provisional }: { profiles: readonly RankedProfile[]; provisional: boolean },
): string | undefined {
  if (group === 'found') return provisional ? undefined : 'Nobody was scored yet.';
  const hasTop = profiles.some((each) => each.group === 'top');
  return group === 'closest' && !hasTop ? `No profile reached ${TOP_MATCHES_SCORE}%.` : undefined;
}

const HEADINGS = { found: 'Found so far', top: 'Top Matches', closest: 'Closest matches' } as const;

const Count = ({ children }: { children: number }) => (
  <span className="text-ink-subtle tabular-nums">{children}</span>
);

/** What to do when nobody was found, which the answer's own words have said. */
function Advice() {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex items-start gap-3 rounded-large border border-line border-dashed px-4 py-5"
    >
      <Icon name="search" size={18} className="mt-0.5 text-ink-subtle" />
      <div>
        <h2 id={id} className="font-medium">
          What to try next
        </h2>
        <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-4 text-ink-muted">
          <li>A broader place: a country instead of a city.</li>
          <li>Fewer criteria: leave out what matters least.</li>
          <li>Other words: a field instead of a job title, or what people call themselves.</li>
        </ul>
      </div>
    </section>
  );
}

function Ranking() {
  return (
    <span className="inline-flex items-center gap-2">
      <Spinner size={13} />
      Still ranking
    </span>
  );
}

function Summary({ data, profiles }: { data: DisplayData; profiles: readonly RankedProfile[] }) {
  const verified = profiles.filter(({ profile }) => profile.isVerified).length;
  return (
    <p>
      Showing {profiles.length} profile(s)
      {data.useDeepResearch &&
        ` • ${verified} verified via ${data.profileProvider ?? 'the profile-data provider'}${data.isImported === true ? ', says an imported file' : ''}`}
    </p>
  );
}
