import type { Providers } from '../ports/index.ts';
import type { ProviderKind } from '../ports/provider-error.ts';
import type { Guard, GuardOptions } from './guard.ts';
import { createGuard } from './guard.ts';

/** The same providers, each behind retries and a circuit breaker of its own. */
export function withResilience(
  { languageModel, webSearch, profileData }: Providers,
  options: Omit<GuardOptions, 'kind' | 'label'>,
): Providers {
  const guard = (kind: ProviderKind, label: string): Guard => createGuard({ ...options, kind, label });
  const model = guard('language-model', languageModel.label);
  const search = guard('web-search', webSearch.label);
  const profile = guard('profile-data', profileData.label);
  return {
    languageModel: {
      label: languageModel.label,
      complete: (request, signal) => model(() => languageModel.complete(request, signal), signal),
    },
    webSearch: {
      label: webSearch.label,
      search: (query, signal) => search(() => webSearch.search(query, signal), signal),
    },
    profileData: {
      label: profileData.label,
      lookUp: (profileUrl, signal) => profile(() => profileData.lookUp(profileUrl, signal), signal),
    },
  };
}
