import { streamHandle } from 'hono/aws-lambda';
import { readConfig, readStoreConfig } from '#functions/config.ts';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { createProviders } from '#functions/providers/create.ts';
import { delay } from '#functions/providers/delay.ts';
import { createClient } from '#functions/store/create-client.ts';
import { createStore } from '#functions/store/create-store.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { createSearchApp } from './app.ts';
import { readKeys } from './read-keys.ts';
import { rememberLookups } from './remember-lookups.ts';
import { storesOf } from './settings.ts';

const { PROVIDER_KEYS_SECRET } = process.env;
// Fetched once per instance, while Lambda starts it.
const keys = PROVIDER_KEYS_SECRET ? await readKeys(PROVIDER_KEYS_SECRET) : {};
const config = readConfig({ ...process.env, ...keys });
const storeConfig = readStoreConfig(process.env);

const log = (message: string, error: unknown) => console.error(message, error);
const store = createStore({ client: createClient(storeConfig), tableName: storeConfig.tableName });
const made = createProviders(config.providers, {
  log: (call) => console.info({ event: 'provider-call', ...call }),
});
const providers = {
  ...made,
  profileData: rememberLookups(made.profileData, { cache: store.lookups, clock: Date.now, log }),
};

/** Door 1 in Lambda, behind a function URL that streams. */
export const handler = streamHandle(
  createSearchApp({
    version: packageJson.version,
    providersMode: config.providers.mode,
    openProviders: async () => ({ providers, finish: async () => undefined }),
    pacing: config.pacing,
    deadline: config.searchDeadline,
    clock: Date.now,
    delay,
    log,
    authenticate: createAuthenticator(storeConfig),
    ...storesOf(store),
    limits: config.limits,
    // Lambda's JSON log keeps an object an object, which metric filters can read.
    measure: (line) => console.info(line),
  }),
);
