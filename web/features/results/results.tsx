import { type ComponentProps, memo, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { TOP_MATCHES_SCORE } from '#shared/limits.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { Badge, Button, classNames, Icon, Spinner, useToast } from '#web/ui/index.ts';
import { CHEVRON_DOWN } from '#web/ui/later-icons.ts';
import { NOTHING_ADJUSTED } from './adjustments.ts';
import { useCardKeys } from './card-keys.ts';
import { Criteria } from './criteria.tsx';
import { PeopleControls, type ResultsControls } from './people-controls.tsx';
import { peopleOf } from './people-view.ts';
import { type CardControls, ProfileCard } from './profile-card.tsx';
import { GROUPS, type Group, type RankedProfile, useRanking } from './ranking.ts';

interface ResultsProps {
  /** As it is shown. */
  data: DisplayData;
  /** The search still runs: scores and order may change. */
  provisional?: boolean;
  /** What runs only adds to an answer that is there. */
  isContinued?: boolean;
  /** The search was stopped or failed before its answer. */
  brokenOff?: boolean;
  /** The data is without them. */
  areNamesHidden?: boolean;
  /** The criteria as the answer has them; those of the data where nothing was set otherwise. */
  criteria?: DisplayData['criteria'];
  /** The short of a long request. */
  brief?: string | undefined;
  /** Who is not in the data and why, and what can be done; undefined while there is no answer. */
  controls?: ResultsControls | undefined;
  /** Stands at the end of the directory's first line. */
  tools?: ReactNode;
  /** Draws people otherwise than as cards. */
  draw?: ((data: DisplayData) => ReactNode) | undefined;
  /** What else each card offers; see `ProfileCard`. */
  actions?: ((profile: DisplayProfile) => ReactNode) | undefined;
}

/** What was asked for, and the directory (docs/behaviour.md#results). */
export const Results = memo(function Results({
  data,
  provisional = false,
  isContinued = false,
  brokenOff = false,
  areNamesHidden = false,
  criteria = data.criteria,
  brief,
  controls,
  tools,
  draw,
  actions,
}: ResultsProps) {
  const [showsFallen, setShowsFallen] = useState(false);
  const { fallen = [], hidden = [], seen = [] } = controls ?? {};
  const count = peopleOf(data).length;
  const isEmpty = count + fallen.length + hidden.length + seen.length === 0;
  const editing = controls && {
    ...controls.criteria,
    fallen: {
      count: fallen.length,
      total: count + fallen.length,
      areShown: showsFallen,
      onShow: setShowsFallen,
    },
  };
  return (
    <>
      <Criteria
        criteria={criteria}
        sensitive={data.sensitive}
        areNamesHidden={areNamesHidden}
        brief={brief}
        editing={editing}
        provisional={provisional}
      />
      {!isEmpty && (
        <div
          className={classNames(
            'relative [--tools:5rem] @pair:[--tools:10rem]',
            // As wide as the page has room for, over the column that is made for reading.
            draw !== undefined && 'mx-[calc((100%-max(100%,min(100cqi-4rem,76rem)))/2)] print:mx-0',
          )}
        >
          <Directory
            data={data}
            provisional={provisional}
            isContinued={isContinued}
            brokenOff={brokenOff}
            fallen={showsFallen ? fallen : []}
            controls={controls}
            draw={draw}
            actions={actions}
          />
          {/* Over the line whose end is kept free for it: it comes late, and stays while what is below is drawn otherwise. */}
          <div className="absolute end-0 top-0 z-10">{tools}</div>
        </div>
      )}
      {isEmpty && !provisional && !brokenOff && <Advice />}
    </>
  );
});

interface DirectoryProps
  extends Required<Pick<ResultsProps, 'data' | 'provisional' | 'isContinued' | 'brokenOff'>>,
    Pick<ResultsProps, 'draw' | 'actions'> {
  /** Shown although they no longer match. */
  fallen: readonly DisplayProfile[];
  controls: ResultsControls | undefined;
}

/**
 * One grid for everybody, headings among them: somebody who changes places, or comes to stand under another heading, stays the same
 * element, with its focus, its selected text and what was opened on it.
 */
const GRID = 'grid @pair:grid-cols-2 grid-cols-1 items-start gap-3';

function Directory(props: DirectoryProps) {
  const { data, provisional, isContinued, brokenOff, fallen, controls, draw, actions } = props;
  const root = useRef<HTMLDivElement>(null);
  const ranking = {
    data,
    provisional,
    isContinued,
    brokenOff,
    setting: controls?.adjustments ?? NOTHING_ADJUSTED,
  };
  const { profiles, isWaiting, showNewest } = useRanking(root, ranking);
  useCardKeys(root);
  const [isOpen, setOpen] = useState(false);
  const cardControls = useCardControls(controls);
  const common = {
    criteria: data.criteria,
    searchQuery: data.searchQuery,
    profileProvider: data.profileProvider,
    isImported: data.isImported,
    controls: cardControls,
    actions,
  };
  return (
    <div ref={root} data-directory className="@container flex flex-col" aria-busy={provisional}>
      {draw?.(data) ?? (
        <div className={GRID}>
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
                isFirst={profiles[0]?.group === group}
                isOpen={isOpen}
                onToggle={() => setOpen(!isOpen)}
              />,
              ...members.map((member) => (
                <Place
                  key={member.profile.id}
                  {...member}
                  {...common}
                  canVerify={controls?.verifiable.has(member.profile.id)}
                  isFolded={isFolded}
                />
              )),
            ];
          })}
          {profiles.length === 0 && fallen.length === 0 && (
            <p className="col-span-full rounded-large border border-line border-dashed px-4 py-5 text-ink-muted">
              No one left to show. Undo a change, or search again.
            </p>
          )}
        </div>
      )}
      {fallen.length > 0 && (
        <div className={classNames(GRID, 'mt-3')}>
          <SectionHeading title="No longer a match" count={fallen.length} />
          {fallen.map((profile, index) => (
            <Place
              key={profile.id}
              profile={profile}
              rank={profiles.length + index + 1}
              isScored
              {...common}
            />
          ))}
        </div>
      )}
      <footer className="mt-3 flex flex-col gap-1 text-ink-subtle text-small tabular-nums">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
          <Summary data={data} profiles={profiles} />
          {provisional && <Ranking />}
          {/* What is drawn otherwise has an order of its own. */}
          {isWaiting && draw === undefined && (
            <Button size="small" data-print="hide" onClick={showNewest}>
              Show the new order
            </Button>
          )}
        </div>
        {controls && <PeopleControls {...controls} />}
      </footer>
    </div>
  );
}

