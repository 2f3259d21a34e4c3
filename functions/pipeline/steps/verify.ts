import { nameFromTitle } from '#shared/page-title.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type {
  DeepResearchResult,
  DisplayProfile,
  ScoredProfile,
  SearchQuery,
  VerifiedProfile,
} from '#shared/results.ts';
import { meetsAll, notMetOf } from '#shared/score-ceiling.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { readableReason, type SearchDeps, StopRequested, startStep } from '../context.ts';
import { likenessOf } from '../conversation/from-examples.ts';
import { describeRecord, explainMove, readingOf } from '../evidence/describe-record.ts';
import { type Findings, findingsOf, joinFindings, sourcesOf, weighClaims } from '../evidence/evidence.ts';
import { whoseRecord } from '../evidence/identity.ts';
import { boundScore, shownScore } from '../evidence/score.ts';
import { askModel, type RequestInput } from '../model/model-call.ts';
import { assessmentPrompt } from '../model/prompts/assessment.ts';
import { claimsOf } from '../model/prompts/verdicts.ts';
import { UnreadableReply } from '../model/replies.ts';
import { describeNobodyPicked, MAXIMUM_PROFILES_VERIFIED } from './score.ts';

/** A profile that could not be reassessed counts as meeting all criteria from this initial score on. */
const MEETS_ALL_CRITERIA_SCORE = 70;

/** A verification, with one line telling the user how it went. docs/decisions/0002-what-verified-means.md */
export interface Verification {
  profile: VerifiedProfile;
  /** Whether a record of this very person was read; only then is the profile shown as verified. */
  isVerified: boolean;
  /** Whether the model has also assessed the record against the request; if not, the initial score stands. */
  isAssessed: boolean;
  /** Shown to the user. */
  line: string;
  findings: Findings;
  scoreMove?: DisplayProfile['scoreMove'];
  /** The lookup returned somebody else's record. */
  isOtherPerson?: boolean;
}

/** Every profile, best first, and the findings behind their scores, by URL. */
interface Scored {
  profiles: readonly ScoredProfile[];
  findings: ReadonlyMap<string, Findings>;
  /** A stopped verification is then shown to nobody, so its steps name nobody: they could not be found when the person is removed. */
  isWholeTask?: boolean;
}

/**
 * Step 4 (deep mode): looks up and reassesses the picked profiles in parallel, but shows them one after another. Never fails: a
 * profile whose lookup or assessment fails keeps its initial score.
 * @param scored profiles marked `shouldVerify` are looked up.
 * @param onVerified receives each verification as it is shown.
 * @param dropRepeated tells, once all are known, who turned out to be somebody else under another address. Their steps name nobody either.
 * @returns the verifications of those who are left
 */
export async function verifyProfiles(
  input: RequestInput,
  scored: Scored,
  deps: SearchDeps,
  onVerified: (verification: Verification) => void,
  dropRepeated: (verifications: readonly Verification[]) => (url: string) => boolean = () => () => false,
): Promise<Verification[]> {
  const marked = scored.profiles.filter((profile) => profile.shouldVerify);
  const picked = marked.slice(0, MAXIMUM_PROFILES_VERIFIED);
  const description = picked.length === 1 ? 'Checking one profile against its full record' : undefined;
  const step = startStep(deps, 'deep-verification', description);
  const lines: string[] = [];
  const show = (index: number, line: string) => {
    lines[index] = line;
    step.show([...lines]);
  };
  const pending = picked.map((profile) => {
    const first = scored.findings.get(profile.url) ?? NO_FINDINGS;
    return verifyProfile(input, { profile, first }, deps);
  });
  const showing: Promise<Verification>[] = [];
  for (const [index, work] of pending.entries()) {
    if (index > 0) await step.pause();
    const name = nameFromTitle(picked[index]?.title ?? '');
    const { label } = deps.providers.profileData;
    show(index, scored.isWholeTask ? `Checking with ${label}…` : `${name}: checking with ${label}…`);
    const shown = work.then((verification) => {
      // A stopped lookup says nothing about the person, who stays as found.
      const isKept = verification.isVerified && !scored.isWholeTask;
      if (!isKept && deps.signal.reason instanceof StopRequested) return verification;
      show(index, `${name}: ${verification.line}`);
      onVerified(verification);
      return verification;
    });
    showing.push(shown);
  }
  const verifications = await Promise.all(showing);
  const isRepeated = dropRepeated(verifications);
  for (const [index, { url }] of picked.entries()) if (isRepeated(url)) show(index, LEFT_OUT);
  step.complete(picked.length > 0 ? lines : describeNobodyPicked(scored.profiles, input.query));
  return verifications.filter(({ profile }) => !isRepeated(profile.originalProfile.url));
}

const LEFT_OUT = '1 profile left out: seen before, hidden by you or already shown, under another address';

const NO_FINDINGS: Findings = { verdicts: [], struck: [], held: 0 };

interface Picked {
  profile: ScoredProfile;
  /** Findings from the search result. */
  first: Findings;
}

