import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { buildDirectory } from './directory/build.ts';
import { createProvidersApp } from './http/app.ts';
import type { Delay, Latencies } from './http/delay.ts';
import { createLinger, REALISTIC, realDelay } from './http/delay.ts';
import { createPeopleFinder } from './search/find-people.ts';
import { createRandom } from './text/random.ts';

export type { Delay, Latencies } from './http/delay.ts';

/** Where the simulated providers answer; `close` ends the server and every open connection at once. */
export type SimulatedProviders = {
  openaiBaseUrl: string;
  serpapiBaseUrl: string;
  enrichLayerBaseUrl: string;
  proxycurlBaseUrl: string;
  close(): Promise<void>;
};

/** The seed of a directory nobody chose a seed for. */
const SEED = 20261101;

/** How many people the directory holds unless told otherwise. */
const PEOPLE = 6000;

function latenciesOf(latency: 'none' | 'realistic' | Latencies): Latencies | null {
  if (latency === 'none') return null;
  return latency === 'realistic' ? REALISTIC : latency;
}

/** How much shorter or longer a call may take than its kind's latency, unless told otherwise. */
const JITTER = 0.25;

/** How to start: `port` 0 takes any free port; `latency` is in milliseconds per kind of call, `jitter` a share of it. */
export type StartOptions = {
  port?: number;
  seed?: number;
  people?: number;
  latency?: 'none' | 'realistic' | Latencies;
  jitter?: number;
  delay?: Delay;
};

/**
 * Starts one server on 127.0.0.1 that speaks OpenAI's, SerpApi's, Enrich Layer's and Proxycurl's wire formats over a
 * directory of invented people. The same `seed` and `people` give the same answers, and latencies the same jitter.
 * Rejects when the port is taken.
 */
export async function startSimulatedProviders(options: StartOptions = {}): Promise<SimulatedProviders> {
  const {
    port = 0,
    seed = SEED,
    people = PEOPLE,
    latency = 'none',
    jitter = JITTER,
    delay = realDelay,
  } = options;
  const directory = buildDirectory({ seed, people });
  const findPeople = createPeopleFinder(directory.people);
  const linger = createLinger({ latencies: latenciesOf(latency), jitter, random: createRandom(seed), delay });
  const app = createProvidersApp({ directory, findPeople, seed, linger });
  const server = createServer(getRequestListener(app.fetch));
  const base = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address: AddressInfo | string | null = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? port) : port}`);
    });
  });
  return {
    openaiBaseUrl: `${base}/openai/v1`,
    serpapiBaseUrl: `${base}/serpapi`,
    enrichLayerBaseUrl: `${base}/enrichlayer/api/v2`,
    proxycurlBaseUrl: `${base}/proxycurl/api/v2`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
