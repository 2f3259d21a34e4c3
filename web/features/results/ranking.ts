import { type RefObject, useLayoutEffect, useState } from 'react';
import { BEST_OF_THE_OTHERS, FEW_TOP_MATCHES, TOP_MATCHES_SCORE } from '#shared/limits.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';

/** How much is known of the order: people as they were found, then all of them scored, then the answer as it stays. */
const STAGES = ['found', 'scored', 'final'] as const;
type Stage = (typeof STAGES)[number];

/** The parts of the directory, in their order; 'more' are those who have come since everybody found a place. */
export const GROUPS = ['found', 'top', 'closest', 'other', 'more'] as const;
export type Group = (typeof GROUPS)[number];

export interface RankedProfile {
  profile: DisplayProfile;
  /** From 1, over the whole directory. */
  rank: number;
  /** Not before somebody has: the score is then only what words in common make of it. */
  isScored: boolean;
  group: Group;
}

export interface RankingOptions {
  data: DisplayData;
  /** The search still runs. */
  provisional: boolean;
  /** What runs only adds to an answer that was final. */
  isContinued?: boolean | undefined;
  /** The search ended before its time, so that who has no score yet will not have one. */
  brokenOff: boolean;
}

interface Place {
  id: string;
  group: Group;
}

export interface Ranking {
  profiles: readonly RankedProfile[];
  /** A newer order waits for the reader to leave the list. */
  isWaiting: boolean;
  showNewest: () => void;
}

/**
 * The directory as it is shown. Scores are the newest ones, but people change places at most twice: once everybody has been scored,
 * and at the end; and never under a pointer that moves in the list, or while the focus is in it.
 */
export function useRanking(root: RefObject<HTMLElement | null>, options: RankingOptions): Ranking {
  const stage = stageOf(options);
  const isHeld = useIsInUse(root);
  const newest = () => ({ stage, places: placesAt(stage, placeable(options)), data: options.data });
  const [shown, setShown] = useState(newest);
  // An answer that was final can be added to: who has come, or is known better, finds a place when that is final again.
  const isAddedTo = shown.stage === 'final' && !options.provisional && shown.data !== options.data;
  const isWaiting =
    STAGES.indexOf(stage) > STAGES.indexOf(shown.stage) ||
    (isAddedTo && !isSameOrder(shown.places, placesAt(stage, options)));
  const showNewest = () => setShown(newest());
  if (isWaiting && !isHeld) showNewest();
  return { profiles: rank(shown.places, options), isWaiting, showNewest };
}

/** Who is only being added to an answer finds no place among the others before that has ended. */
function placeable({ data, provisional, isContinued = false }: RankingOptions): Pick<RankingOptions, 'data'> {
  if (!provisional || !isContinued) return { data };
  const isScored = ({ scoreSource }: DisplayProfile) => scoreSource !== 'fallback';
  const { verifiedProfiles, otherProfiles } = data;
  return {
    data: {
      ...data,
      verifiedProfiles: verifiedProfiles.filter(isScored),
      otherProfiles: otherProfiles.filter(isScored),
    },
  };
}

const isSameOrder = (one: readonly Place[], two: readonly Place[]): boolean =>
  one.length === two.length &&
  one.every(({ id, group }, index) => id === two[index]?.id && group === two[index].group);

function stageOf({ data, provisional, isContinued = false, brokenOff }: RankingOptions): Stage {
  if (provisional && isContinued) return 'final';
  const scores = profilesOf(data).map(({ scoreSource }) => scoreSource !== 'fallback');
  if (!provisional) return brokenOff && !scores.includes(true) ? 'found' : 'final';
  return scores.includes(false) ? 'found' : 'scored';
}

const profilesOf = ({ verifiedProfiles, otherProfiles }: DisplayData): DisplayProfile[] => [
  ...verifiedProfiles,
  ...otherProfiles,
];

/** Where everybody stands from here on: highest score first, equals in the order they came in. */
export function placesAt(stage: Stage, { data }: Pick<RankingOptions, 'data'>): readonly Place[] {
  const profiles = profilesOf(data);
  if (stage === 'found') return profiles.map(({ id }) => ({ id, group: 'found' }));
  const ranked = profiles.toSorted((one, two) => two.relevanceScore - one.relevanceScore);
  const top = ranked.filter(({ relevanceScore }) => relevanceScore >= TOP_MATCHES_SCORE).length;
  const closest = top < FEW_TOP_MATCHES ? BEST_OF_THE_OTHERS : 0;
  const groupAt = (index: number): Group => {
    if (index < top) return 'top';
    return index < top + closest ? 'closest' : 'other';
  };
  return ranked.map(({ id }, index) => ({ id, group: groupAt(index) }));
}

/** Everybody where they stand when nobody reads. */
export const rankedProfiles = (options: RankingOptions): readonly RankedProfile[] =>
  rank(placesAt(stageOf(options), options), options);

/** Everybody at their place with what is known of them now; who came later stands at the end. */
function rank(places: readonly Place[], { data, provisional, brokenOff }: RankingOptions): RankedProfile[] {
  const known = new Map(profilesOf(data).map((profile) => [profile.id, profile]));
  const placed = new Set(places.map(({ id }) => id));
  const last = places.at(-1)?.group ?? 'found';
  const group: Group = last === 'found' ? last : 'more';
  const late = [...known.keys()].filter((id) => !placed.has(id)).map((id) => ({ id, group }));
  return [...places, ...late].flatMap((place, index) => {
    const profile = known.get(place.id);
    if (profile === undefined) return [];
    const isScored = profile.scoreSource !== 'fallback' || !(provisional || brokenOff);
    return [{ profile, rank: index + 1, isScored, group: place.group }];
  });
}

/** Whether somebody reads in an element: the focus is in it, or a pointer has moved there and not left. */
function useIsInUse(root: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  // Before anybody can have got there.
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const listening = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => element.addEventListener(name, listener, { signal: listening.signal, passive: true });
    on('pointermove', () => setPointedAt(true));
    on('pointerleave', () => setPointedAt(false));
    on('focusin', () => setFocus(true));
    on('focusout', ({ relatedTarget }) => {
      setFocus(relatedTarget instanceof Node && element.contains(relatedTarget));
    });
    return () => listening.abort();
  }, [root]);
  return isPointedAt || hasFocus;
}
