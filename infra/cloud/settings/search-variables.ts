import type { Settings } from './schema.ts';

/**
 * The search function's environment from its stage's settings. Unset settings are omitted and get the function's own defaults. Separate
 * from the construct, so that the command that tries keys need not load CDK.
 */
export function searchVariables(settings: Settings): Record<string, string> {
  const variables = {
    PACING: settings.pacing,
    ANONYMOUS: settings.anonymous === 'off' ? 'off' : undefined,
    SENSITIVE_CRITERIA: settings.sensitiveCriteria,
    SEARCH_DEADLINE_SECONDS: settings.searchDeadlineSeconds,
    OPENAI_MODEL: settings.openaiModel,
    OPENAI_BASE_URL: settings.openaiBaseUrl,
    OPENAI_STRUCTURED_OUTPUT: settings.openaiStructuredOutput,
    SEARCH_PROVIDER: settings.searchProvider,
    SEARCH_BASE_URL: settings.searchBaseUrl,
    SERPAPI_BASE_URL: settings.serpapiBaseUrl,
    PROFILE_PROVIDER: settings.profileProvider,
    PROFILE_BASE_URL: settings.profileBaseUrl,
    PRICE_PER_MILLION_INPUT_TOKENS: settings.pricePerMillionInputTokens,
    PRICE_PER_MILLION_OUTPUT_TOKENS: settings.pricePerMillionOutputTokens,
    PRICE_PER_SEARCH_PAGE: settings.pricePerSearchPage,
    PRICE_PER_LOOKUP: settings.pricePerLookup,
    ANONYMOUS_SEARCHES_PER_DAY: settings.anonymousSearchesPerDay,
    ANONYMOUS_DEEP_SEARCHES_PER_DAY: settings.anonymousDeepSearchesPerDay,
    ANONYMOUS_NETWORK_SEARCHES_PER_DAY: settings.anonymousNetworkSearchesPerDay,
    ANONYMOUS_NETWORK_DEEP_SEARCHES_PER_DAY: settings.anonymousNetworkDeepSearchesPerDay,
    ALL_ANONYMOUS_SEARCHES_PER_DAY: settings.allAnonymousSearchesPerDay,
    ALL_ANONYMOUS_DEEP_SEARCHES_PER_DAY: settings.allAnonymousDeepSearchesPerDay,
    NEW_ACCOUNT_SEARCHES_PER_DAY: settings.newAccountSearchesPerDay,
    NEW_ACCOUNT_DEEP_SEARCHES_PER_DAY: settings.newAccountDeepSearchesPerDay,
    ALL_NEW_ACCOUNTS_SEARCHES_PER_DAY: settings.allNewAccountsSearchesPerDay,
    ALL_NEW_ACCOUNTS_DEEP_SEARCHES_PER_DAY: settings.allNewAccountsDeepSearchesPerDay,
    SIGNED_IN_SEARCHES_PER_DAY: settings.signedInSearchesPerDay,
    SIGNED_IN_DEEP_SEARCHES_PER_DAY: settings.signedInDeepSearchesPerDay,
    ALL_SEARCHES_PER_DAY: settings.allSearchesPerDay,
    ALL_DEEP_SEARCHES_PER_DAY: settings.allDeepSearchesPerDay,
    SEARCHES_AT_ONCE: settings.searchesAtOnce,
    SEARCHES_AT_ONCE_PER_ADDRESS: settings.searchesAtOncePerAddress,
  };
  const set = Object.entries(variables).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}
