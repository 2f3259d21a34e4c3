import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

export interface Served {
  /** The API's base URL: `http://127.0.0.1:<port>/api`. */
  baseUrl: string;
  close(): Promise<void>;
}

/** A real HTTP server on loopback, for as long as a test needs it. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/api`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
