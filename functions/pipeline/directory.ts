import type { FoundPages } from '#functions/providers/ports.ts';
import { nextTurn } from '#functions/timing.ts';
import { said } from '#shared/clean-text.ts';
import { profileSlug } from '#shared/linkedin-url.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type * as results from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { SearchDeps } from './context.ts';
import { likenessOf } from './conversation/from-examples.ts';
import { type Findings, findingsOf, sourcesOf, unsupported } from './evidence/evidence.ts';
import { type Label, type ReadProfile, readResult, withoutLabels } from './evidence/local-reading.ts';
import { agreeing, knownOf } from './evidence/reason.ts';
import { type RecordFields, readRecord } from './evidence/record-fields.ts';
import { boundScore, fallbackScore, isAllStruck, shownScore } from './evidence/score.ts';
import { includesText } from './language/words.ts';
import type { FormattedProfile } from './model/prompts/formatting.ts';
import { shownFields, supportedFields } from './model/supported-fields.ts';
import type { Verification } from './steps/verify.ts';

/** Everything known about the people found so far, keyed by canonical profile URL. The only source of what is displayed about them. */
export type Directory = ReturnType<typeof openDirectory>;

interface OpenDirectoryOptions {
  query: results.SearchQuery;
  results: FoundPages;
  deepResearch: boolean;
}

/** The directory of what the web search found, before anything else is known. */
export const openDirectory = (
  { query, results, deepResearch }: OpenDirectoryOptions,
  { providers }: SearchDeps,
) => ({
  query,
  results,
  deepResearch,
  /** The profile-data provider's name, in deep mode. */
  profileProvider: deepResearch ? providers.profileData.label : undefined,
  scored: new Map<string, results.ScoredProfile>(),
  /** The evidence behind each score, for people scored so far. */
  findings: new Map<string, Findings>(),
  verifications: new Map<string, Verification>(),
  formatted: new Map<string, FormattedProfile>() as ReadonlyMap<string, FormattedProfile>,
});

/** Reads the people of a new directory, one at a time so that nothing else has to wait for all of them, and emits it. */
export async function showNewDirectory(directory: Directory, deps: SearchDeps): Promise<void> {
  for (const profile of directory.results.linkedinProfiles) {
    toDisplayProfile(profile, directory);
    await nextTurn();
  }
  showDirectory(directory, deps);
}

/** Emits the directory as known so far, unless the search has been aborted. */
export function showDirectory(directory: Directory, { emit, signal }: SearchDeps): void {
  if (!signal.aborted) emit({ type: 'profiles', data: toDisplayData(directory) });
}

/** The directory as the page shows it: every profile once, highest score first. */
export function toDisplayData(directory: Directory): results.DisplayData {
  const profiles = directory.results.linkedinProfiles
    .map((profile) => toDisplayProfile(profile, directory))
    .toSorted((a, b) => b.relevanceScore - a.relevanceScore);
  return {
    verifiedProfiles: profiles.filter((profile) => profile.isVerified),
    otherProfiles: profiles.filter((profile) => !profile.isVerified),
    totalProfiles: profiles.length,
    searchQuery: directory.query.googleSearchQuery,
    useDeepResearch: directory.deepResearch,
    criteria: directory.query.criteria ?? [],
    ...(directory.query.sensitive && { sensitive: directory.query.sensitive }),
    ...(directory.profileProvider !== undefined && { profileProvider: directory.profileProvider }),
  };
}

/** What a profile's display data is built from, in addition to its own search result. */
interface DisplaySources {
  directory: Directory;
  formatted: FormattedProfile | undefined;
  verification: Verification | undefined;
  scored: results.ScoredProfile | undefined;
}

/** What code reads from a search result alone: fields for the card, and findings on the criteria. */
interface LocalReading extends ReadProfile {
  findings: Findings;
  /** What the person has in common with the people marked good. */
  likeness: readonly string[];
}

/** Display data by profile. The directory is emitted whenever more is known of one profile; the others are reused unchanged. */
const displayCache = new WeakMap<
  results.FoundProfile,
  { from: DisplaySources; read: LocalReading; display: results.DisplayProfile }
>();

function toDisplayProfile(profile: results.FoundProfile, directory: Directory): results.DisplayProfile {
  const { url } = profile;
  const from: DisplaySources = {
    directory,
    formatted: directory.formatted.get(url),
    verification: directory.verifications.get(url),
    scored: directory.scored.get(url),
  };
  const before = displayCache.get(profile);
  const isOfSameSearch = before?.from.directory.query === directory.query;
  if (before && isOfSameSearch && haveSameSources(before.from, from)) return before.display;
  const read = isOfSameSearch && before ? before.read : readLocally(profile, directory.query);
  const display = makeDisplay(profile, read, from);
  displayCache.set(profile, { from, read, display });
  return display;
}

const readLocally = (profile: results.FoundProfile, query: results.SearchQuery): LocalReading => ({
  ...readResult(profile, query.targetCriteria),
  findings: findingsOf(query.criteria ?? [], sourcesOf(profile)),
  likeness: likenessOf(profile, query).map(({ text }) => text),
});

const haveSameSources = (before: DisplaySources, now: DisplaySources): boolean =>
  before.formatted === now.formatted &&
  before.verification === now.verification &&
  before.scored === now.scored &&
  before.directory.deepResearch === now.directory.deepResearch;

