import type { FoundProfile, ScoredProfile, SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { profileCount, readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';
import { fallbackScore } from '../local-reading.ts';
import { askModel, chunk, type ProfilesInput } from '../model-call.ts';
import { MINIMUM_SCORE_TO_VERIFY, scoringPrompt } from '../prompts/scoring.ts';

/** Profiles per call: small enough that calls answer fast side by side, large enough that the instructions are not paid too often. */
const PROFILES_PER_CALL = 5;
export const MAXIMUM_PROFILES_VERIFIED = 5;

/**
 * Step 3 (deep mode): scores every profile, side by side in chunks, and picks those to verify. A chunk that fails leaves its
 * profiles with the fallback score.
 * @param scored is told each chunk's profiles as they arrive.
 * @returns every profile, best first, with those to verify marked; `notes` tell the person what had to be skipped.
 * @throws StepFailure 'Failed to filter profiles: …' when no profile could be scored.
 */
export async function scoreProfiles(
  input: ProfilesInput,
  deps: SearchDeps,
  scored: (profiles: readonly ScoredProfile[]) => void,
) {
  const step = startStep(deps, 'ai-filtering');
  const failures: unknown[] = [];
  const work = chunk(input.profiles, PROFILES_PER_CALL).map(async (profiles) => {
    const result = await scoreChunk({ ...input, profiles }, deps).catch((error: unknown) => {
      failures.push(error);
      deps.log('scoring failed', error);
      return profiles.map((profile) => scoreLocally(profile, input.query));
    });
    scored(result);
    return result;
  });
  const profiles = selectForVerification((await step.paced(Promise.all(work))).flat());
  const [firstFailure] = failures;
  if (failures.length === work.length) {
    const failure = new StepFailure(SEARCH_ERRORS.filterFailed(readableReason(firstFailure)));
    step.fail(SEARCH_ERRORS.deepResearchFailed(failure.message));
    throw failure;
  }
  const fallbacks = profiles.filter((profile) => profile.scoreSource === 'fallback').length;
  step.complete(describeScores(profiles, fallbacks));
  const notes = fallbacks > 0 ? [describeFallbacks(fallbacks, firstFailure)] : [];
  return { profiles, notes };
}

async function scoreChunk(input: ProfilesInput, deps: SearchDeps): Promise<ScoredProfile[]> {
  const scores = await askModel(scoringPrompt, input, deps);
  return input.profiles.map((profile) => {
    const score = scores.get(profile.url);
    if (score === undefined) return scoreLocally(profile, input.query);
    const reasoning = score.reasoning || SEARCH_ERRORS.noReasoning;
    return { ...profile, ...score, reasoning, scoreSource: 'model' };
  });
}

function scoreLocally(profile: FoundProfile, query: SearchQuery): ScoredProfile {
  return {
    ...profile,
    relevanceScore: fallbackScore(profile, query.targetCriteria),
    reasoning: 'Scored locally from the search result',
    shouldVerify: false,
    scoreSource: 'fallback',
  };
}

/**
 * The scored profiles, best first, with `shouldVerify` left only on the best five of those that the model marked and that score
 * 60 or more. What the model marked is never trusted to keep the limit: every lookup costs money.
 */
export function selectForVerification(profiles: readonly ScoredProfile[]): ScoredProfile[] {
  const ranked = profiles.toSorted((a, b) => b.relevanceScore - a.relevanceScore);
  const marked = ranked.filter(
    (profile) => profile.shouldVerify && profile.relevanceScore >= MINIMUM_SCORE_TO_VERIFY,
  );
  const chosen = new Set(marked.slice(0, MAXIMUM_PROFILES_VERIFIED));
  return ranked.map((profile) => ({ ...profile, shouldVerify: chosen.has(profile) }));
}

function describeScores(profiles: readonly ScoredProfile[], fallbacks: number): string[] {
  const chosen = profiles.filter((profile) => profile.shouldVerify).length;
  const best = profiles[0]?.relevanceScore ?? 0;
  return [
    `Scored ${profiles.length} profiles, best match ${best}%`,
    ...(fallbacks > 0 ? [`${fallbacks} of them scored locally`] : []),
    chosen > 0 ? `${chosen} selected for verification` : 'None scored high enough to verify',
  ];
}

function describeFallbacks(count: number, failure: unknown): string {
  const why = failure === undefined ? 'its reply had no usable score for them' : readableReason(failure);
  return `${profileCount(count)} could not be scored by the AI (${why}) and got a local score.`;
}
