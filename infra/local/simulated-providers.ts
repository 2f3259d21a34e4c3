import { type SimulationOptions, simulateProviders } from '#infra/simulated/app.ts';
import { baseUrlsAt } from '#infra/simulated/base-urls.ts';
import { LOOPBACK, listen } from './listen.ts';

/** Where the simulated providers answer. */
export type SimulatedProviders = Awaited<ReturnType<typeof startSimulatedProviders>>;

export type StartOptions = SimulationOptions & {
  /** 0 takes any free port. */
  port?: number;
};

/**
 * Serves the simulated providers on 127.0.0.1. The people are invented while the server is already up.
 * @throws PortTaken
 */
export async function startSimulatedProviders(options: StartOptions = {}) {
  const { app, directory, ready, close } = simulateProviders(options);
  const server = await listen(app.fetch, options.port ?? 0);
  return {
    ...baseUrlsAt(`http://${LOOPBACK}:${server.port}`),
    directory,
    ready,
    /** Ends the server and every open connection at once. */
    async close() {
      await server.close();
      close();
    },
  };
}
