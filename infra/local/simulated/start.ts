import { Hono } from 'hono';
import { type Delay, delay as realDelay } from '#functions/timing.ts';
import { LOOPBACK, listen } from '../listen.ts';
import { createWait, type Latencies, REALISTIC } from './http/latency.ts';
import { openaiRoutes } from './http/openai.ts';
import { profileDataRoutes } from './http/profile-data.ts';
import { serpapiRoutes } from './http/serpapi.ts';
import { answerCarefully, type ModelBehaviour } from './model/answer.ts';
import { buildDirectory, type Directory } from './people/directory.ts';
import { createRandom } from './random.ts';
import { createPeopleFinder, type FindPeople } from './search/find-people.ts';

/** Where the simulated providers answer. */
export type SimulatedProviders = Awaited<ReturnType<typeof startSimulatedProviders>>;

export type StartOptions = {
  /** 0 takes any free port. */
  port?: number;
  seed?: number;
  /** How many people the directory holds. */
  people?: number;
  /** In milliseconds for each kind of call. */
  latency?: 'none' | 'realistic' | Latencies;
  /** How much shorter or longer a call may take than its kind's latency, as a share of it. */
  jitter?: number;
  delay?: Delay;
  /** How the language model answers. */
  model?: ModelBehaviour;
};

const SEED = 20261101;
const PEOPLE = 6000;
const JITTER = 0.25;

/** The status nginx logs for a client that has gone; nobody is there to read it. */
const CLIENT_GONE = 499;

/**
 * Starts one server on 127.0.0.1 that speaks OpenAI's, SerpApi's, Enrich Layer's and Proxycurl's wire formats over a
 * directory of invented people. The same `seed` and `people` give the same answers, and latencies the same jitter.
 * The people are invented while the server is already up; calls that need them wait.
 * @throws PortTaken
 */
export async function startSimulatedProviders(options: StartOptions = {}) {
  const closing = new AbortController();
  const world = inventWorld(options, closing.signal);
  const server = await listen(createApp(options, world).fetch, options.port ?? 0);
  const base = `http://${LOOPBACK}:${server.port}`;
  return {
    openaiBaseUrl: `${base}/openai/v1`,
    serpapiBaseUrl: `${base}/serpapi`,
    enrichLayerBaseUrl: `${base}/enrichlayer/api/v2`,
    proxycurlBaseUrl: `${base}/proxycurl/api/v2`,
    /** Resolves when everybody is invented, which takes a second or two: for those who measure. */
    async ready() {
      await world.findPeople;
    },
    /** Ends the server and every open connection at once. */
    async close() {
      await server.close();
      closing.abort();
    },
  };
}

/** Everybody who can be found, being invented. */
type World = { directory: Promise<Directory>; findPeople: Promise<FindPeople> };

/** Those invented to the end, by what they follow from; nobody changes them, and another server of the process need not begin again. */
const invented = new Map<string, World>();

function inventWorld({ seed = SEED, people = PEOPLE }: StartOptions, signal: AbortSignal): World {
  const key = `${seed} ${people}`;
  const known = invented.get(key);
  if (known !== undefined) return known;
  const directory = buildDirectory({ seed, people, signal });
  const findPeople = directory.then((built) => createPeopleFinder(built.people, signal));
  const world = { directory, findPeople };
  // Calls that wait for the people fail with the error; where none waits, it must not end the process.
  Promise.all([directory, findPeople]).then(
    () => invented.set(key, world),
    () => undefined,
  );
  return world;
}

/** The providers' four hosts as paths of one app. */
function createApp(options: StartOptions, { directory, findPeople }: World): Hono {
  const { seed = SEED, jitter = JITTER, delay = realDelay, model = answerCarefully } = options;
  const wait = createWait({ latencies: latenciesOf(options), jitter, random: createRandom(seed), delay });
  const app = new Hono();
  app.route('/openai/v1', openaiRoutes({ wait, model }));
  app.route('/serpapi', serpapiRoutes({ findPeople, seed, wait }));
  const enrichLayer = { path: '/profile', parameter: 'profile_url', headers: {} };
  app.route('/enrichlayer/api/v2', profileDataRoutes({ ...enrichLayer, directory, wait }));
  const proxycurl = { path: '/linkedin', parameter: 'url', headers: { 'x-proxycurl-credit-cost': '1' } };
  app.route('/proxycurl/api/v2', profileDataRoutes({ ...proxycurl, directory, wait }));
  app.onError((error, context) => {
    if (context.req.raw.signal.aborted) return new Response(null, { status: CLIENT_GONE });
    console.error('simulated providers', error);
    const failure = { message: 'The server had an error', type: 'server_error', param: null, code: null };
    return context.json({ error: failure }, 500);
  });
  return app;
}

function latenciesOf({ latency = 'none' }: StartOptions): Latencies | null {
  if (latency === 'none') return null;
  return latency === 'realistic' ? REALISTIC : latency;
}
