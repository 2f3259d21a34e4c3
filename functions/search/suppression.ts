import { withRanks } from '#functions/pipeline/conversation/basis.ts';
import { addressesOf } from '#functions/pipeline/evidence/identity.ts';
import * as ports from '#functions/providers/ports.ts';
import type { SuppressionList } from '#functions/store/suppressed.ts';
import { unlessAborted } from '#functions/timing.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import type { OpenedProviders } from './deps.ts';

/** Reads the list, and once more if that fails. @throws ProviderError, named after the provider whose people would have to be checked */
const readList = (list: SuppressionList, provider: ports.ProviderKind) =>
  list
    .read()
    .catch(() => list.read())
    .catch((cause: unknown) => {
      const reason = 'The list of people who must not be shown could not be read';
      throw new ports.ProviderError({ provider, code: 'unreachable', reason, cause });
    });

/**
 * Wraps the providers so that suppressed people never appear: they are removed from web results before those are used, and are not looked
 * up, neither in the cache nor at the provider. A record that turns out to list a suppressed address is discarded, before it is cached too.
 * If the list of suppressed people has never been read, the search fails rather than risk showing one of them.
 */
export function withoutSuppressed(
  { remember = (uncached) => uncached, ...opened }: OpenedProviders,
  list: SuppressionList,
): OpenedProviders {
  const { webSearch, profileData } = opened.providers;
  /** Reads the list in parallel with the web search, and does not abort that read: a stopped search still answers with its results. */
  const withoutSuppressedPeople = async (searching: Promise<ports.FoundPages>): Promise<ports.FoundPages> => {
    const [isSuppressed, results] = await Promise.all([readList(list, 'web-search'), searching]);
    return ports.withoutPeople(results, isSuppressed);
  };
  const withoutTheirRecords = (source: ports.ProfileData): ports.ProfileData => ({
    ...source,
    async lookUp(profileUrl, signal) {
      const isSuppressed = await unlessAborted(signal, readList(list, 'profile-data'));
      if (isSuppressed(profileUrl)) return undefined;
      const record = await source.lookUp(profileUrl, signal);
      return record && addressesOf(record).some(isSuppressed) ? undefined : record;
    },
  });
  const providers: ports.Providers = {
    ...opened.providers,
    webSearch: ports.mapFoundPages(webSearch, withoutSuppressedPeople),
    // Inside the cache, what is discarded is remembered as nobody: neither kept nor paid for again.
    profileData: withoutTheirRecords(remember(withoutTheirRecords(profileData))),
  };
  return { ...opened, providers };
}

/**
 * The plan without the people in its basis who have been suppressed since they were found. The others keep their numbers.
 * @throws ProviderError if the list has never been read: a search without these people would be a different one from what was asked for.
 */
export async function planWithoutSuppressed(plan: SearchPlan, list: SuppressionList): Promise<SearchPlan> {
  const { basis } = plan;
  if (basis === undefined || basis.people.length === 0) return plan;
  const isSuppressed = await readList(list, 'web-search');
  const people = withRanks(basis.people).filter(({ url }) => !isSuppressed(url));
  return { ...plan, basis: { ...basis, people } };
}
