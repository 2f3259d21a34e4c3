import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection between a browser and a server that can be cut. */
export interface Wire {
  url: string;
  /** Breaks every open connection; new ones work. */
  cut(): void;
  /** Leads connections that are made from now on to another server. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

export async function openWire(target: string): Promise<Wire> {
  let { port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    cut,
    leadTo: (another) => {
      ({ port } = new URL(another));
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
