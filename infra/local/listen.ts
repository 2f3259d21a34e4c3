import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** The stack serves this machine only. */
export const LOOPBACK = '127.0.0.1';

/** The port is in use; the message says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** The other end of a request, by its IP address. */
export type Connection = { viewerAddress: string };

/**
 * Serves on loopback; port 0 takes any free one.
 * @throws PortTaken
 */
export async function listen(
  fetch: (request: Request, env: Connection) => Response | Promise<Response>,
  port: number,
) {
  const server = createServer(
    getRequestListener((request, { incoming }) =>
      fetch(request, { viewerAddress: incoming.socket.remoteAddress ?? LOOPBACK }),
    ),
  );
  server.listen(port, LOOPBACK);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new PortTaken(
        `Port ${port} is taken. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
        { cause: error },
      );
    throw error;
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
