import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { Message, MessageMetadata, Spend } from '#shared/message.ts';
import type { DisplayData, DisplayProfile, SearchResults } from '#shared/results.ts';

/**
 * Merges an answer with its continuations: everybody they found or verified, once each with the newest data, best first, those without
 * a score last; and the total spend.
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
  if (continuations.length === 0 && live === undefined) return answer;
  const all = [answer.metadata ?? {}, ...added];
  const directories = [...all.map(settledDirectory), live];
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

/**
 * An answer's people. Unless it was broken off, a score from words in common counts for good, whatever later searches do; a verification
 * scores nobody by itself.
 */
export function settledDirectory({
  profileDisplayData: data,
  outcome,
  task,
}: MessageMetadata): DisplayData | undefined {
  if (data === undefined || outcome === 'stopped' || outcome === 'failed' || task === 'verify') return data;
  const settle = ({ scoreSource, ...profile }: DisplayProfile): DisplayProfile =>
    scoreSource === 'model' ? { ...profile, scoreSource } : profile;
  return {
    ...data,
    verifiedProfiles: data.verifiedProfiles.map(settle),
    otherProfiles: data.otherProfiles.map(settle),
  };
}

/**
 * Later directories take precedence. A verification stays the claim of the file it was imported from, and one made here is none: the mark
 * moves from directories to their people.
 */
function joinDirectories(directories: readonly DisplayData[]): DisplayData | undefined {
  if (directories[0] === undefined) return undefined;
  const { isImported: _, ...first } = directories[0];
  const people = new Map<string, MergedPerson>();
  for (const { verifiedProfiles, otherProfiles, isImported } of directories) {
    const mark = (profile: DisplayProfile) =>
      isImported && profile.isVerified ? { ...profile, isImported } : profile;
    for (const profile of verifiedProfiles)
      addPerson(people, { profile: mark(profile), isListedVerified: true });
    for (const profile of otherProfiles)
      addPerson(people, { profile: mark(profile), isListedVerified: false });
  }
  const all = withUniqueIds(people).sort((one, two) => byScore(one.profile, two.profile));
  const verified = all.filter((each) => each.isListedVerified);
  const profileProvider = directories.findLast((one) => one.profileProvider !== undefined)?.profileProvider;
  return {
    ...first,
    verifiedProfiles: verified.map(({ profile }) => profile),
    otherProfiles: all.filter((each) => !each.isListedVerified).map(({ profile }) => profile),
    totalProfiles: all.length,
    useDeepResearch: directories.some(({ useDeepResearch }) => useDeepResearch) || verified.length > 0,
    ...(profileProvider !== undefined && { profileProvider }),
  };
}

interface MergedPerson {
  profile: DisplayProfile;
  isListedVerified: boolean;
}

function addPerson(people: Map<string, MergedPerson>, { profile, isListedVerified }: MergedPerson): void {
  const key = keyOf(profile);
  const before = people.get(key);
  const { isOtherPerson } = profile;
  if (before !== undefined && isLessComplete(profile, before.profile))
    people.set(key, { ...before, profile: { ...before.profile, ...(isOtherPerson && { isOtherPerson }) } });
  else people.set(key, { profile: { ...profile, id: before?.profile.id ?? profile.id }, isListedVerified });
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

/** Whether someone found again, but not verified, had a score or a verification before: after a failed lookup, those stand. */
const isLessComplete = (now: DisplayProfile, before: DisplayProfile): boolean =>
  !now.isVerified && (isScored(before) || before.isVerified);

const isScored = ({ scoreSource }: DisplayProfile): boolean => scoreSource !== 'fallback';

const orderOf = (profile: DisplayProfile): number => (isScored(profile) ? profile.relevanceScore : -1);

/** Compares two people of a {@link settledDirectory}: the best first, those without a score last. */
export const byScore = (one: DisplayProfile, two: DisplayProfile): number => orderOf(two) - orderOf(one);

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
