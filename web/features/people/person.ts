import type { ListedPerson } from '#shared/lists.ts';
import type { DisplayData, DisplayProfile, StandIns } from '#shared/results.ts';
import * as results from '#web/features/results/index.ts';

/**
 * Somebody of a set of people, such as an answer's directory or a list. People of one list may come from several answers, so each has what
 * they were compared with.
 */
export interface Person
  extends results.ShownProfile,
    Pick<DisplayData, 'criteria' | 'profileProvider' | 'isImported' | 'providers'>,
    Partial<Pick<ListedPerson, 'status' | 'note' | 'rating' | 'origins'>> {
  /** Unique in the set, and the same for as long as the person is in it. */
  key: string;
}

/**
 * An answer's people in the order of their rank.
 * @param brokenOff its search ended before its time
 * @param fallen who is shown although they no longer match
 */
export function peopleOf(
  data: DisplayData,
  brokenOff: boolean,
  fallen?: readonly DisplayProfile[],
): readonly Person[] {
  const { criteria, profileProvider, isImported, providers } = data;
  return results
    .rankedProfiles({ data, provisional: false, brokenOff }, fallen)
    .map(({ profile, rank, isScored, isFallen }) => ({
      key: profile.id,
      profile,
      rank,
      isScored,
      isFallen,
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

export const judgedOf = ({ criteria, profile }: Person): readonly results.Judged[] =>
  results.judge(criteria, profile);

/** What cards show of a person, part by part; empty where nothing is known. */
export function factsOf({ profile }: Person) {
  const { currentPosition, education, languages, certificates } = profile;
  return {
    headline: results.headlineOf(profile),
    place: results.locationOf(profile),
    title: results.said(currentPosition.title),
    company: results.said(currentPosition.company),
    degree: results.said(education.degree),
    school: results.said(education.school),
    languages: results.listed(languages),
    certificates: results.listed(certificates),
  };
}
