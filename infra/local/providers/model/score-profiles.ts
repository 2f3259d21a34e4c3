import { judge, listCriteria, readCriteria, scoreOf } from './judge.ts';
import { recordsOf, textOf } from './read-value.ts';

/** The score from which a profile is worth verifying. */
const WORTH_VERIFYING = 60;

/** One member of the scoring call's reply. */
export type ProfileScore = {
  index: number;
  relevanceScore: number;
  reasoning: string;
  shouldVerify: boolean;
};

/** Answers the scoring call: how well each profile's title and snippet show what was asked for. */
export function scoreProfiles(input: Record<string, unknown>): ProfileScore[] {
  const criteria = readCriteria(input['targetCriteria'], textOf(input['request']));
  return recordsOf(input['profiles']).map((profile, at) => {
    const index = typeof profile['index'] === 'number' ? profile['index'] : at;
    const judgement = judge(`${textOf(profile['title'])} | ${textOf(profile['snippet'])}`, criteria);
    const relevanceScore = scoreOf(judgement, textOf(profile['url']));
    const { met, missing } = judgement;
    const matched = met.length > 0 ? `Matches ${listCriteria(met)}` : 'No criterion is clearly met';
    const lacking = missing.length > 0 ? `; the result does not show ${listCriteria(missing)}` : '';
    return {
      index,
      relevanceScore,
      reasoning: `${matched}${lacking}.`,
      shouldVerify: relevanceScore >= WORTH_VERIFYING,
    };
  });
}
