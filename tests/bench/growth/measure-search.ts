import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import { createSearchApp } from '#functions/search/app.ts';
import { createStore } from '#functions/store/store.ts';
import { delay, PAUSES } from '#functions/timing.ts';
import { startSimulatedProviders } from '#infra/local/simulated-providers.ts';
import type { Message } from '#shared/message.ts';
import { startDynamoDb } from '#tests/support/dynamodb.ts';
import { postSearch, searchBody, UNLIMITED } from '#tests/support/search-app.ts';
import { meter, type Usage } from '../support/meter.ts';

/** The resources that one search used. */
export interface MeasuredSearch {
  seconds: number;
  streamedBytes: number;
  usage: Usage;
  spend: NonNullable<Message['metadata']>['spend'];
}

const NO_LIMIT = { standard: 1_000_000_000, deep: 1_000_000_000 };

/**
 * Runs a standard and a deep search for a signed-in user through the search function, paced as deployed, with quotas, event log,
 * lease and storage in an embedded DynamoDB and with providers of realistic latency.
 */
export async function measureSearches(): Promise<{ standard: MeasuredSearch; deep: MeasuredSearch }> {
  const [database, simulated] = await Promise.all([
    startDynamoDb(),
    startSimulatedProviders({ latency: 'realistic', jitter: 0 }),
  ]);
  await simulated.ready();
  const store = createStore({ client: database.client, tableName: await database.createTable() });
  const { providers: config } = readConfig({
    PROVIDERS: 'live',
    OPENAI_API_KEY: 'simulated',
    OPENAI_BASE_URL: simulated.openaiBaseUrl,
    OPENAI_STRUCTURED_OUTPUT: 'on',
    SERPAPI_API_KEY: 'simulated',
    SERPAPI_BASE_URL: simulated.serpapiBaseUrl,
    PROFILE_API_KEY: 'simulated',
    PROFILE_BASE_URL: simulated.enrichLayerBaseUrl,
  });
  const providers = createProviders(config);
  const app = createSearchApp({
    version: 'bench',
    providersMode: 'simulated',
    configuredProviders: { model: null, search: null, profiles: null },
    openProviders: async () => ({ providers: providers.open(), finish: async () => undefined }),
    pause: PAUSES.steps,
    sensitiveCriteria: 'score',
    deadline: 90_000,
    clock: Date.now,
    delay,
    log: (message, error) => console.error(message, error),
    authenticate: async () => ({ userId: 'growth', email: 'growth@example.com' }),
    ...store,
    anonymous: true,
    limits: { ...UNLIMITED, signedIn: NO_LIMIT, everybody: NO_LIMIT, atOnce: 2 },
    measure: () => undefined,
  });
  const { take } = meter(database.client);
  const run = async (messageId: string, deepResearch: boolean): Promise<MeasuredSearch> => {
    take();
    const begun = performance.now();
    const response = await app.fetch(postSearch({ ...searchBody, messageId, deepResearch }));
    const text = await response.text();
    const seconds = (performance.now() - begun) / 1_000;
    const message = /^event: message\ndata: (.*)$/m.exec(text)?.[1];
    if (message === undefined) throw new Error('The search brought no answer.');
    const { metadata }: Message = JSON.parse(message);
    return { seconds, streamedBytes: Buffer.byteLength(text), usage: take(), spend: metadata?.spend };
  };
  const standard = await run('msg_standard', false);
  const deep = await run('msg_deep', true);
  await Promise.all([database.close(), simulated.close()]);
  return { standard, deep };
}
