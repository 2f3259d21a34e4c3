import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DeepResearchResult, ProfileRecord, ScoredProfile, VerifiedProfile } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { readableReason, type SearchDeps, startStep } from '../context.ts';
import { nameFromTitle } from '../local-reading.ts';
import { askModel, type RequestInput } from '../model-call.ts';
import { assessmentPrompt } from '../prompts/assessment.ts';
import { UnreadableReply } from '../replies.ts';
import { describeNobodyPicked, MAXIMUM_PROFILES_VERIFIED } from './score.ts';

/** From which first score on a profile that could not be assessed anew counts as meeting all criteria. */
const MEETS_ALL_CRITERIA_SCORE = 70;

/** A verification with the one line that tells a person how it went. docs/decisions/0002-what-verified-means.md */
export interface Verification {
  profile: VerifiedProfile;
  /** Whether a record of this very person was assessed; only then is the profile shown as verified. */
  verified: boolean;
  verdict: string;
}

/**
 * Step 4 (deep mode): looks up and re-assesses the picked profiles, all at once; they are shown one after the other. Never fails: a
 * profile whose lookup or assessment fails keeps its initial assessment.
 * @param scored every profile, best first; verified are those marked for it.
 * @param verified is told each verification as it is shown.
 */
export async function verifyProfiles(
  input: RequestInput,
  scored: readonly ScoredProfile[],
  deps: SearchDeps,
  verified: (verification: Verification) => void,
): Promise<Verification[]> {
  const step = startStep(deps, 'deep-verification');
  const lines: string[] = [];
  const show = (index: number, line: string) => {
    lines[index] = line;
    step.show([...lines]);
  };
  const picked = scored.filter((profile) => profile.shouldVerify).slice(0, MAXIMUM_PROFILES_VERIFIED);
  const works = picked.map((profile) => verifyProfile(input, profile, deps));
  const verdicts: Promise<Verification>[] = [];
  for (const [index, work] of works.entries()) {
    if (index > 0) await step.pause();
    const name = nameFromTitle(picked[index]?.title ?? '');
    show(index, `${name}: checking with ${deps.providers.profileData.label}…`);
    const verdict = work.then((verification) => {
      show(index, `${name}: ${verification.verdict}`);
      verified(verification);
      return verification;
    });
    verdicts.push(verdict);
  }
  const verifications = await Promise.all(verdicts);
  step.complete(picked.length > 0 ? lines : describeNobodyPicked(scored));
  return verifications;
}

/** Looks one profile up and re-assesses it. Never fails: without a record or an assessment the initial one stands. */
async function verifyProfile(
  input: RequestInput,
  profile: ScoredProfile,
  deps: SearchDeps,
): Promise<Verification> {
  const record = await lookUp(profile.url, deps);
  if (typeof record === 'string')
    return { profile: keepInitial(profile, profile.reasoning), verified: false, verdict: record };
  try {
    const assessment = await askModel(assessmentPrompt, { ...input, profile, record }, deps);
    return {
      profile: { originalProfile: profile, proxycurlData: record, ...assessment },
      verified: true,
      verdict: `verified, ${assessment.finalRelevanceScore}%${assessment.meetsAllCriteria ? ', meets all criteria' : ''}`,
    };
  } catch (error) {
    deps.log('assessment failed', error);
    const reasoning =
      error instanceof UnreadableReply
        ? SEARCH_ERRORS.verificationParsingFailed(error.problem)
        : SEARCH_ERRORS.verificationFailed(readableReason(error));
    return {
      profile: { ...keepInitial(profile, reasoning), proxycurlData: record },
      verified: false,
      verdict: reasoning,
    };
  }
}

/** The record of this very person, or a few words on why there is none. */
async function lookUp(profileUrl: string, deps: SearchDeps): Promise<ProfileRecord | string> {
  const { profileData } = deps.providers;
  try {
    const record = await profileData.lookUp(profileUrl, deps.signal);
    if (record === undefined) return 'no record found, the initial assessment stands';
    if (recordBelongsTo(record, profileUrl)) return record;
    if (!record.public_identifier)
      return 'the record found does not say whose it is, the initial assessment stands';
    deps.log('lookup answered with another person');
    return 'the record found is of another person, the initial assessment stands';
  } catch (error) {
    deps.log('lookup failed', error);
    return `lookup failed (${readableReason(error)}), the initial assessment stands`;
  }
}

/**
 * Whether a record is of the person asked for: its public identifier is the slug of the canonical profile URL. Providers now and
 * then answer with somebody else, and a record without an identifier proves nothing.
 */
export function recordBelongsTo(record: ProfileRecord, profileUrl: string): boolean {
  const slug = record.public_identifier;
  if (!slug) return false;
  return canonicalProfileUrl(`https://www.linkedin.com/in/${encodeURIComponent(slug)}`) === profileUrl;
}

function keepInitial(profile: ScoredProfile, verificationReasoning: string): VerifiedProfile {
  return {
    originalProfile: profile,
    finalRelevanceScore: profile.relevanceScore,
    verificationReasoning,
    meetsAllCriteria: profile.relevanceScore >= MEETS_ALL_CRITERIA_SCORE,
  };
}

/** Step 5 (deep mode): weighs the verifications against each other. Recommended are those that meet all criteria, best first. */
export async function compareVerified(
  scored: readonly ScoredProfile[],
  verifications: readonly Verification[],
  deps: SearchDeps,
): Promise<DeepResearchResult> {
  const step = startStep(deps, 'final-analysis');
  const verifiedProfiles = verifications.map((verification) => verification.profile);
  const finalRecommendations = verifiedProfiles
    .filter((profile) => profile.meetsAllCriteria)
    .toSorted((a, b) => b.finalRelevanceScore - a.finalRelevanceScore);
  await step.pause();
  step.complete([describeComparison(finalRecommendations.length, verifiedProfiles.length)]);
  return {
    filteredProfiles: [...scored],
    verifiedProfiles,
    totalProcessed: scored.length,
    profilesForVerification: verifiedProfiles.length,
    finalRecommendations,
  };
}

function describeComparison(recommended: number, checked: number): string {
  if (checked === 0) return 'Ranked by relevance, nothing was verified';
  return `${recommended} of ${checked} checked ${checked === 1 ? 'profile meets' : 'profiles meet'} all criteria`;
}
