import { addressesOf } from '#functions/pipeline/evidence/identity.ts';
import * as ports from '#functions/providers/ports.ts';
import type { SuppressionList } from '#functions/store/suppressed.ts';
import { unlessAborted } from '#functions/timing.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';

type ListDeps = Pick<SearchSettings, 'suppressed' | 'clock' | 'log'>;

/**
 * The providers without the people who are suppressed: results leave them out before anything is made of them, and nobody is looked up, in the
 * memory of earlier lookups or at the provider. A record found under another name of theirs, which only the record tells, is no record. A
 * list that was never read fails the search: nobody is shown who must not be.
 */
export function withoutSuppressed(
  { providers, finish }: OpenedProviders,
  list: SuppressionList,
  deps: ListDeps,
): OpenedProviders {
  const { webSearch, profileData } = providers;
  const read = (provider: ports.ProviderKind) =>
    list.read(deps).catch((cause: unknown) => {
      const reason = 'The list of people who must not be shown could not be read';
      throw new ports.ProviderError({ provider, code: 'unreachable', reason, cause });
    });
  /** The list is read beside the search, which takes longer, and to its end: a search that is stopped answers with what it has found. */
  const leaveOut = async (searching: Promise<ports.FoundPages>): Promise<ports.FoundPages> => {
    const [isSuppressed, results] = await Promise.all([read('web-search'), searching]);
    return ports.withoutPeople(results, isSuppressed);
  };
  const guarded: ports.Providers = {
    ...providers,
    webSearch: ports.changingFound(webSearch, leaveOut),
    profileData: {
      label: profileData.label,
      async lookUp(profileUrl, signal) {
        const isSuppressed = await unlessAborted(signal, read('profile-data'));
        if (isSuppressed(profileUrl)) return undefined;
        const record = await profileData.lookUp(profileUrl, signal);
        return record && addressesOf(record).some(isSuppressed) ? undefined : record;
      },
    },
  };
  return { providers: guarded, finish };
}

/**
 * What a search was asked for, without those people of the page's answer who have been suppressed since they were found. If the list was
 * never read, none of them is kept.
 */
export async function planWithoutSuppressed(
  plan: SearchPlan,
  list: SuppressionList,
  deps: ListDeps,
): Promise<SearchPlan> {
  const { basis } = plan;
  if (basis === undefined || basis.people.length === 0) return plan;
  const isSuppressed = await list.read(deps).catch((error: unknown) => {
    deps.log('the list of suppressed people could not be read', error);
    return () => true;
  });
  return { ...plan, basis: { ...basis, people: basis.people.filter(({ url }) => !isSuppressed(url)) } };
}
