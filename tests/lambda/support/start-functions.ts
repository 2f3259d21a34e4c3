import { type SimulatedProviders, startSimulatedProviders } from '#infra/local/simulated-providers.ts';
import { startDatabase, type WatchedDatabase } from './database.ts';
import { type RunningFunction, runFunction } from './run-function.ts';
import { type FakeSecretsManager, startSecretsManager } from './secrets-manager.ts';

export const KEYS = {
  OPENAI_API_KEY: 'key-of-the-model',
  SERPAPI_API_KEY: 'key-of-search',
  PROFILE_API_KEY: 'key-of-data',
};

/** The variables of both functions; a test’s own variables override them. */
const commonVariables = ({ table, endpoint }: WatchedDatabase) => ({
  STAGE: 'test',
  TABLE_NAME: table,
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  USER_POOL_ID: 'us-east-1_Local0001',
  USER_POOL_CLIENT_ID: 'client',
});

/** Starts the chats function with a database. */
export async function startChatsFunction(
  database: WatchedDatabase,
  environment: Record<string, string> = {},
): Promise<RunningFunction> {
  const running = await runFunction('chats', { ...commonVariables(database), ...environment });
  await running.ready;
  return running;
}

export interface SearchFunction {
  lambda: RunningFunction;
  database: WatchedDatabase;
  secrets: FakeSecretsManager;
  /** Lets the providers answer from now on; until then a search waits for its first call. */
  letProvidersAnswer: () => void;
  close: () => Promise<void>;
}

interface SearchFunctionOptions {
  keys?: typeof KEYS | 'never stored';
  /** A database shared with another function; the caller closes it. */
  database?: WatchedDatabase;
}

/** Starts the search function with all its dependencies on loopback, each over its own protocol. */
export async function startSearchFunction(
  environment: Record<string, string> = {},
  { keys = KEYS, database: given }: SearchFunctionOptions = {},
): Promise<SearchFunction> {
  const gate = Promise.withResolvers<void>();
  const secrets = await startSecretsManager(keys === 'never stored' ? undefined : JSON.stringify(keys));
  const database = given ?? (await startDatabase());
  const providers = await startSimulatedProviders({
    people: 500,
    latency: 'realistic',
    delay: () => gate.promise,
  });
  const lambda = await runFunction('search', {
    ...commonVariables(database),
    ...providerVariables(providers),
    PROVIDER_KEYS_SECRET: 'keys',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    ...environment,
  });
  await lambda.ready;
  return {
    lambda,
    database,
    secrets,
    letProvidersAnswer: gate.resolve,
    async close() {
      gate.resolve();
      await lambda.close();
      await providers.close();
      if (given === undefined) await database.close();
      await secrets.close();
    },
  };
}

const providerVariables = (providers: SimulatedProviders) => ({
  PROVIDERS: 'live',
  PACING: 'off',
  OPENAI_BASE_URL: providers.openaiBaseUrl,
  SERPAPI_BASE_URL: providers.serpapiBaseUrl,
  PROFILE_BASE_URL: providers.enrichLayerBaseUrl,
});
