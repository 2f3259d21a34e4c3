import type { DeepResearchResult } from '#shared/deep-research.ts';
import { SEARCH_ERRORS } from '#shared/errors.ts';
import type { SearchQuery } from '#shared/search-query.ts';
import type { SearchResults } from '#shared/search-results.ts';
import type { SearchTools } from './context.ts';
import { throwIfStopped } from './context.ts';
import type { Directory } from './directory.ts';
import { toDisplayData } from './directory.ts';
import { readableReason, StepFailure } from './step-failure.ts';
import { analyseVerifications } from './steps/analyse-verifications.ts';
import { filterProfiles } from './steps/filter-profiles.ts';
import type { FormatResult } from './steps/format-profiles.ts';
import { formatProfiles } from './steps/format-profiles.ts';
import { generateQuery } from './steps/generate-query.ts';
import { prepareResults } from './steps/prepare-results.ts';
import { searchProfiles } from './steps/search-profiles.ts';
import { verifyProfiles } from './steps/verify-profiles.ts';

/** What a search has so far. Filled as it goes, so that whatever ends the search early finds here what to show. */
export interface Findings {
  query?: SearchQuery;
  directory?: Directory;
  deepResults?: DeepResearchResult;
  deepResearch: boolean;
  /** Sentences for the person about what had to be skipped. */
  notes: string[];
}

/**
 * Strings the six steps together (specification §4), filling `findings`. Formatting depends on the search alone, so its work runs
 * beside scoring and verification and is only shown at the end.
 * @throws StepFailure when the query or the search failed; StopRequested. Later steps degrade and leave a note instead.
 */
export async function research(request: string, tools: SearchTools, findings: Findings): Promise<void> {
  const query = await generateQuery(request, tools);
  findings.query = query;
  let formatting: Promise<FormatResult> | undefined;
  const results = await searchProfiles(query, tools, (found) => {
    findings.directory = openDirectory(query, found, findings.deepResearch, tools);
    if (found.furtherPageFailure !== undefined)
      findings.notes.push(`The second page of results could not be read (${found.furtherPageFailure}).`);
    if (found.linkedinProfiles.length === 0) return;
    formatting = formatProfiles(
      { request, query, profiles: found.linkedinProfiles, fitting: !findings.deepResearch },
      tools,
    );
    showProfiles(findings.directory, tools);
  });
  throwIfStopped(tools.signal);
  const { directory } = findings;
  if (directory === undefined) return;
  if (findings.deepResearch && results.linkedinProfiles.length > 0)
    await researchDeeply(request, tools, findings, directory);
  await prepareResults(formatting, directory, tools, findings.notes);
}

async function researchDeeply(
  request: string,
  tools: SearchTools,
  findings: Findings,
  directory: Directory,
): Promise<void> {
  const { query, results } = directory;
  try {
    const filtered = await filterProfiles(
      { request, query, profiles: results.linkedinProfiles },
      tools,
      (scored) => {
        for (const profile of scored) directory.scored.set(profile.url, profile);
        showProfiles(directory, tools);
      },
    );
    throwIfStopped(tools.signal);
    findings.notes.push(...filtered.notes);
    const profiles = filtered.profiles.filter((profile) => profile.shouldVerify);
    const verifications = await verifyProfiles({ request, query, profiles }, tools, (verification) => {
      directory.verifications.set(verification.profile.originalProfile.url, verification);
      showProfiles(directory, tools);
    });
    throwIfStopped(tools.signal);
    findings.notes.push(...noteUnverified(verifications.filter(({ verified }) => !verified).length));
    findings.deepResults = await analyseVerifications(filtered.profiles, verifications, tools);
  } catch (error) {
    throwIfStopped(tools.signal);
    if (!(error instanceof StepFailure)) tools.log('deep research failed', error);
    findings.notes.push(`${SEARCH_ERRORS.deepResearchFailed(readableReason(error))}.`);
  }
  throwIfStopped(tools.signal);
}

function openDirectory(
  query: SearchQuery,
  results: SearchResults,
  deepResearch: boolean,
  { providers }: SearchTools,
): Directory {
  return {
    query,
    results,
    deepResearch,
    profileProvider: deepResearch ? providers.profileData.label : undefined,
    scored: new Map(),
    verifications: new Map(),
    formatted: new Map(),
  };
}

function showProfiles(directory: Directory, { emit, signal }: SearchTools): void {
  if (!signal.aborted) emit({ type: 'profiles', data: toDisplayData(directory) });
}

function noteUnverified(count: number): string[] {
  if (count === 0) return [];
  const profiles = count === 1 ? '1 profile' : `${count} profiles`;
  return [`${profiles} could not be verified and kept the initial assessment.`];
}
