import { setTimeout as delay } from 'node:timers/promises';
import type { Config, ProvidersConfig } from '#functions/config.ts';
import type { ProviderLog } from '#functions/providers/call-log.ts';
import { createSearchApp } from '#functions/search/app.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { SITE_FOLDER } from './build-site.ts';
import { listen } from './listen.ts';
import { providerOpener } from './open-providers.ts';
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

/** Recording without keys records the stand-ins: that is where recordings without real people come from. */
const needsSimulation = ({ mode, hasKeys }: ProvidersConfig) =>
  mode === 'simulated' || (mode === 'record' && !hasKeys);

const logCall: ProviderLog = (call) => {
  if (call.outcome !== 'answered' && call.outcome !== 'aborted') console.warn(call);
};

/**
 * The whole product on one loopback port: the built site, the doors under /api, and behind them stand-ins for whatever the
 * configuration has no keys for.
 * @throws PortTaken
 */
export async function startStack(options: LocalStackOptions): Promise<LocalStack> {
  const { config, siteFolder = SITE_FOLDER, simulation = { latency: config.simulatedLatency } } = options;
  const simulated = needsSimulation(config.providers) ? await startSimulatedProviders(simulation) : undefined;
  const search = createSearchApp({
    version: packageJson.version,
    providersMode: config.providers.mode,
    openProviders: await providerOpener({ config: config.providers, simulated, log: logCall }),
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
