import { Duration } from 'aws-cdk-lib';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Settings } from '../settings/schema.ts';
import type { Data } from './data.ts';
import { Door } from './door.ts';
import type { Identity } from './identity.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** What a search still does after its deadline: save what it has and say so. In seconds. */
const AFTER_DEADLINE = 15;

interface SearchDoorProps {
  code: Code;
  settings: Settings;
  data: Data;
  identity: Identity;
  keys: ProviderKeys;
}

/** Door 1: runs searches and streams them; the only one that may read the provider keys. */
export class SearchDoor extends Door {
  constructor(scope: Construct, id: string, { code, settings, data, identity, keys }: SearchDoorProps) {
    super(scope, id, {
      code,
      settings,
      description: 'Runs searches and streams their events',
      streaming: true,
      memorySize: 512,
      timeout: Duration.seconds(settings.searchDeadlineSeconds + AFTER_DEADLINE),
      concurrency: settings.maximumConcurrentSearches,
      environment: {
        TABLE_NAME: data.table.tableName,
        USER_POOL_ID: identity.userPool.userPoolId,
        USER_POOL_CLIENT_ID: identity.client.userPoolClientId,
        PROVIDER_KEYS_SECRET: keys.arn,
        PROVIDERS: 'live',
        PACING: settings.pacing,
        SEARCH_DEADLINE_SECONDS: String(settings.searchDeadlineSeconds),
        ...providerVariables(settings),
        ...quotaVariables(settings),
      },
    });
    data.grantSearches(this.function);
    keys.grantRead(this.function);
  }
}

/** Only what is set: everything else is the function's own default. */
function providerVariables(settings: Settings): Record<string, string> {
  const variables = {
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
  };
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const quotaVariables = (settings: Settings): Record<string, string> => ({
  ANONYMOUS_SEARCHES_PER_DAY: String(settings.anonymousSearchesPerDay),
  ANONYMOUS_DEEP_SEARCHES_PER_DAY: String(settings.anonymousDeepSearchesPerDay),
  SIGNED_IN_SEARCHES_PER_DAY: String(settings.signedInSearchesPerDay),
  SIGNED_IN_DEEP_SEARCHES_PER_DAY: String(settings.signedInDeepSearchesPerDay),
  ALL_SEARCHES_PER_DAY: String(settings.allSearchesPerDay),
  ALL_DEEP_SEARCHES_PER_DAY: String(settings.allDeepSearchesPerDay),
  SEARCHES_AT_ONCE: String(settings.searchesAtOnce),
});
