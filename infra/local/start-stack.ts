import { Hono } from 'hono';
import { createChatsApp } from '#functions/chats/app.ts';
import type { Config, ProvidersConfig } from '#functions/config.ts';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import type { ProviderLog } from '#functions/providers/call-log.ts';
import { delay } from '#functions/providers/delay.ts';
import { createSearchApp } from '#functions/search/app.ts';
import { rememberLookups } from '#functions/search/remember-lookups.ts';
import { storesOf } from '#functions/search/settings.ts';
import { createStore } from '#functions/store/create-store.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { SITE_CONFIG_PATH, VIEWER_ADDRESS_HEADER } from '#shared/site-config.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { SITE_FOLDER } from './build-site.ts';
import type { CognitoOptions, LocalCognito } from './cognito/app.ts';
import { createCognitoApp } from './cognito/app.ts';
import type { EmbeddedDatabase } from './database.ts';
import { startDatabase } from './database.ts';
import type { Connection } from './listen.ts';
import { listen } from './listen.ts';
import { lockData } from './lock-data.ts';
import { providerOpener } from './open-providers.ts';
import type { SimulatedProviders, StartOptions as SimulationOptions } from './providers/start.ts';
import { startSimulatedProviders } from './providers/start.ts';
import { serveSite } from './serve-site.ts';

const TABLE_NAME = 'expertscope-local';
const COGNITO_PATH = '/cognito';

export interface LocalStack {
  url: string;
  /** Whether every person it finds is invented. */
  isSimulated: boolean;
  cognito: LocalCognito;
  close(): Promise<void>;
}

export interface LocalStackOptions {
  config: Config;
  /** Folder of the built site. */
  siteFolder?: string;
  simulation?: SimulationOptions;
  cognito?: Omit<CognitoOptions, 'dataDir'>;
}

/**
 * The whole product on one loopback port: the built site, the doors under /api, sign-in under /cognito; behind them an embedded
 * database, and stand-ins for whatever providers the configuration has no keys for.
 * @throws PortTaken, DataInUse
 */
export async function startStack(options: LocalStackOptions): Promise<LocalStack> {
  const front = Promise.withResolvers<FrontDoor>();
  // The port first: whoever starts the stack twice is told so before the second touches the first one's data.
  const server = await listen(
    async (request, env) => (await front.promise).fetch(request, env),
    options.config.port,
  );
  const unlock = await lockData(options.config.dataDir).catch(async (error) => {
    await server.close();
    throw error;
  });
  try {
    const services = await startServices(options);
    front.resolve(await frontDoor(options, services));
    return {
      url: `http://localhost:${server.port}`,
      isSimulated: services.simulated !== undefined,
      cognito: services.cognito,
      async close() {
        await server.close();
        await Promise.all([services.database.close(), services.simulated?.close()]);
        await unlock();
      },
    };
  } catch (error) {
    await Promise.all([server.close(), unlock()]);
    throw error;
  }
}

type FrontDoor = Hono<{ Bindings: Connection }>;

interface Services {
  simulated: SimulatedProviders | undefined;
  database: EmbeddedDatabase;
  cognito: LocalCognito;
}

async function startServices({ config, simulation, cognito }: LocalStackOptions): Promise<Services> {
  const { dataDir, providers, simulatedLatency } = config;
  const database = await startDatabase({ dataDir });
  return {
    database,
    cognito: await createCognitoApp({ ...cognito, dataDir }),
    simulated: needsSimulation(providers)
      ? await startSimulatedProviders(simulation ?? { latency: simulatedLatency })
      : undefined,
  };
}

/** Sends every path where CloudFront would send it. */
async function frontDoor(
  options: LocalStackOptions,
  { simulated, database, cognito }: Services,
): Promise<FrontDoor> {
  const { config, siteFolder = SITE_FOLDER } = options;
  const store = createStore({ client: database.client, tableName: await database.createTable(TABLE_NAME) });
  const authenticate = createAuthenticator(cognito);
  const chats = createChatsApp({ store, authenticate });
  const search = createSearchApp({
    version: packageJson.version,
    // Recording the stand-ins is simulating too, and is called so wherever a person sees it.
    providersMode: simulated === undefined ? config.providers.mode : 'simulated',
    openProviders: await providerOpener({
      config: config.providers,
      simulated,
      log: logCall,
      remember: (profileData) => rememberLookups(profileData, { cache: store.lookups, clock: Date.now, log }),
    }),
    pacing: config.pacing,
    deadline: config.searchDeadline,
    clock: Date.now,
    delay,
    log,
    authenticate,
    ...storesOf(store),
    limits: config.limits,
    measure: () => undefined,
  });
  const site = serveSite(siteFolder);
  const front = new Hono<{ Bindings: Connection }>();
  for (const path of ['/api/chats', '/api/chats/*', '/api/me'])
    front.all(path, ({ req }) => chats.fetch(req.raw));
  front.all('/api/*', ({ req, env }) => search.fetch(withViewer(req.raw, env)));
  front.route(COGNITO_PATH, cognito.app);
  front.get(SITE_CONFIG_PATH, (context) =>
    context.json(siteConfig(cognito, new URL(context.req.url).host), 200, { 'cache-control': 'no-store' }),
  );
  front.all('*', ({ req }) => site.fetch(req.raw));
  return front;
}

/** What the edge does in the cloud: says who is asking, whatever the caller says. */
function withViewer(request: Request, { viewerAddress }: Connection): Request {
  const headers = new Headers(request.headers);
  headers.set(VIEWER_ADDRESS_HEADER, viewerAddress);
  return new Request(request, { headers });
}

function siteConfig({ userPoolId, clientId }: LocalCognito, host: string): SiteConfig {
  return {
    stage: 'local',
    region: userPoolId.split('_')[0] ?? '',
    userPoolId,
    userPoolClientId: clientId,
    oauthDomain: `${host}${COGNITO_PATH}`,
    google: true,
    userPoolEndpoint: `http://${host}${COGNITO_PATH}/`,
    mailPage: `${COGNITO_PATH}/mail`,
  };
}

/** Recording without keys records the stand-ins: that is where recordings without real people come from. */
const needsSimulation = ({ mode, missingKeys }: ProvidersConfig) =>
  mode === 'simulated' || (mode === 'record' && missingKeys.length > 0);

const log = (message: string, error: unknown) => console.error(message, error);

const logCall: ProviderLog = (call) => {
  if (call.outcome !== 'answered' && call.outcome !== 'aborted') console.warn(call);
};
