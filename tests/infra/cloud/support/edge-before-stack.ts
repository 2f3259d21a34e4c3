import { listen } from '#infra/local/listen.ts';

/** Handles requests between a visitor and a stack; `ask` forwards the request. */
type Edge = (request: Request, ask: () => Promise<Response>) => Promise<Response> | Response;

/** Headers that apply to one connection, and those that fetch has already decoded. */
const NOT_PASSED_ON = [
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
];

function passedOn(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of NOT_PASSED_ON) kept.delete(name);
  return kept;
}

/** A server in front of a stack that passes streams through as they are written, unless `edge` does otherwise. */
export async function startEdge(stackUrl: string, edge: Edge) {
  const server = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    const body = request.method === 'GET' ? undefined : await request.clone().text();
    return await edge(request, async () => {
      const answer = await fetch(new URL(`${pathname}${search}`, stackUrl), {
        method: request.method,
        headers: passedOn(request.headers),
        ...(body !== undefined && { body }),
      });
      const { status, headers } = answer;
      return new Response(answer.body, { status, headers: passedOn(headers) });
    });
  }, 0);
  return { url: `http://localhost:${server.port}`, close: server.close };
}

/** The response with changed headers; undefined removes one. */
export function withHeaders(
  answer: Response,
  changes: Readonly<Record<string, string | undefined>>,
): Response {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  return new Response(answer.body, { status: answer.status, headers });
}
