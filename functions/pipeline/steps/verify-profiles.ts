import { MAXIMUM_PROFILES_VERIFIED, PAUSES } from '#shared/constants.ts';
import type { ScoredProfile } from '#shared/deep-research.ts';
import type { SearchQuery } from '#shared/search-query.ts';
import type { Verification } from '../assess-profile.ts';
import { assessProfile } from '../assess-profile.ts';
import type { SearchTools } from '../context.ts';
import { pauseFor } from '../context.ts';
import { startStep } from '../progress.ts';
import { nameFromTitle } from '../read-result.ts';

export interface VerifyInput {
  request: string;
  query: SearchQuery;
  /** The profiles marked for verification, best first. */
  profiles: readonly ScoredProfile[];
}

/**
 * Step 4 (deep mode): looks up and re-assesses the picked profiles, all at once; they are shown one after the other. Never fails: a
 * profile whose lookup or assessment fails keeps its initial assessment.
 * @param verified is told each verification as it is shown.
 */
export async function verifyProfiles(
  input: VerifyInput,
  tools: SearchTools,
  verified: (verification: Verification) => void,
): Promise<Verification[]> {
  const step = startStep(tools, 'deep-verification');
  const lines: string[] = [];
  const show = (index: number, line: string) => {
    lines[index] = line;
    step.show([...lines]);
  };
  const picked = input.profiles.slice(0, MAXIMUM_PROFILES_VERIFIED);
  const works = picked.map((profile) => assessProfile({ ...input, profile }, tools));
  const verdicts: Promise<Verification>[] = [];
  for (const [index, work] of works.entries()) {
    if (index > 0) await pauseFor(tools, PAUSES.betweenVerifications);
    const name = nameFromTitle(picked[index]?.title ?? '');
    show(index, `${name}: checking with ${tools.providers.profileData.label}…`);
    const verdict = work.then((verification) => {
      show(index, `${name}: ${verification.verdict}`);
      verified(verification);
      return verification;
    });
    verdicts.push(verdict);
  }
  const verifications = await Promise.all(verdicts);
  step.complete(lines.length > 0 ? lines : ['No profile scored high enough to verify']);
  return verifications;
}
