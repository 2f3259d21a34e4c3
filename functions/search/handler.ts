import { setTimeout } from 'node:timers/promises';
import * as secrets from '@aws-sdk/client-secrets-manager';
import { streamHandle } from 'hono/aws-lambda';
import * as v from 'valibot';
import { configuredProviders, readConfig } from '#functions/config.ts';
import { readStoreConfig } from '#functions/environment.ts';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { logFailure } from '#functions/log.ts';
import { createProviders } from '#functions/providers/create.ts';
import { createClient } from '#functions/store/client.ts';
import { createStore } from '#functions/store/store.ts';
import { delay, PAUSES } from '#functions/timing.ts';
import { PRODUCT_VERSION } from '#shared/product.ts';
import { createAccountApp, withAccount } from './account-routes.ts';
import { createSearchApp } from './app.ts';
import { openWithLookupCache } from './lookup-cache.ts';

/** The provider keys, under the names of their settings. A key that is not set yet is absent or empty. */
const ProviderKeys = v.object({
  OPENAI_API_KEY: v.optional(v.string()),
  SERPAPI_API_KEY: v.optional(v.string()),
  SEARCH_API_KEY: v.optional(v.string()),
  PROFILE_API_KEY: v.optional(v.string()),
});

/**
 * The provider keys from Secrets Manager.
 * @param secret ARN or name of a secret that contains JSON.
 * @throws Error when the secret cannot be read or is invalid; the message never contains the secret.
 */
async function readKeys(secret: string): Promise<v.InferOutput<typeof ProviderKeys>> {
  const client = new secrets.SecretsManagerClient();
  const { SecretString } = await client
    .send(new secrets.GetSecretValueCommand({ SecretId: secret }))
    .catch((error: unknown) => {
      // A deployment creates the secret without a value; the function must still start, and report which keys are missing.
      if (error instanceof secrets.ResourceNotFoundException) return { SecretString: '{}' };
      throw error;
    });
  const keys = v.safeParse(v.pipe(v.string(), v.parseJson(), ProviderKeys), SecretString);
  if (!keys.success) throw new Error('The secret with the provider keys is not a JSON object of texts.');
  return keys.output;
}

const { PROVIDER_KEYS_SECRET } = process.env;
// Fetched once per instance, while Lambda starts it.
const keys = PROVIDER_KEYS_SECRET ? await readKeys(PROVIDER_KEYS_SECRET) : {};
const config = readConfig({ ...process.env, ...keys });
const storeConfig = readStoreConfig(process.env);

const store = createStore({
  client: createClient(storeConfig),
  tableName: storeConfig.tableName,
  limits: config.storage,
});
const shared = createProviders(config.providers, {
  log: (call) => console.info({ event: 'provider-call', ...call }),
});
const lookupCache = { cache: store.lookups, clock: Date.now, log: logFailure };

const authenticate = createAuthenticator(storeConfig);
const common = { clock: Date.now, log: logFailure, authenticate, limits: config.limits };

/** The search function in Lambda, behind a streaming function URL. It also serves the routes that work on a whole account. */
export const handler = streamHandle(
  withAccount(
    createAccountApp({
      ...common,
      store,
      pool: {
        // Loaded only when an account is deleted: searches do not need it.
        async remove(username) {
          const { deleteAccount } = await import('./user-pool.ts');
          await deleteAccount(storeConfig.userPoolId, username);
        },
      },
      wait: (milliseconds) => setTimeout(milliseconds),
    }),
    createSearchApp({
      version: PRODUCT_VERSION,
      providersMode: config.providers.mode,
      configuredProviders: configuredProviders(config.providers),
      openProviders: openWithLookupCache(shared, lookupCache),
      pause: PAUSES[config.pacing],
      sensitiveCriteria: config.sensitiveCriteria,
      deadline: config.searchDeadline,
      ...common,
      delay,
      ...store,
      anonymous: config.anonymous,
      // In Lambda's JSON log format an object stays an object, which metric filters can read.
      measure: (line) => console.info(line),
    }),
  ),
);
