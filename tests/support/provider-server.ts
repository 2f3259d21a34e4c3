import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { gzipSync } from 'node:zlib';

/** A request as received by the stand-in. */
export interface SeenRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
}

/** Answers one request, in any way HTTP allows and some it does not. */
export type Responder = (response: ServerResponse, request: SeenRequest) => void;

export interface ProviderServer extends AsyncDisposable {
  url: string;
  /** Every request received, in order. */
  requests: SeenRequest[];
  /** Sets the responders used from now on, in order, repeating the last. */
  answer(...responders: Responder[]): void;
}

/** A real HTTP server on loopback in place of a provider. */
export async function startProviderServer(...first: Responder[]): Promise<ProviderServer> {
  const requests: SeenRequest[] = [];
  let responders = first;
  let served = 0;
  const server = createServer((incoming, response) => {
    const answer = (request: SeenRequest) => {
      requests.push(request);
      const responder = responders[Math.min(served, responders.length - 1)];
      served += 1;
      responder?.(response, request);
    };
    // A call abandoned while being sent gets no answer.
    void readRequest(incoming).then(answer, () => undefined);
  });
  // By default it closes an idle connection after 5 s, possibly while a busy client sends the next request on it.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer(...next) {
      responders = next;
      served = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A privileged port where nothing listens: a free port could be in use a moment later. */
export const REFUSING_ADDRESS = 'http://127.0.0.1:2';

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const text =
  (body: string, status = 200, contentType = 'text/html', headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': contentType, ...headers }).end(body);
  };

export const redirect =
  (location: string): Responder =>
  (response) => {
    response.writeHead(302, { location }).end();
  };

/** Never answers. */
export const silence: Responder = () => undefined;

/** Closes the connection instead of answering. */
export const hangUp: Responder = (response) => {
  response.destroy();
};

/** Announces a body, sends its start and closes the connection. */
const cutShort =
  (status: number): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"choices":[', () => setImmediate(() => response.destroy()));
  };
export const resetMidBody = cutShort(200);
export const resetMidError = cutShort(401);

/** Sends a JSON body one byte at a time, forever; `begun` is called with the second, when the first has usually arrived. */
export const drip =
  (everyMilliseconds: number, status = 200, begun: () => void = () => undefined): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    let sent = 0;
    const timer = setInterval(() => {
      response.write(' ');
      sent += 1;
      if (sent === 2) begun();
    }, everyMilliseconds);
    response.on('close', () => clearInterval(timer));
  };

/** A JSON body of about this size. */
export const bigBody =
  (bytes: number): Responder =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"filler":"${'x'.repeat(bytes)}"}`);
  };

/** A small body that unpacks to this many megabytes. */
export function gzipBomb(megabytes: number): Responder {
  // Packed once, so that no call spends time on it.
  const packed = gzipSync(Buffer.alloc(megabytes * 1024 * 1024, ' '));
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(packed);
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  return {
    method: incoming.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: incoming.headers,
    body: parse(Buffer.concat(chunks).toString()),
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