function makeDisplay(
  profile: results.FoundProfile,
  read: LocalReading,
  { directory, formatted, verification, scored }: DisplaySources,
): results.DisplayProfile {
  const findings = verification?.findings ?? directory.findings.get(profile.url) ?? read.findings;
  const { criteria = [] } = directory.query;
  const record = verification?.isVerified ? verification.profile.proxycurlData : undefined;
  const supported = supportedFields(formatted, profile, read);
  const { summary: recordSummary, ...recorded } = record ? readRecord(record, supported) : {};
  const known = { ...supported, ...recorded };
  const fields = { ...known, ...shownFields(known, criteria, findings.verdicts) };
  const summary = recordSummary ?? withoutLabels(read.summary, labelsShown(fields));
  const reason = directory.deepResearch
    ? reasonOf(scored)
    : said(agreeing(formatted?.summary ?? '', knownOf(criteria, findings)));
  const raise = (score: number) => shownScore(score, read.likeness.length, directory.query, findings);
  const { relevanceScore, scoreSource } = scoreOf(profile, directory, findings, {
    formatted,
    verified: verification?.profile,
  });
  return {
    id: profileSlug(profile.url) ?? profile.url,
    profileUrl: profile.url,
    fullName: chooseName(formatted?.fullName, read.fullName),
    ...fields,
    summary,
    ...(record ? undefined : scoreReasonField(reason, summary, fields)),
    relevanceScore: raise(relevanceScore),
    scoreSource,
    isVerified: verification?.isVerified ?? false,
    ...(verification && { verificationReasoning: verification.profile.verificationReasoning }),
    ...verdictFields(findings),
    ...(verification?.scoreMove && { scoreMove: raiseMove(verification.scoreMove, raise) }),
    ...(record?.last_updated && { recordDate: record.last_updated }),
    ...(verification?.isOtherPerson && { isOtherPerson: true }),
    ...(read.likeness.length > 0 && { likeExamples: [...read.likeness] }),
    ...provenanceOf(profile, record),
  };
}

/** What was found out about the criteria, and what of the model's claims did not hold. */
function verdictFields(
  findings: Findings,
): Pick<results.DisplayProfile, 'verdicts' | 'struck' | 'isAllStruck'> {
  const struck = unsupported(findings).length;
  return {
    verdicts: findings.verdicts,
    ...(struck > 0 && { struck, isAllStruck: isAllStruck(findings) }),
  };
}

/** How a record moved the score, with both ends raised in line with the displayed score. */
const raiseMove = (
  { from, to, reason }: NonNullable<Verification['scoreMove']>,
  raise: (score: number) => number,
) => ({ from: Math.min(100, from + raise(to) - to), to: raise(to), reason });

/** Where a person was found, and whether a text they may have written contains hidden characters. */
const provenanceOf = (
  { foundBy, hasHiddenText }: results.FoundProfile,
  record: ProfileRecord | undefined,
): Pick<results.DisplayProfile, 'foundBy' | 'hasHiddenText'> => ({
  ...(foundBy && { foundBy }),
  ...((hasHiddenText || record?.hasHiddenText) && { hasHiddenText: true }),
});

/** The first available of final score, initial score, formatting's score (standard mode), local fallback. docs/behaviour.md#results */
function scoreOf(
  profile: results.FoundProfile,
  { query, scored, deepResearch }: Directory,
  findings: Findings,
  {
    formatted,
    verified,
  }: { formatted: FormattedProfile | undefined; verified: results.VerifiedProfile | undefined },
): Pick<results.DisplayProfile, 'relevanceScore' | 'scoreSource'> {
  const initial = scored.get(profile.url);
  const score = verified?.finalRelevanceScore ?? initial?.relevanceScore;
  if (score !== undefined) return { relevanceScore: score, scoreSource: initial?.scoreSource ?? 'model' };
  const given = deepResearch ? undefined : formatted?.relevanceScore;
  const judgement = given ?? fallbackScore(profile, query.targetCriteria);
  return {
    relevanceScore: boundScore(judgement, query.criteria ?? [], findings),
    scoreSource: given === undefined ? 'fallback' : 'model',
  };
}

/** The model's reason for its score, if it gave one. */
function reasonOf(scored: results.ScoredProfile | undefined): string | undefined {
  if (scored?.scoreSource !== 'model' || scored.reasoning === SEARCH_ERRORS.noReasoning) return undefined;
  return scored.reasoning;
}

/** Drops a reason that only repeats what the card already shows. Verified profiles show the verification's reasoning instead. */
const scoreReasonField = (reason: string | undefined, summary: string, fields: RecordFields) =>
  reason !== undefined && !includesText(summary, withoutRepeatedFacts(reason, fields))
    ? { scoreReason: reason }
    : undefined;

/** The labels of the parts of a snippet that the card already shows as fields. */
function labelsShown({ location, currentPosition, education }: RecordFields): Label[] {
  const isWhole = (fact: Record<string, string> = {}) => Object.values(fact).every((part) => part !== '');
  return [
    ...(location ? (['Location'] as const) : []),
    ...(isWhole(currentPosition) ? (['Experience'] as const) : []),
    ...(isWhole(education) ? (['Education'] as const) : []),
  ];
}

/** A reason without the labelled parts that say nothing but what the card shows as that field. */
function withoutRepeatedFacts(reason: string, fields: RecordFields): string {
  const { location = '', currentPosition, education } = fields;
  const shown: Readonly<Record<Label, string>> = {
    Location: location,
    Experience: `${currentPosition?.title} at ${currentPosition?.company}`,
    Education: `${education?.degree}, ${education?.school}`,
  };
  return withoutLabels(reason, labelsShown(fields), (label, value) =>
    includesText(shown[label], value.replace(/\.$/, '')),
  );
}

/** A model may tidy a name but not replace it: every word of its name must occur in the page's. */
function chooseName(formatted: string | undefined, read: string): string {
  const name = said(formatted);
  if (name === undefined || read === '') return name ?? read;
  const [known, words] = [wordsOfName(read), wordsOfName(name)];
  return words.length > 0 && words.every((word) => known.includes(word)) ? name : read;
}

const wordsOfName = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
