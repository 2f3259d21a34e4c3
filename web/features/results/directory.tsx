import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { MIN_TOP_MATCH_SCORE } from '#shared/limits.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { Button, classNames, Spinner, useToast } from '#web/ui/index.ts';
import type { CardControls } from './card-footer.tsx';
import { cardKeyOf } from './card-key.ts';
import { useCardNavigation } from './card-navigation.ts';
import { GroupHeading, SectionHeading } from './group-heading.tsx';
import { PeopleControls, type ResultsControls } from './people-controls.tsx';
import { ProfileCard } from './profile-card.tsx';
import { GROUPS, type Group, type RankedProfile, rankFallen, useRanking } from './ranking.ts';
import { isVerifiedByImport, NO_LONGER } from './verdicts.ts';

export interface DirectoryProps {
  /** The data to show. */
  data: DisplayData;
  /** The search is still running: scores and order may change. */
  provisional: boolean;
  /** The running search only adds to an existing answer. */
  isContinued: boolean;
  /** The search was stopped or failed before its answer. */
  brokenOff: boolean;
  /** Who is missing from the data and why, and the actions on people; undefined while there is no answer. */
  controls?: ResultsControls | undefined;
  /** Renders people other than as cards. */
  draw?: ((data: DisplayData) => ReactNode) | undefined;
  /** Further actions on each card; see `ProfileCard`. */
  actions?: ((profile: DisplayProfile) => ReactNode) | undefined;
}

/**
 * One grid for everybody, headings included, so that a person who changes places or groups remains the same element, with its focus,
 * selected text and expanded parts. On paper it wraps instead: Chromium keeps a heading with what follows it in wrapped lines, not in a
 * grid.
 */
const GRID = 'grid @pair:grid-cols-2 grid-cols-1 items-start gap-3 print:flex print:flex-wrap';

/** The people in their groups, what is true of all of them, and the actions on them. */
export function Directory(props: DirectoryProps) {
  const { data, provisional, isContinued, brokenOff, controls, draw, actions } = props;
  const root = useRef<HTMLDivElement>(null);
  const ranking = {
    data,
    provisional,
    isContinued,
    brokenOff,
    setting: controls && settingOf(controls),
  };
  const { profiles, isWaiting, showNewest } = useRanking(root, ranking);
  useCardNavigation(root);
  const [isOpen, setOpen] = useState(false);
  const cardControls = useCardControls(root, controls);
  // An alternative view has them among the others.
  const fallen = draw === undefined && controls ? controls.shownFallen : [];
  const isFallenFirst = profiles.length === 0;
  const sharedProps = {
    criteria: data.criteria,
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
                isTop={group === 'top' && members.every(isTopMatch)}
                note={noteOn(group, { profiles, provisional })}
                isFirst={profiles[0]?.group === group}
                isOpen={isOpen}
                onToggle={() => setOpen(!isOpen)}
              />,
              ...members.map((member) => (
                <CardSlot
                  key={member.profile.id}
                  {...member}
                  {...sharedProps}
                  canVerify={controls?.verifiable.has(member.profile.id)}
                  isFolded={isFolded}
                />
              )),
            ];
          })}
          {profiles.length === 0 && fallen.length === 0 && (
            // Below the line whose end is reserved for the tools.
            <p className="col-span-full mt-10 rounded-large border border-line border-dashed px-4 py-5 text-ink-muted">
              No one left to show. Undo a change, or search again.
            </p>
          )}
        </div>
      )}
      {fallen.length > 0 && (
        <div className={classNames(GRID, !isFallenFirst && 'mt-3')}>
          <SectionHeading title={NO_LONGER} count={fallen.length} isFirst={isFallenFirst} />
          {rankFallen(fallen, { provisional, brokenOff, others: profiles.length }).map(
            ({ isFallen: _, ...person }) => (
              <CardSlot key={person.profile.id} {...person} {...sharedProps} />
            ),
          )}
        </div>
      )}
      <footer data-stays className="mt-3 flex flex-col gap-1 text-ink-subtle text-small tabular-nums">
        <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 empty:hidden">
          {/* An alternative view has a count of its own. */}
          {draw === undefined && <Summary data={data} profiles={profiles} />}
          {provisional && <RankingIndicator />}
          {/* An alternative view has its own order. */}
          {isWaiting && draw === undefined && (
            <Button
              size="small"
              data-print="hide"
              onClick={({ detail }) => {
                flushSync(showNewest);
                // The button is gone by now.
                if (detail === 0) cardsIn(root)[0]?.focus();
              }}
            >
              Show the new order
            </Button>
          )}
        </div>
        {controls && <PeopleControls {...controls} />}
      </footer>
    </div>
  );
}

