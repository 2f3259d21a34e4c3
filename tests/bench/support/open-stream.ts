import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { performance } from 'node:perf_hooks';

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** An event stream, read as cheaply as possible because the bench shares the machine with what it measures. */
export interface OpenStream {
  /** Milliseconds from the request to the first event. */
  first: Promise<number>;
  /** The ids of all events, and whether the last event was `done`. */
  whole: Promise<{ ids: number[]; isDone: boolean }>;
}

interface Asked {
  port: number;
  path: string;
  method: 'GET' | 'POST';
  body?: string;
  /** Used as the caller’s address. */
  viewer: string;
}

export function openStream({ port, path, method, body, viewer }: Asked): OpenStream {
  const begun = performance.now();
  const first = Promise.withResolvers<number>();
  const headers = { 'content-type': 'application/json', 'x-viewer-address': viewer };
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent });
  const read = async () => {
    const [response]: IncomingMessage[] = await once(sent, 'response');
    const chunks: Buffer[] = [];
    let isFirst = true;
    for await (const chunk of response ?? []) {
      chunks.push(chunk);
      // Keep-alive comments are not events.
      if (isFirst && chunk.includes('id: 1\n')) {
        isFirst = false;
        first.resolve(performance.now() - begun);
      }
    }
    const text = Buffer.concat(chunks).toString();
    first.reject(new Error(`No event came: ${text}`));
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    return { ids, isDone: text.includes('\nevent: done\n') };
  };
  sent.end(body);
  return { first: first.promise, whole: read() };
}

/** Sends a request and ignores the response. */
export async function send({ port, path }: Pick<Asked, 'port' | 'path'>): Promise<void> {
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  response?.resume();
}
