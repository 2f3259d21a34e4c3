import { once } from 'node:events';
import type { Server } from 'node:http';

export interface Listening {
  port: number;
  /** `host:port`. */
  address: string;
  /** With scheme, without a path. */
  endpoint: string;
  /** Also ends open connections. */
  close: () => Promise<void>;
}

/** Makes a server listen on a free port that other machines cannot reach. */
export async function listenOnLoopback(server: Server): Promise<Listening> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The server has no port.');
  const { port } = listening;
  const address = `127.0.0.1:${port}`;
  return {
    port,
    address,
    endpoint: `http://${address}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
