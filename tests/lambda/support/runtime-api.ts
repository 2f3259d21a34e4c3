import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, createAnswer } from './answer.ts';
import { listenOnLoopback } from './loopback.ts';

/** Defined by Lambda: https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html */
const PREFIX = '/2018-06-01/runtime';
const ARN = 'arn:aws:lambda:us-east-1:000000000000:function:function';

interface Invocation {
  id: string;
  event: unknown;
  answer: Answer;
}

export interface RuntimeApi {
  /** `host:port`, as Lambda gives it to a runtime. */
  address: string;
  /** Passes an event to the function; the answer grows as it arrives. */
  invoke: (event: unknown) => Answer;
  /** Resolves when the function has started and asks for work. @throws the function's own error if it cannot start */
  ready: Promise<void>;
  close: () => Promise<void>;
}

/** The Runtime API on loopback, from which a function gets events and to which it sends answers. */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const waiting: Invocation[] = [];
  const running = new Map<string, Invocation>();
  const started = Promise.withResolvers<void>();
  let wake = Promise.withResolvers<void>();
  let count = 0;

  async function giveNext(response: ServerResponse): Promise<void> {
    started.resolve();
    while (waiting.length === 0) await wake.promise;
    const next = waiting.shift();
    if (next === undefined) return;
    running.set(next.id, next);
    response.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': next.id,
      'lambda-runtime-deadline-ms': String(Date.now() + 100_000),
      'lambda-runtime-invoked-function-arn': ARN,
      'lambda-runtime-trace-id': 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=1',
    });
    response.end(JSON.stringify(next.event));
  }

  async function takeAnswer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id = '', kind = ''] = /\/invocation\/([^/]+)\/(response|error)$/.exec(request.url ?? '') ?? [];
    await running.get(id)?.answer.receive(request, kind === 'error');
    if (!response.destroyed) response.writeHead(202).end();
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path === `${PREFIX}/invocation/next`) return giveNext(response);
    if (path === `${PREFIX}/init/error`) {
      started.reject(new Error(await readAll(request)));
      response.writeHead(202).end();
      return;
    }
    return takeAnswer(request, response);
  }

  // A broken-off request is caused by the test itself.
  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  const { address, close } = await listenOnLoopback(server);
  return {
    address,
    close,
    ready: started.promise,
    invoke(event) {
      count += 1;
      const invocation = { id: `request-${count}`, event, answer: createAnswer() };
      waiting.push(invocation);
      wake.resolve();
      wake = Promise.withResolvers();
      return invocation.answer;
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
