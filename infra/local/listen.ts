import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** The stack only serves this machine. */
export const LOOPBACK = '127.0.0.1';

/** The port is in use; the message says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

const MAX_PORT = 65_535;

/** The client of a request, by its IP address. */
export type Connection = { viewerAddress: string };

/** Whether a host name, as given by `URL.hostname`, means this machine in every browser. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname) || /^(.+\.)?localhost$/.test(hostname);

/**
 * The reason for refusing a request that is not this machine's own; undefined if it is. Binding to loopback is not enough: any page open in
 * the browser can send requests there, and with a foreign host name that resolves to it (DNS rebinding) can read the responses too.
 */
function findRefusalReason(headers: Headers): string | undefined {
  const host = headers.get('host') ?? '';
  const url = URL.parse(`http://${host}`);
  if (url === null || !isLoopbackHost(url.hostname))
    return `This server is for this machine only: open it as http://localhost:${url?.port || '3000'}, not as ${url?.hostname ?? 'that'}.`;
  const origin = headers.get('origin');
  if (origin !== null && origin !== url.origin) return 'Pages of other sites may not use this server.';
  return undefined;
}

/**
 * Serves this machine on loopback; port 0 picks any free one. Requests for another host name or from another site's page are refused.
 * @throws PortTaken
 */
export async function listen(
  fetch: (request: Request, env: Connection) => Response | Promise<Response>,
  port: number,
) {
  const server = createServer(
    getRequestListener((request, { incoming }) => {
      const refusal = findRefusalReason(request.headers);
      if (refusal !== undefined) return new Response(refusal, { status: 403 });
      return fetch(request, { viewerAddress: incoming.socket.remoteAddress ?? LOOPBACK });
    }),
  );
  server.listen(port, LOOPBACK);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new PortTaken(
        `Port ${port} is taken. Stop the program that uses it, or choose another port: PORT=${port === MAX_PORT ? port - 1 : port + 1} npm start`,
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
