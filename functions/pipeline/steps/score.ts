import type { FoundProfile, ScoredProfile, SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { profileCount, readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';
import { likenessOf } from '../conversation/from-examples.ts';
import { type Findings, findingsOf, sourcesOf, weighClaims } from '../evidence/evidence.ts';
import { agreeing, knownOf } from '../evidence/reason.ts';
import { boundScore, fallbackScore, shownScore } from '../evidence/score.ts';
import { askModel, type ProfileInput, type RequestInput } from '../model/model-call.ts';
import { MINIMUM_SCORE_TO_VERIFY, type Score, scoringPrompt } from '../model/prompts/scoring.ts';
import { claimsOf } from '../model/prompts/verdicts.ts';

export const MAXIMUM_PROFILES_VERIFIED = 5;
/** New scores are shown in batches of this size, since each time the whole directory is stored as an event. */
const BATCH_SIZE = 5;

/** A profile with its score and the evidence behind it. */
interface Scoring {
  profile: ScoredProfile;
  findings: Findings;
}

interface ScoringInput extends RequestInput {
  profiles: readonly FoundProfile[];
}

/**
 * Step 3 (deep mode): scores every profile, with one parallel call per person, and picks those to verify. A person whose call fails
 * gets the fallback score.
 * @param onScored receives the scorings in batches as they arrive.
 * @returns every profile, best first, with those to verify marked, and the findings behind each score; `notes` tell the user what had
 * to be skipped, and why nobody is verified if nobody is.
 * @throws StepFailure 'Failed to filter profiles: …' when no profile could be scored.
 */
export async function scoreProfiles(
  input: ScoringInput,
  deps: SearchDeps,
  onScored: (scorings: readonly Scoring[]) => void,
) {
  const step = startStep(deps, 'ai-filtering');
  const failures: unknown[] = [];
  const waiting: Scoring[] = [];
  let left = input.profiles.length;
  const work = input.profiles.map(async (profile) => {
    const scoring = await scoreProfile({ ...input, profile }, deps).catch((error: unknown) => {
      failures.push(error);
      deps.log('scoring failed', error);
      return scoreLocally(profile, input.query);
    });
    waiting.push(scoring);
    left -= 1;
    if (waiting.length >= BATCH_SIZE || left === 0) onScored(waiting.splice(0));
    return scoring;
  });
  const scorings = await step.paced(Promise.all(work));
  const profiles = selectForVerification(scorings.map(({ profile }) => profile));
  const [firstFailure] = failures;
  if (failures.length === work.length) {
    const failure = new StepFailure(SEARCH_ERRORS.filterFailed(readableReason(firstFailure)));
    step.fail(SEARCH_ERRORS.deepResearchFailed(failure.message));
    throw failure;
  }
  const fallbacks = profiles.filter((profile) => profile.scoreSource === 'fallback').length;
  const best = Math.max(...scorings.map((each) => scoreOnCard(each, input.query)));
  step.complete(describeScores(profiles, { fallbacks, best }));
  const notes = fallbacks > 0 ? [describeFallbacks(fallbacks, firstFailure)] : [];
  return {
    profiles,
    findings: new Map(scorings.map(({ profile, findings }) => [profile.url, findings])),
    notes: [...notes, ...describeNobodyPicked(profiles, input.query)],
  };
}

async function scoreProfile(input: ProfileInput, deps: SearchDeps): Promise<Scoring> {
  const score = await askModel(scoringPrompt, input, deps);
  return score === undefined
    ? scoreLocally(input.profile, input.query)
    : scoreWith(score, input.profile, input.query);
}

function scoreWith(score: Score, profile: FoundProfile, { criteria = [] }: SearchQuery): Scoring {
  const { relevanceScore, reasoning, shouldVerify, verdicts } = score;
  const findings = weighClaims(claimsOf(verdicts), criteria, sourcesOf(profile));
  return {
    profile: {
      ...profile,
      relevanceScore: boundScore(relevanceScore, criteria, findings),
      reasoning: agreeing(reasoning, knownOf(criteria, findings)) || SEARCH_ERRORS.noReasoning,
      shouldVerify,
      scoreSource: 'model',
    },
    findings,
  };
}

function scoreLocally(profile: FoundProfile, { targetCriteria, criteria = [] }: SearchQuery): Scoring {
  const findings = findingsOf(criteria, sourcesOf(profile));
  return {
    profile: {
      ...profile,
      relevanceScore: boundScore(fallbackScore(profile, targetCriteria), criteria, findings),
      reasoning: 'Scored locally from the search result',
      shouldVerify: false,
      scoreSource: 'fallback',
    },
    findings,
  };
}

/**
 * The scored profiles, best first, with `shouldVerify` left only on the best five of those that the model marked and that score
 * 60 or more. The limit is enforced here rather than left to the model, because every lookup costs money.
 */
export function selectForVerification(profiles: readonly ScoredProfile[]): ScoredProfile[] {
  const ranked = profiles.toSorted((a, b) => b.relevanceScore - a.relevanceScore);
  const marked = ranked.filter(
    (profile) => profile.shouldVerify && profile.relevanceScore >= MINIMUM_SCORE_TO_VERIFY,
  );
  const chosen = new Set(marked.slice(0, MAXIMUM_PROFILES_VERIFIED));
  return ranked.map((profile) => ({ ...profile, shouldVerify: chosen.has(profile) }));
}

const scoreOnCard = ({ profile, findings }: Scoring, query: SearchQuery): number =>
  shownScore(profile.relevanceScore, likenessOf(profile, query).length, query, findings);

function describeScores(
  profiles: readonly ScoredProfile[],
  { fallbacks, best }: { fallbacks: number; best: number },
): string[] {
  const chosen = profiles.filter((profile) => profile.shouldVerify).length;
  return [
    `Scored ${profileCount(profiles.length)}, best match ${Math.floor(best)}%`,
    ...(fallbacks > 0 ? [`${fallbacks} of them with a fallback score`] : []),
    chosen > 0 ? `${chosen} selected for verification` : 'Nobody selected for verification',
  ];
}

/** Why nobody is verified, in one sentence; empty if somebody is. */
export function describeNobodyPicked(profiles: readonly ScoredProfile[], query: SearchQuery): string[] {
  return profiles.some((profile) => profile.shouldVerify)
    ? []
    : [`${whyNobodyPicked(profiles, query)}, so no profile was verified.`];
}

/** Fallback scores do not count, since only people whom the model scored can be picked. */
function whyNobodyPicked(profiles: readonly ScoredProfile[], { fromExamples = [] }: SearchQuery): string {
  const scored = profiles.filter(({ scoreSource }) => scoreSource === 'model');
  if (scored.length === 0) return 'The AI scored nobody';
  const enough = `${MINIMUM_SCORE_TO_VERIFY}% or more${fromExamples.length > 0 ? ' without the points for your examples' : ''}`;
  if (scored.some(({ relevanceScore }) => relevanceScore >= MINIMUM_SCORE_TO_VERIFY))
    return `Of those with ${enough}, the AI picked nobody for verification`;
  return `${scored.length < profiles.length ? 'Nobody that the AI scored has' : 'Nobody scored'} ${enough}`;
}

function describeFallbacks(count: number, failure: unknown): string {
  const why = failure === undefined ? 'its reply had no usable score for them' : readableReason(failure);
  return `${profileCount(count)} could not be scored by the AI (${why}) and got a fallback score.`;
}
