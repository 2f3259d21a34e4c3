import { type RefObject, useLayoutEffect, useState } from 'react';
import { MIN_TOP_MATCH_SCORE } from '#shared/limits.ts';
import { type DisplayData, type DisplayProfile, profilesIn } from '#shared/results.ts';

/** With fewer top matches than this, the best of the others are shown as well. */
const MIN_TOP_MATCHES = 3;
/** How many of the others are shown then. */
const OTHER_MATCHES_SHOWN = 6;

/** How final the order is: people as they were found, then all of them scored, then the final answer. */
const STAGES = ['found', 'scored', 'final'] as const;
type Stage = (typeof STAGES)[number];

/** The sections of the directory, in display order; 'more' are people who arrived after everybody else had been placed. */
export const GROUPS = ['found', 'top', 'closest', 'other', 'more'] as const;
export type Group = (typeof GROUPS)[number];

export interface RankedProfile {
  profile: DisplayProfile;
  /** From 1, across the whole directory. */
  rank: number;
  /** See {@link isScored}. */
  isScored: boolean;
  group: Group;
}

/** A person as passed on to the views. */
export interface ShownProfile extends Omit<RankedProfile, 'group'> {
  /** They no longer match the reader's adjustments, but are shown anyway. */
  isFallen?: true | undefined;
}

export interface RankingOptions {
  data: DisplayData;
  /** The search is still running. */
  provisional: boolean;
  /** The running search only adds to an answer that was final. */
  isContinued?: boolean | undefined;
  /** The search ended prematurely, so that people without a score will not get one. */
  brokenOff: boolean;
  /** The reader's adjustments, part by part: a change reorders the people at once. Undefined while nothing can be adjusted. */
  setting?: readonly unknown[] | undefined;
}

interface Place {
  id: string;
  group: Group;
}

export interface Ranking {
  profiles: readonly RankedProfile[];
  /** A newer order is waiting for the reader to leave the list. */
  isWaiting: boolean;
  showNewest: () => void;
}

/**
 * The directory as it is shown. Scores are always the newest, but people change places at most twice: once everybody has been scored, and
 * at the end; and never while a pointer moves over the list or it contains focus. The reader's adjustments, and further searches that have
 * ended, reorder them.
 */
export function useRanking(root: RefObject<HTMLElement | null>, options: RankingOptions): Ranking {
  const stage = stageOf(options);
  const { setting } = options;
  const isInUse = useIsInUse(root);
  const [shown, setShown] = useState(() => ({ stage, setting, places: placesAt(stage, options) }));
  const isLaterStage = STAGES.indexOf(stage) > STAGES.indexOf(shown.stage);
  // A final answer can be extended: people who are new, or more is now known about, get their place once it is final again.
  const isAddedTo = stage === 'final' && !options.provisional;
  const newest = isLaterStage || isAddedTo ? placesAt(stage, options) : shown.places;
  const isWaiting = isLaterStage || !areInOrder(shown.places, newest);
  function showNewest() {
    const reached = isLaterStage ? stage : shown.stage;
    setShown({
      stage: reached,
      setting: setting ?? shown.setting,
      places: placesAt(reached, options),
    });
  }
  const isAdjusted = isSettingChanged(setting, shown.setting);
  if (isAdjusted || (!isInUse && (isLaterStage || !areEqual(shown.places, newest)))) showNewest();
  else if (shown.setting === undefined && setting !== undefined) setShown({ ...shown, setting });
  return { profiles: rank(shown.places, options), isWaiting, showNewest };
}

const isSettingChanged = (setting: RankingOptions['setting'], before: RankingOptions['setting']): boolean =>
  setting !== undefined &&
  before !== undefined &&
  (setting.length !== before.length || setting.some((part, index) => part !== before[index]));

/** Whether everybody who is still there is in the newest order. */
function areInOrder(places: readonly Place[], newest: readonly Place[]): boolean {
  const known = new Set(newest.map(({ id }) => id));
  const left = places.filter(({ id }) => known.has(id));
  return left.length === newest.length && left.every(({ id }, index) => id === newest[index]?.id);
}

