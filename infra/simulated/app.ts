import { posix } from 'node:path';
import { Hono } from 'hono';
import { type Delay, delay as realDelay } from '#functions/timing.ts';
import { PATHS } from './base-urls.ts';
import { acceptKey, createWait, type Latencies, REALISTIC } from './http/calls.ts';
import { openaiRoutes } from './http/openai.ts';
import { profileDataRoutes } from './http/profile-data.ts';
import { serpapiRoutes } from './http/serpapi.ts';
import { answerCarefully, type ModelBehaviour } from './model/answer.ts';
import { buildDirectory, type Directory } from './people/directory.ts';
import { createRandom } from './random.ts';
import { createPeopleFinder, type FindPeople } from './search/find-people.ts';

export type SimulationOptions = {
  seed?: number;
  /** How many people the directory contains. */
  people?: number;
  /** In milliseconds for each kind of call. */
  latency?: 'none' | 'realistic' | Latencies;
  /** How far a call's duration may deviate from its latency, as a fraction of it. */
  jitter?: number;
  delay?: Delay;
  /** The only key that the providers accept; any key when absent. */
  apiKey?: string;
  /** How the language model responds. */
  model?: ModelBehaviour;
};

const DEFAULT_SEED = 20261101;
const DEFAULT_PEOPLE = 6000;
const DEFAULT_JITTER = 0.25;

/** The status nginx logs when the client has disconnected; nobody reads this response. */
const CLIENT_GONE = 499;

/**
 * One app that speaks OpenAI's, SerpApi's, Enrich Layer's and Proxycurl's wire formats over a directory of invented people. Equal `seed`
 * and `people` give equal responses, and the same jitter. The people are generated in the background; calls that need them wait.
 */
export function simulateProviders(options: SimulationOptions = {}) {
  const closing = new AbortController();
  const world = inventWorld(options, closing.signal);
  return {
    app: createApp(options, world, closing.signal),
    /** The people who can be found, with all the true facts about each. */
    directory: world.directory,
    /** Resolves once everybody has been generated, which takes a second or two. */
    async ready() {
      await world.findPeople;
    },
    /** Stops generating people. */
    close: () => closing.abort(),
  };
}

/** Everybody who can be found, while being generated. */
type World = { directory: Promise<Directory>; findPeople: Promise<FindPeople> };

/** Completed worlds by seed and size. They are immutable, so other servers in the process can reuse them. */
const invented = new Map<string, World>();

function inventWorld(
  { seed = DEFAULT_SEED, people = DEFAULT_PEOPLE }: SimulationOptions,
  signal: AbortSignal,
): World {
  const key = `${seed} ${people}`;
  const known = invented.get(key);
  if (known !== undefined) return known;
  const directory = buildDirectory({ seed, people, signal });
  const findPeople = directory.then((built) => createPeopleFinder(built.people, signal));
  const world = { directory, findPeople };
  // Calls that wait for the people fail with the error; if none waits, the rejection must not end the process.
  Promise.all([directory, findPeople]).then(
    () => invented.set(key, world),
    () => undefined,
  );
  return world;
}

/** The four providers as paths of one app. Calls that are pending when it closes are aborted, without logging their failures. */
function createApp(options: SimulationOptions, { directory, findPeople }: World, closing: AbortSignal): Hono {
  const {
    seed = DEFAULT_SEED,
    jitter = DEFAULT_JITTER,
    delay = realDelay,
    model = answerCarefully,
  } = options;
  const wait = createWait({ latencies: latenciesOf(options), jitter, random: createRandom(seed), delay });
  const isKey = acceptKey(options.apiKey);
  const app = new Hono();
  app.route(PATHS.openai, openaiRoutes({ isKey, wait, model }));
  app.route(PATHS.serpapi, serpapiRoutes({ findPeople, seed, isKey, wait }));
  const profileData = { directory, isKey, wait };
  const enrichLayer = { path: '/profile', parameter: 'profile_url', headers: {} };
  app.route(PATHS.enrichLayer, profileDataRoutes({ ...enrichLayer, ...profileData }));
  // Proxycurl's credit balance is not below its version 2 path but next to it.
  const proxycurl = { path: '/v2/linkedin', parameter: 'url', headers: { 'x-proxycurl-credit-cost': '1' } };
  app.route(posix.dirname(PATHS.proxycurl), profileDataRoutes({ ...proxycurl, ...profileData }));
  app.onError((error, context) => {
    if (closing.aborted || context.req.raw.signal.aborted) return new Response(null, { status: CLIENT_GONE });
    console.error('simulated providers', error);
    const failure = { message: 'The server had an error', type: 'server_error', param: null, code: null };
    return context.json({ error: failure }, 500);
  });
  return app;
}

function latenciesOf({ latency = 'none' }: SimulationOptions): Latencies | null {
  if (latency === 'none') return null;
  return latency === 'realistic' ? REALISTIC : latency;
}
