import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { Message, Spend } from '#shared/message.ts';
import type { DisplayData, DisplayProfile, SearchResults } from '#shared/results.ts';

/**
 * Merges an answer with its continuations: everybody they found or verified, once each with the newest data, best first; and the total
 * spend.
 * @param continuations questions and answers, oldest first
 * @param live what the continuation under way has found so far
 * @returns the answer itself if there is nothing to add
 */
export function withContinuations(
  answer: Message,
  continuations: readonly Message[],
  live?: DisplayData,
): Message {
  const added = continuations.flatMap(({ role, metadata }) =>
    role === 'assistant' && metadata ? [metadata] : [],
  );
  if (added.length === 0 && live === undefined) return answer;
  const all = [answer.metadata ?? {}, ...added];
  const directories = [...all.map(({ profileDisplayData }) => profileDisplayData), live];
  const profileDisplayData = joinDirectories(directories.filter((one) => one !== undefined));
  const searchResults = joinResults(all.flatMap(({ searchResults }) => searchResults ?? []));
  const { pagesRead, hasMore } = all.findLast((one) => one.pagesRead !== undefined) ?? {};
  const spend = sumSpends(all.flatMap(({ spend }) => spend ?? []));
  return {
    ...answer,
    metadata: {
      ...answer.metadata,
      ...(profileDisplayData && { profileDisplayData }),
      ...(searchResults && { searchResults }),
      ...(pagesRead && { pagesRead }),
      ...(hasMore !== undefined && { hasMore }),
      ...(spend && { spend }),
    },
  };
}

/** Later directories take precedence. */
function joinDirectories(directories: readonly DisplayData[]): DisplayData | undefined {
  const [first] = directories;
  if (first === undefined) return undefined;
  const people = new Map<string, MergedPerson>();
  for (const { verifiedProfiles, otherProfiles } of directories) {
    for (const profile of verifiedProfiles) addPerson(people, { profile, isListedVerified: true });
    for (const profile of otherProfiles) addPerson(people, { profile, isListedVerified: false });
  }
  const all = withUniqueIds(people).sort(
    (one, two) => two.profile.relevanceScore - one.profile.relevanceScore,
  );
  const verified = all.filter((each) => each.isListedVerified);
  const profileProvider = directories.findLast((one) => one.profileProvider !== undefined)?.profileProvider;
  return {
    ...first,
    verifiedProfiles: verified.map(({ profile }) => profile),
    otherProfiles: all.filter((each) => !each.isListedVerified).map(({ profile }) => profile),
    totalProfiles: all.length,
    useDeepResearch: directories.some(({ useDeepResearch }) => useDeepResearch) || verified.length > 0,
    ...(profileProvider !== undefined && { profileProvider }),
    ...(directories.some(({ isImported }) => isImported) && { isImported: true }),
  };
}

interface MergedPerson {
  profile: DisplayProfile;
  isListedVerified: boolean;
}

function addPerson(people: Map<string, MergedPerson>, { profile, isListedVerified }: MergedPerson): void {
  const key = keyOf(profile);
  const before = people.get(key)?.profile;
  if (before !== undefined && isLessComplete(profile, before)) return;
  people.set(key, { profile: { ...profile, id: before?.id ?? profile.id }, isListedVerified });
}

/** Makes ids unique, since cards are keyed by them: in an imported file they could be anything. */
function withUniqueIds(people: ReadonlyMap<string, MergedPerson>): MergedPerson[] {
  const ids = new Set<string>();
  return Array.from(people, ([key, { profile, isListedVerified }]) => {
    const id = ids.has(profile.id) ? key : profile.id;
    ids.add(id);
    return { profile: { ...profile, id }, isListedVerified };
  });
}

const keyOf = ({ profileUrl, id }: DisplayProfile): string => canonicalProfileUrl(profileUrl) ?? `id ${id}`;

/** Whether someone found again, so far without a model's score or verification, had either of them before. */
const isLessComplete = (now: DisplayProfile, before: DisplayProfile): boolean =>
  now.scoreSource === 'fallback' &&
  !now.isVerified &&
  (before.scoreSource !== 'fallback' || before.isVerified);

function joinResults(results: readonly SearchResults[]): SearchResults | undefined {
  const [first] = results;
  if (first === undefined || results.length === 1) return first;
  const found = results.flatMap(({ linkedinProfiles }) => linkedinProfiles);
  const byUrl = new Map(found.toReversed().map((profile) => [profile.url, profile]));
  return { ...first, linkedinProfiles: [...byUrl.values()].reverse() };
}

function sumSpends(spends: readonly Spend[]): Spend | undefined {
  const [first, ...others] = spends;
  if (first === undefined) return undefined;
  return others.reduce((sum, { dollars, unpaid, ...next }) => {
    const { dollars: before, unpaid: wasUnpaid, ...counted } = sum;
    const isUnpaid = unpaid !== undefined && wasUnpaid === unpaid;
    return {
      modelCalls: counted.modelCalls + next.modelCalls,
      inputTokens: counted.inputTokens + next.inputTokens,
      outputTokens: counted.outputTokens + next.outputTokens,
      tokensEstimated: counted.tokensEstimated || next.tokensEstimated,
      searchPages: counted.searchPages + next.searchPages,
      lookups: counted.lookups + next.lookups,
      ...(before !== undefined && dollars !== undefined && { dollars: before + dollars }),
      ...(isUnpaid && { unpaid }),
    };
  }, first);
}