const areEqual = (places: readonly Place[], newest: readonly Place[]): boolean =>
  places.length === newest.length &&
  places.every(({ id, group }, index) => id === newest[index]?.id && group === newest[index]?.group);

function stageOf({ data, provisional, isContinued = false, brokenOff }: RankingOptions): Stage {
  if (provisional && isContinued) return 'final';
  const scores = profilesIn(data).map(({ scoreSource }) => scoreSource !== 'fallback');
  if (!provisional) return brokenOff && !scores.includes(true) ? 'found' : 'final';
  return scores.includes(false) ? 'found' : 'scored';
}

/**
 * Everybody's place from this stage on: highest score first, equal scores in order of arrival. People who have no score, because they are
 * still being added or the search broke off, come last, in the order that they have.
 */
export function placesAt(
  stage: Stage,
  { data, ...search }: Pick<RankingOptions, 'data'> & SearchState,
): readonly Place[] {
  const profiles = profilesIn(data);
  if (stage === 'found') return profiles.map(({ id }) => ({ id, group: 'found' }));
  const scored = profiles.filter((profile) => isScored(profile, search));
  const ranked = scored.toSorted((one, two) => two.relevanceScore - one.relevanceScore);
  const top = ranked.filter(({ relevanceScore }) => relevanceScore >= MIN_TOP_MATCH_SCORE).length;
  const closest = top < MIN_TOP_MATCHES ? OTHER_MATCHES_SHOWN : 0;
  const groupAt = (index: number): Group => {
    if (index < top) return 'top';
    return index < top + closest ? 'closest' : 'other';
  };
  const unscored = profiles.filter((profile) => !isScored(profile, search));
  const group: Group = scored.length > 0 ? 'more' : 'found';
  return [
    ...ranked.map(({ id }, index) => ({ id, group: groupAt(index) })),
    ...unscored.map(({ id }) => ({ id, group })),
  ];
}

/** All people in the order that applies when nobody is reading, then those who are shown although they no longer match. */
export function rankedProfiles(
  options: RankingOptions,
  fallen: readonly DisplayProfile[] = [],
): readonly ShownProfile[] {
  const ranked = rank(placesAt(stageOf(options), options), options);
  return [...ranked, ...rankFallen(fallen, { ...options, others: ranked.length })];
}

/** Ranked behind the others, whose number is given. */
export const rankFallen = (
  fallen: readonly DisplayProfile[],
  { others, ...options }: { others: number } & SearchState,
): ShownProfile[] =>
  fallen.map((profile, index) => ({
    profile,
    rank: others + index + 1,
    isScored: isScored(profile, options),
    isFallen: true,
  }));

type SearchState = Pick<RankingOptions, 'provisional' | 'brokenOff'>;

/** A fallback score is computed only from words in common: while the search runs, or if it broke off, it does not count as a score. */
export const isScored = ({ scoreSource }: DisplayProfile, { provisional, brokenOff }: SearchState): boolean =>
  scoreSource !== 'fallback' || !(provisional || brokenOff);

/** All people at their places, with their latest data; newcomers come last. */
function rank(places: readonly Place[], options: RankingOptions): RankedProfile[] {
  const { data } = options;
  const known = new Map(profilesIn(data).map((profile) => [profile.id, profile]));
  const placed = new Set(places.map(({ id }) => id));
  const last = places.at(-1)?.group ?? 'found';
  const group: Group = last === 'found' ? last : 'more';
  const newcomers = [...known.keys()].filter((id) => !placed.has(id)).map((id) => ({ id, group }));
  const present = [...places, ...newcomers].flatMap((place) => {
    const profile = known.get(place.id);
    return profile === undefined ? [] : [{ profile, group: place.group }];
  });
  return present.map(({ profile, group }, index) => ({
    profile,
    group,
    rank: index + 1,
    isScored: isScored(profile, options),
  }));
}

/** Whether the reader is in an element: it contains focus, or a pointer has moved there and not left. */
function useIsInUse(root: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  // A layout effect, so that it listens before anybody can interact.
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
  // Firefox fires no event when the element with the focus is removed.
  useLayoutEffect(() => {
    if (hasFocus && !root.current?.contains(document.activeElement)) setFocus(false);
  });
  return isPointedAt || hasFocus;
}
