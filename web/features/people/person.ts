import type { ListedPerson } from '#shared/lists.ts';
import type { DisplayData, StandIns } from '#shared/results.ts';
import {
  headlineOf,
  type Judged,
  judge,
  locationOf,
  type RankedProfile,
  rankedProfiles,
  said,
} from '#web/features/results/index.ts';

/**
 * Somebody of a set of people, such as an answer's directory or a list. People of one list may come from several answers, so each has what
 * they were held against.
 */
export interface Person
  extends Pick<RankedProfile, 'profile' | 'rank' | 'isScored'>,
    Pick<DisplayData, 'criteria' | 'profileProvider' | 'isImported' | 'providers'>,
    Partial<Pick<ListedPerson, 'status' | 'note' | 'rating' | 'origins'>> {
  /** Unique in the set, and the same for as long as the person is in it. */
  key: string;
}

/** An answer's people in the order of their rank. `brokenOff`: its search ended before its time. */
export function peopleOf(data: DisplayData, brokenOff: boolean): readonly Person[] {
  const { criteria, profileProvider, isImported, providers } = data;
  return rankedProfiles({ data, provisional: false, brokenOff }).map(({ profile, rank, isScored }) => ({
    key: profile.id,
    profile,
    rank,
    isScored,
    criteria,
    profileProvider,
    isImported,
    providers,
  }));
}

/** As it is said over people: a stand-in is called one wherever somebody sees it. */
export const describeStandIns = (providers: StandIns): string =>
  providers === 'simulated'
    ? 'Simulated providers: these people are invented'
    : 'Replayed providers: from a recording made earlier';

export const judgedOf = ({ criteria, profile }: Person): readonly Judged[] => judge(criteria, profile);

/** What cards show of a person, part by part; empty where nothing is known. */
export function factsOf({ profile }: Person) {
  const { currentPosition, education } = profile;
  return {
    headline: headlineOf(profile),
    place: locationOf(profile),
    title: said(currentPosition.title),
    company: said(currentPosition.company),
    degree: said(education.degree),
    school: said(education.school),
  };
}
