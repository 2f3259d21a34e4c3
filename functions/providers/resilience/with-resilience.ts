import type { Providers } from '../ports/index.ts';
import type { ProviderKind } from '../ports/provider-error.ts';
import type { PagedSearch } from '../search-pages.ts';
import { searchPages } from '../search-pages.ts';
import type { Guard, GuardOptions } from './guard.ts';
import { createGuard } from './guard.ts';

/** The providers as their adapters speak to them. */
export interface Adapters extends Pick<Providers, 'languageModel' | 'profileData'> {
  webSearch: PagedSearch;
}

/** The ports over the adapters, each behind retries and a circuit breaker of its own; every attempt is booked to its search's account. */
export function withResilience(
  { languageModel, webSearch, profileData }: Adapters,
  options: Omit<GuardOptions, 'kind' | 'label'>,
): Providers {
  const { accounts } = options;
  const guard = (kind: ProviderKind, label: string): Guard => createGuard({ ...options, kind, label });
  const model = guard('language-model', languageModel.label);
  const search = guard('web-search', webSearch.label);
  const profile = guard('profile-data', profileData.label);
  return {
    languageModel: {
      label: languageModel.label,
      complete(request, signal) {
        const ask = () => languageModel.complete(request, signal);
        return model(() => accounts.of(signal).complete(request, ask), signal);
      },
    },
    webSearch: {
      label: webSearch.label,
      search(query, signal) {
        const page = (number: number, pageSignal: AbortSignal) =>
          accounts.of(signal).page(() => webSearch.page(query, number, pageSignal));
        return searchPages({ page, guard: search, signal });
      },
    },
    profileData: {
      label: profileData.label,
      lookUp(profileUrl, signal) {
        const ask = () => profileData.lookUp(profileUrl, signal);
        return profile(() => accounts.of(signal).lookUp(ask), signal);
      },
    },
  };
}