/** The same for all cards as long as what they do is. Who is hidden can be taken back at once. */
function useCardControls(controls: ResultsControls | undefined): CardControls | undefined {
  const toast = useToast();
  const { onHide, onShow, onVerify } = controls ?? {};
  return useMemo(() => {
    if (onHide === undefined || onShow === undefined || onVerify === undefined) return undefined;
    const hide = ({ id, fullName }: DisplayProfile, byKeyboard: boolean) => {
      const next = byKeyboard ? cardAfter(id) : undefined;
      onHide(id);
      toast({
        message: `${fullName} is hidden in every answer.`,
        action: { label: 'Undo', onSelect: () => onShow(id) },
        ...(byKeyboard && { onLeave: () => (cardOf(id) ?? next)?.focus() }),
      });
    };
    return { hide, verify: ({ id }: DisplayProfile) => onVerify(id) };
  }, [toast, onHide, onShow, onVerify]);
}

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-profile] > article')];
const cardOf = (id: string) => cards().find(({ parentElement }) => parentElement?.dataset['profile'] === id);
function cardAfter(id: string): HTMLElement | undefined {
  const shown = cards().filter((card) => card.checkVisibility());
  const at = shown.findIndex(({ parentElement }) => parentElement?.dataset['profile'] === id);
  return shown[at + 1] ?? shown[at - 1];
}

type PlaceProps = ComponentProps<typeof ProfileCard> & { group?: Group; isFolded?: boolean };

function Place({ isFolded = false, group: _, ...card }: PlaceProps) {
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
  /** Others stand under it. */
  isFirst: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

function GroupHeading({ group, count, note, isFirst, isOpen, onToggle }: GroupHeadingProps) {
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
            name={CHEVRON_DOWN}
            className={classNames('ms-auto transition-[rotate]', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
    );
  return (
    <SectionHeading
      title={HEADINGS[group]}
      count={count}
      isTop={group === 'top'}
      isFirst={isFirst}
      note={note}
    />
  );
}

interface SectionHeadingProps {
  title: string;
  count: number;
  isTop?: boolean;
  /** Leaves room for the directory's tools. */
  isFirst?: boolean;
  note?: string | undefined;
}

const SectionHeading = ({ title, count, isTop = false, isFirst = false, note }: SectionHeadingProps) => (
  <div
    className={classNames(
      'col-span-full flex min-h-7 flex-wrap items-center gap-2',
      isFirst && 'min-h-8 pe-(--tools)',
    )}
  >
    <h2 className="font-semibold text-title">{title}</h2>
    {isTop && <Badge>{TOP_MATCHES_SCORE}%+ relevance</Badge>}
    <Count>{count}</Count>
    {note !== undefined && <p className="text-ink-muted">{note}</p>}
  </div>
);

/** What is true of a group and does not show. */
function noteOn(
  group: Group,
  { profiles, provisional }: { profiles: readonly RankedProfile[]; provisional: boolean },
): string | undefined {
  if (group === 'found') return provisional ? undefined : 'Nobody was scored yet.';
  const hasTop = profiles.some((each) => each.group === 'top');
  return group === 'closest' && !hasTop ? `No profile reached ${TOP_MATCHES_SCORE}%.` : undefined;
}

const HEADINGS = {
  found: 'Found so far',
  top: 'Top Matches',
  closest: 'Closest matches',
  more: 'More people so far',
} as const;

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
        ` • ${verified} verified via ${data.profileProvider ?? 'the profile-data provider'}${data.isImported === true ? ', according to an imported file' : ''}`}
    </p>
  );
}
