import type { LanguageModel } from './language-model.ts';
import type { ProfileData } from './profile-data.ts';
import type { WebSearch } from './web-search.ts';

/** The three services a search stands on. */
export interface Providers {
  languageModel: LanguageModel;
  webSearch: WebSearch;
  profileData: ProfileData;
}
