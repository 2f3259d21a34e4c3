import { type SimulationOptions, simulateProviders } from '#infra/simulated/app.ts';
import { baseUrlsAt } from '#infra/simulated/base-urls.ts';
import { LOOPBACK, listen } from './listen.ts';

/** The base URLs of the running simulated providers. */
export type SimulatedProviders = Awaited<ReturnType<typeof startSimulatedProviders>>;

export type StartOptions = SimulationOptions & {
  /** 0 picks any free port. */
  port?: number;
};

/**
 * Serves the simulated providers on 127.0.0.1. The server is already up while the people are being generated.
 * @throws PortTaken
 */
export async function startSimulatedProviders(options: StartOptions = {}) {
  const { app, directory, ready, close } = simulateProviders(options);
  const server = await listen(app.fetch, options.port ?? 0);
  return {
    ...baseUrlsAt(`http://${LOOPBACK}:${server.port}`),
    directory,
    ready,
    /** Stops the server and closes every open connection at once. */
    async close() {
      await server.close();
      close();
    },
  };
}
