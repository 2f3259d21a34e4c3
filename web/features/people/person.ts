import type { ListedPerson } from '#shared/lists.ts';
import type { DisplayData, DisplayProfile, StandIns } from '#shared/results.ts';
import * as results from '#web/features/results/index.ts';

/**
 * A person from a set of people, such as an answer's directory or a list. People of one list may come from several answers, so each carries
 * the criteria that they were compared with.
 */
export interface Person
  extends results.ShownProfile,
    Pick<DisplayData, 'criteria' | 'profileProvider' | 'isImported' | 'providers'>,
    Partial<Pick<ListedPerson, 'status' | 'note' | 'rating' | 'origins'>> {
  /** Unique in the set, and stable for as long as the person is in it. */
  key: string;
}

/**
 * An answer's people in order of rank.
 * @param brokenOff one of its searches has ended prematurely, or not yet
 * @param fallen people who are shown although they no longer match
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
      key: results.cardKeyOf(profile.id),
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

/** The notice shown with people from stand-in providers: they are labelled as such wherever they appear. */
export const describeStandIns = (providers: StandIns): string =>
  providers === 'simulated'
    ? 'Simulated providers: these people are invented'
    : 'Replayed providers: from a recording made earlier';

/** What a rating says of a person. */
export const RATING_LABELS = { good: 'Good match', bad: 'Bad match' } as const;

export const judgedOf = ({ criteria, profile }: Person): readonly results.Judged[] =>
  results.judge(criteria, profile);

/** A person's facts as cards show them, part by part; empty if unknown. */
export function factsOf({ profile }: Person) {
  const { currentPosition, education, languages, certificates } = profile;
  return {
    headline: results.headlineOf(profile),
    place: results.locationOf(profile),
    title: results.meaningfulText(currentPosition.title),
    company: results.meaningfulText(currentPosition.company),
    degree: results.meaningfulText(education.degree),
    school: results.meaningfulText(education.school),
    languages: results.listed(languages),
    certificates: results.listed(certificates),
  };
}
