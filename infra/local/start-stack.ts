import { setTimeout } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import { createChatsApp } from '#functions/chats/app.ts';
import { configuredProviders } from '#functions/config.ts';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { logFailure } from '#functions/log.ts';
import type { ProviderLog } from '#functions/providers/guard.ts';
import { createAccountApp } from '#functions/search/account-routes.ts';
import { createSearchApp } from '#functions/search/app.ts';
import { withLookupCache } from '#functions/search/lookup-cache.ts';
import { createStore } from '#functions/store/store.ts';
import { Table } from '#functions/store/table.ts';
import { type Delay, delay, PAUSES } from '#functions/timing.ts';
import { VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';
import { PRODUCT_VERSION } from '#shared/product.ts';
import { SITE_CONFIG_PATH, type SiteConfig } from '#shared/site-config.ts';
import { prefixOf, refusalOf } from '../site/admit.mjs';
import { type CognitoOptions, createCognitoApp, type LocalCognito } from './cognito/app.ts';
import type { LocalConfig } from './config.ts';
import { deleteExpired, LOCAL_TABLE, startDatabase } from './database.ts';
import { type Connection, listen } from './listen.ts';
import { needsSimulation, providerOpener } from './open-providers.ts';
import * as simulatedProviders from './simulated-providers.ts';
import { SITE_FOLDER, serveSite } from './site.ts';

const COGNITO_PATH = '/cognito';

export type LocalStack = Awaited<ReturnType<typeof startStack>>;

export interface LocalStackOptions {
  config: LocalConfig;
  /** Folder of the built site. */
  siteFolder?: string;
  simulation?: simulatedProviders.StartOptions;
  cognito?: Omit<CognitoOptions, 'dataDir'>;
  /** A database other than the embedded one. */
  openDatabase?: typeof startDatabase;
  /** Overrides the configured pauses between a search's steps. */
  pause?: Delay;
}

/**
 * The whole product on one loopback port: the built site, both functions under /api, and sign-in under /cognito, with an embedded database,
 * and with simulated providers unless the configuration has keys for the real ones.
 * @throws PortTaken, DataUnusable
 */
export async function startStack(options: LocalStackOptions) {
  const edge = Promise.withResolvers<Edge>();
  // Open the port first: if the stack is started twice, the second one fails before it touches the first one's data.
  const server = await listen(
    async (request, env) => (await edge.promise).fetch(request, env),
    options.config.port,
  );
  const opened = new AsyncDisposableStack();
  const close = async () => {
    await server.close();
    await opened.disposeAsync();
  };
  try {
    const services = await startServices(options, opened);
    const closing = new AbortController();
    // Not awaited, since it may take a while and nothing depends on it.
    const deletion = deleteExpired(
      new Table(services.database.client, services.tableName),
      closing.signal,
    ).catch((error: unknown) => logFailure('expired items could not be deleted', error));
    opened.defer(() => deletion);
    opened.defer(() => closing.abort());
    edge.resolve(await createEdge(options, services, { closing: closing.signal, opened }));
    return {
      url: `http://localhost:${server.port}`,
      cognito: services.cognito,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Stands in for CloudFront. */
type Edge = Hono<{ Bindings: Connection }>;

type Services = Awaited<ReturnType<typeof startServices>>;

async function startServices(
  { config, simulation, cognito, openDatabase = startDatabase }: LocalStackOptions,
  opened: AsyncDisposableStack,
) {
  const { dataDir, providers, simulatedLatency, access } = config;
  const { signUp, organisation, totp } = access;
  const database = await openDatabase({ dataDir });
  opened.defer(() => database.close());
  const tableName = await database.createTable(LOCAL_TABLE);
  const simulated = needsSimulation(providers)
    ? await simulatedProviders.startSimulatedProviders(simulation ?? { latency: simulatedLatency })
    : undefined;
  opened.defer(() => simulated?.close());
  return {
    database,
    tableName,
    simulated,
    cognito: await createCognitoApp({ signUp, organisation, totp, ...cognito, dataDir }),
  };
}

/** Routes every path as CloudFront would. Requests in flight when the stack closes are aborted, without logging their failures. */
async function createEdge(
  options: LocalStackOptions,
  { simulated, database, tableName, cognito }: Services,
  { closing, opened }: { closing: AbortSignal; opened: AsyncDisposableStack },
): Promise<Edge> {
  const { config, siteFolder = SITE_FOLDER, pause = PAUSES[config.pacing] } = options;
  const store = createStore({ client: database.client, tableName, limits: config.storage });
  const authenticate = createAuthenticator(cognito);
  const log: typeof logFailure = (what, error) => {
    if (!closing.aborted) logFailure(what, error);
  };
  const { access } = config;
  const chats = createChatsApp({ store, authenticate });
  // A recording of simulated providers is called simulated wherever the mode is shown.
  const providersMode = simulated === undefined ? config.providers.mode : 'simulated';
  const search = createSearchApp({
    version: PRODUCT_VERSION,
    providersMode,
    configuredProviders: configuredProviders({ ...config.providers, mode: providersMode }),
    openProviders: await providerOpener({
      config: config.providers,
      simulated,
      sensitiveCriteria: config.sensitiveCriteria,
      log: (call) => {
        if (!closing.aborted) logCall(call);
      },
      remember: (profileData) => withLookupCache(profileData, { cache: store.lookups, clock: Date.now, log }),
      opened,
    }),
    pause,
    sensitiveCriteria: config.sensitiveCriteria,
    deadline: config.searchDeadline,
    clock: Date.now,
    delay,
    log,
    authenticate,
    ...store,
    limits: config.limits,
    anonymous: config.anonymous,
    measure: () => undefined,
  });
  const account = createAccountApp({
    ...{ store, authenticate, limits: config.limits, clock: Date.now, log },
    pool: { remove: cognito.removeAccount },
    wait: (milliseconds) => setTimeout(milliseconds, undefined, { ref: false, signal: closing }),
  });
  const site = serveSite(siteFolder);
  const edge: Edge = new Hono();
  if (access.networks.length > 0) edge.use(admitOnly(access.networks));
  for (const path of ['/api/health', '/api/searches', '/api/searches/*'])
    edge.all(path, ({ req, env }) => search.fetch(withViewer(req.raw, env)));
  edge.all('/api/account/*', ({ req }) => account.fetch(req.raw));
  edge.all('/api/*', ({ req }) => chats.fetch(req.raw));
  edge.route(COGNITO_PATH, cognito.app);
  edge.get(SITE_CONFIG_PATH, (context) =>
    context.json(siteConfig(cognito, { config, host: new URL(context.req.url).host }), 200, {
      'cache-control': 'no-store',
    }),
  );
  edge.all('*', ({ req }) => site.fetch(req.raw));
  return edge;
}

/** Sets the viewer's address as CloudFront does, overwriting any value the viewer sent. */
function withViewer(request: Request, { viewerAddress }: Connection): Request {
  const headers = new Headers(request.headers);
  headers.set(VIEWER_ADDRESS_HEADER, viewerAddress);
  return new Request(request, { headers });
}

/** Refuses viewers outside the networks, as CloudFront does. */
function admitOnly(networks: readonly string[]): MiddlewareHandler<{ Bindings: Connection }> {
  const prefixes = networks.map(prefixOf);
  return async ({ env, req }, next) => {
    const event = { viewer: { ip: env.viewerAddress }, request: { uri: req.path } };
    const refused = refusalOf(event, prefixes);
    if (refused === undefined) return next();
    const headers = Object.entries(refused.headers).map(([name, { value }]): [string, string] => [
      name,
      value,
    ]);
    return new Response(refused.body.data, { status: refused.statusCode, headers });
  };
}

function siteConfig(
  { userPoolId, clientId }: LocalCognito,
  { config: { anonymous, access }, host }: { config: LocalConfig; host: string },
): SiteConfig {
  const { signUp, organisation, totp } = access;
  return {
    stage: 'local',
    region: userPoolId.split('_')[0] ?? '',
    userPoolId,
    userPoolClientId: clientId,
    oauthDomain: `${host}${COGNITO_PATH}`,
    google: true,
    signUp: signUp.mode,
    emailDomains: signUp.emailDomains,
    anonymous,
    totp,
    ...(organisation !== undefined && { organisation }),
    userPoolEndpoint: `http://${host}${COGNITO_PATH}/`,
    mailPage: `${COGNITO_PATH}/mail`,
  };
}

const logCall: ProviderLog = (call) => {
  if (call.outcome !== 'answered' && call.outcome !== 'aborted') console.warn(call);
};
