import type { Spend } from '#shared/spend.ts';
import type { LanguageModel } from './language-model.ts';
import type { ProfileData } from './profile-data.ts';
import type { WebSearch } from './web-search.ts';

/** The three services a search stands on. */
export interface Providers {
  languageModel: LanguageModel;
  webSearch: WebSearch;
  profileData: ProfileData;
  /** What the calls made with this signal have used so far: every call of a search carries the search's. Absent where nobody counts. */
  spendOf?: (signal: AbortSignal) => Spend;
}
