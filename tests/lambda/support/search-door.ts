import type { SimulatedProviders } from '#infra/local/providers/start.ts';
import { startSimulatedProviders } from '#infra/local/providers/start.ts';
import type { WatchedDatabase } from './database.ts';
import { startDatabase } from './database.ts';
import type { RunningDoor } from './run-door.ts';
import { runDoor } from './run-door.ts';
import type { FakeSecretsManager } from './secrets-manager.ts';
import { startSecretsManager } from './secrets-manager.ts';

export const KEYS = {
  OPENAI_API_KEY: 'key-of-the-model',
  SERPAPI_API_KEY: 'key-of-search',
  PROFILE_API_KEY: 'key-of-data',
};

export interface SearchDoor {
  door: RunningDoor;
  database: WatchedDatabase;
  secrets: FakeSecretsManager;
  /** Lets the providers answer from now on; until then a search waits for its first one. */
  letProvidersAnswer: () => void;
  close: () => Promise<void>;
}

export interface SearchDoorOptions {
  keys?: typeof KEYS | 'never stored';
  /** One that another door uses too, and that whoever started it ends. */
  database?: WatchedDatabase;
}

/** The search door with everything it talks to on loopback, each over its own protocol. */
export async function startSearchDoor(
  environment: Record<string, string> = {},
  { keys = KEYS, database: given }: SearchDoorOptions = {},
): Promise<SearchDoor> {
  const gate = Promise.withResolvers<void>();
  const secrets = await startSecretsManager(keys === 'never stored' ? undefined : JSON.stringify(keys));
  const database = given ?? (await startDatabase());
  const providers = await startSimulatedProviders({
    people: 500,
    latency: 'realistic',
    delay: () => gate.promise,
  });
  const door = await runDoor('search', {
    ...doorVariables(database, providers),
    PROVIDER_KEYS_SECRET: 'keys',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
    ...environment,
  });
  await door.ready;
  return {
    door,
    database,
    secrets,
    letProvidersAnswer: gate.resolve,
    async close() {
      gate.resolve();
      await door.close();
      await providers.close();
      if (given === undefined) await database.close();
      await secrets.close();
    },
  };
}

const doorVariables = (database: WatchedDatabase, providers: SimulatedProviders) => ({
  STAGE: 'test',
  TABLE_NAME: database.table,
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
  USER_POOL_ID: 'us-east-1_Local0001',
  USER_POOL_CLIENT_ID: 'client',
  PROVIDERS: 'live',
  PACING: 'off',
  OPENAI_BASE_URL: providers.openaiBaseUrl,
  SERPAPI_BASE_URL: providers.serpapiBaseUrl,
  PROFILE_BASE_URL: providers.enrichLayerBaseUrl,
});