/** The same object for all cards, until their actions change. Hiding a person can be undone at once. */
function useCardControls(root: Root, controls: ResultsControls | undefined): CardControls | undefined {
  const toast = useToast();
  const { onHide, onShow, onVerify } = controls ?? {};
  /** Somebody who was hidden by keyboard and is being shown again: gets the focus once their card is back. */
  const returningId = useRef<string>(undefined);
  useEffect(() => {
    const card = returningId.current === undefined ? undefined : cardOf(root, returningId.current);
    if (card === undefined) return;
    returningId.current = undefined;
    card.focus();
  });
  return useMemo(() => {
    if (onHide === undefined || onShow === undefined || onVerify === undefined) return undefined;
    const hide = ({ id, fullName }: DisplayProfile, byKeyboard: boolean) => {
      const next = byKeyboard ? cardAfter(root, id) : undefined;
      onHide(id);
      toast({
        message: `${fullName} is hidden in every answer.`,
        action: {
          label: 'Undo',
          onSelect: () => {
            if (byKeyboard) returningId.current = id;
            onShow(id);
          },
        },
        ...(byKeyboard && { onLeave: () => next?.focus() }),
      });
    };
    return { hide, verify: ({ id }: DisplayProfile) => onVerify(id) };
  }, [root, toast, onHide, onShow, onVerify]);
}

type Root = RefObject<HTMLElement | null>;

/** The cards of this directory only: other answers may have the same people. */
const cardsIn = (root: Root): HTMLElement[] => [
  ...(root.current?.querySelectorAll<HTMLElement>('[data-profile] > article') ?? []),
];

const hasProfileId = (id: string) => (card: HTMLElement) =>
  card.parentElement?.dataset['profile'] === cardKeyOf(id);

const cardOf = (root: Root, id: string) => cardsIn(root).find(hasProfileId(id));

function cardAfter(root: Root, id: string): HTMLElement | undefined {
  const shown = cardsIn(root).filter((card) => card.checkVisibility());
  const at = shown.findIndex(hasProfileId(id));
  return shown[at + 1] ?? shown[at - 1];
}

type CardSlotProps = ComponentProps<typeof ProfileCard> & { group?: Group; isFolded?: boolean };

function CardSlot({ isFolded = false, group: _, ...card }: CardSlotProps) {
  return (
    <div
      data-profile={cardKeyOf(card.profile.id)}
      data-print="show"
      className={classNames(
        'grid w-full min-w-0 animate-appear grid-cols-1 @pair:print:w-[calc(50%-0.375rem)]',
        isFolded && 'hidden',
      )}
    >
      <ProfileCard {...card} />
    </div>
  );
}

/** By the score that is shown: a person verified after everybody was placed may be in another group by now. */
const isTopMatch = ({ profile, isScored }: RankedProfile): boolean =>
  isScored && profile.relevanceScore >= MIN_TOP_MATCH_SCORE;

/** A fact about a group that is not visible otherwise. */
function noteOn(
  group: Group,
  { profiles, provisional }: { profiles: readonly RankedProfile[]; provisional: boolean },
): string | undefined {
  if (group === 'found') return provisional ? undefined : 'Nobody was scored yet.';
  const hasTop = profiles.some((each) => each.group === 'top' || isTopMatch(each));
  return group === 'closest' && !hasTop ? `No profile reached ${MIN_TOP_MATCH_SCORE}%.` : undefined;
}

function RankingIndicator() {
  return (
    <span className="inline-flex items-center gap-2">
      <Spinner size={13} />
      Still ranking
    </span>
  );
}

function Summary({ data, profiles }: { data: DisplayData; profiles: readonly RankedProfile[] }) {
  const { isImported, profileProvider = 'the profile-data provider' } = data;
  const verified = profiles.filter(({ profile }) => profile.isVerified).length;
  const byImport = profiles.filter(({ profile }) => isVerifiedByImport({ profile, isImported })).length;
  const some = byImport === verified ? '' : ` ${byImport} of them`;
  return (
    <p>
      {`Showing ${profiles.length} profile(s)` +
        (data.useDeepResearch
          ? ` • ${verified} verified via ${profileProvider}` +
            (byImport > 0 ? `,${some} according to an imported file` : '')
          : '')}
    </p>
  );
}

/** The reader's adjustments to an answer's people, part by part, and who is hidden. */
const settingOf = ({ adjustments, hidden, hidesSeen }: ResultsControls): readonly unknown[] => [
  adjustments,
  hidesSeen,
  ...hidden.map(({ id }) => id),
];
