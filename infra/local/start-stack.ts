import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#functions/config.ts';
import { createSearchApp } from '#functions/search/app.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { SITE_FOLDER } from './build-site.ts';
import { listen } from './listen.ts';
import { pointAtSimulation, shareProviders } from './open-providers.ts';
import type { StartOptions as SimulationOptions } from './providers/start.ts';
import { startSimulatedProviders } from './providers/start.ts';
import { serveSite } from './serve-site.ts';

export interface LocalStack {
  url: string;
  close(): Promise<void>;
}

export interface LocalStackOptions {
  config: Config;
  /** Folder of the built site. */
  siteFolder?: string;
  simulation?: SimulationOptions;
}

/**
 * The whole product on one loopback port: the built site, the doors under /api, and behind them stand-ins for whatever the
 * configuration has no keys for.
 * @throws PortTaken
 */
export async function startStack(options: LocalStackOptions): Promise<LocalStack> {
  const { config, siteFolder = SITE_FOLDER, simulation = { latency: config.simulatedLatency } } = options;
  const simulated =
    config.providers.mode === 'simulated' ? await startSimulatedProviders(simulation) : undefined;
  const providers = simulated ? pointAtSimulation(config.providers, simulated) : config.providers;
  const search = createSearchApp({
    version: packageJson.version,
    providersMode: config.providers.mode,
    openProviders: shareProviders(providers),
    pacing: config.pacing,
    deadline: config.searchDeadline,
    clock: Date.now,
    delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    log: (message, error) => console.error(message, error),
    authenticate: async () => undefined,
  });
  const site = serveSite(siteFolder);
  const frontDoor = (request: Request) =>
    new URL(request.url).pathname.startsWith('/api/') ? search.fetch(request) : site.fetch(request);
  const server = await listen(frontDoor, config.port).catch(async (error) => {
    await simulated?.close();
    throw error;
  });
  return {
    url: `http://localhost:${server.port}`,
    async close() {
      await Promise.all([server.close(), simulated?.close()]);
    },
  };
}