/** Looks up one profile and reassesses it. Never fails: without a record or an assessment, the initial score stands. */
async function verifyProfile(
  input: RequestInput,
  { profile, first }: Picked,
  deps: SearchDeps,
): Promise<Verification> {
  const found = await lookUp(profile, deps);
  if (!('record' in found)) {
    const kept = keepInitial(profile, profile.reasoning);
    return { profile: kept, isVerified: false, isAssessed: false, findings: first, ...found };
  }
  const { record } = found;
  const { query } = input;
  const { criteria = [] } = query;
  const sources = sourcesOf(profile, record);
  try {
    const { verdicts, ...assessment } = await askModel(assessmentPrompt, { ...input, profile, record }, deps);
    return concludeVerification({
      profile: { originalProfile: profile, proxycurlData: record, ...assessment },
      record,
      query,
      first,
      read: weighClaims(claimsOf(verdicts), criteria, sources),
    });
  } catch (error) {
    deps.log('assessment failed', error);
    const problem =
      error instanceof UnreadableReply
        ? SEARCH_ERRORS.verificationParsingFailed(error.problem)
        : SEARCH_ERRORS.verificationFailed(readableReason(error));
    return concludeVerification({
      profile: { ...keepInitial(profile, problem), proxycurlData: record },
      record,
      query,
      first,
      read: findingsOf(criteria, sources),
      problem,
    });
  }
}

interface Assessed {
  profile: VerifiedProfile;
  record: ProfileRecord;
  query: SearchQuery;
  /** Findings from the search result alone; `read` has those from search result and record together. */
  first: Findings;
  read: Findings;
  /** Why the record could not be assessed. */
  problem?: string;
}

/** The verification of a profile whose record was read, with its score bounded by the evidence, and what moved the score. */
function concludeVerification({ profile, record, query, first, read, problem }: Assessed): Verification {
  const { criteria = [] } = query;
  const findings = joinFindings(first, read);
  const recordFindings = findingsOf(criteria, sourcesOf({ title: '', snippet: '' }, record));
  const reading = readingOf(criteria, findings.verdicts, recordFindings.verdicts);
  const from = profile.originalProfile.relevanceScore;
  const to = boundScore(profile.finalRelevanceScore, criteria, findings);
  const likeness = likenessOf(profile.originalProfile, query).length;
  const shown = Math.floor(shownScore(to, likeness, query, findings));
  const notMet = notMetOf(criteria, findings.verdicts).length;
  // A model may call anything met.
  const meetsAllCriteria = profile.meetsAllCriteria && meetsAll(criteria, findings.verdicts);
  const notMetText = notMet > 0 ? `, ${notMet} ${notMet === 1 ? 'criterion' : 'criteria'} not met` : '';
  return {
    profile: {
      ...profile,
      finalRelevanceScore: to,
      meetsAllCriteria,
      verificationReasoning:
        problem ?? describeRecord(profile.verificationReasoning, read.struck.length, criteria, reading),
    },
    isVerified: true,
    isAssessed: problem === undefined,
    line: problem ?? `verified, ${shown}%${meetsAllCriteria ? ', meets all criteria' : notMetText}`,
    findings,
    // Scores are shown without their fractions.
    ...(Math.floor(from) !== Math.floor(to) && {
      scoreMove: { from, to, reason: explainMove({ from, to }, reading) },
    }),
  };
}

/** The record of this very person, or a short reason why there is none. */
async function lookUp(
  profile: ScoredProfile,
  deps: SearchDeps,
): Promise<{ record: ProfileRecord } | Pick<Verification, 'line' | 'isOtherPerson'>> {
  const { profileData } = deps.providers;
  try {
    const record = await profileData.lookUp(profile.url, deps.signal);
    if (record === undefined) return { line: 'no record found, the initial assessment stands' };
    const whose = whoseRecord(record, profile);
    if (whose === 'same') return { record };
    if (whose === 'unknown')
      return { line: 'the record found does not say whose it is, the initial assessment stands' };
    deps.log('lookup returned a different person');
    const line = 'the record found is of another person, the initial assessment stands';
    return { line, isOtherPerson: true };
  } catch (error) {
    deps.log('lookup failed', error);
    return { line: `lookup failed (${readableReason(error)}), the initial assessment stands` };
  }
}

function keepInitial(profile: ScoredProfile, verificationReasoning: string): VerifiedProfile {
  return {
    originalProfile: profile,
    finalRelevanceScore: profile.relevanceScore,
    verificationReasoning,
    meetsAllCriteria: profile.relevanceScore >= MEETS_ALL_CRITERIA_SCORE,
  };
}

/** Step 5 (deep mode): compares the verifications. Profiles that meet all criteria are recommended, best first. */
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
  step.complete([describeComparison(verifications)]);
  return {
    filteredProfiles: [...scored],
    verifiedProfiles,
    totalProcessed: scored.length,
    profilesForVerification: verifiedProfiles.length,
    finalRecommendations,
  };
}

/** Counts only profiles whose record was read: without one, nothing was checked. */
function describeComparison(verifications: readonly Verification[]): string {
  const checked = verifications.filter(({ isVerified }) => isVerified);
  if (checked.length === 0) return 'Ranked by relevance, nothing was verified';
  const meeting = checked.filter(({ profile }) => profile.meetsAllCriteria).length;
  return `${meeting} of ${checked.length} checked ${checked.length === 1 ? 'profile meets' : 'profiles meet'} all criteria`;
}
