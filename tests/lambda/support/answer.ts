import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';

/** Eight NUL bytes separate a streamed response’s prelude from its body. */
const SEPARATOR = '\0'.repeat(8);

const STREAMED = 'application/vnd.awslambda.http-integration-response';

const Prelude = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), v.string()), {}),
});
type Prelude = v.InferOutput<typeof Prelude>;

/** A function’s answer so far. */
export interface Answer {
  /** Everything after the prelude, in pieces as they arrived. */
  readonly chunks: readonly string[];
  /** Status and headers of a streamed response. */
  prelude: () => Prelude;
  /** Headers of the function’s request to the Runtime API. */
  readonly headers: IncomingMessage['headers'];
  /** Trailers sent after a broken stream. */
  readonly trailers: IncomingMessage['trailers'];
  readonly isError: boolean;
  body: () => string;
  /** Resolves when the body contains the text. @throws if the answer ends without it */
  until: (text: string) => Promise<void>;
  /** Resolves when the function has ended its answer, even if nobody listens. */
  ended: Promise<void>;
  /** Stops listening. Lambda keeps accepting what the function writes, without telling it. */
  leave: () => void;
  receive: (request: IncomingMessage, isError: boolean) => Promise<void>;
}

export function createAnswer(): Answer {
  const end = Promise.withResolvers<void>();
  let changed = Promise.withResolvers<void>();
  let hasEnded = false;
  let hasLeft = false;
  let request: IncomingMessage | undefined;
  let head = '';
  let preludeText: string | undefined;
  const chunks: string[] = [];
  const answer = {
    chunks,
    isError: false,
    ended: end.promise,
    get headers() {
      return request?.headers ?? {};
    },
    get trailers() {
      return request?.trailers ?? {};
    },
    prelude: () => v.parse(v.pipe(v.string(), v.parseJson(), Prelude), preludeText),
    body: () => answer.chunks.join(''),
    async until(text: string) {
      while (!answer.body().includes(text)) {
        if (hasEnded) throw new Error(`Ended without ${text}: ${answer.body()}`);
        await changed.promise;
      }
    },
    leave() {
      hasLeft = true;
    },
    async receive(incoming: IncomingMessage, isError: boolean) {
      request = incoming;
      answer.isError = isError;
      try {
        for await (const chunk of incoming) take(String(chunk));
      } finally {
        hasEnded = true;
        changed.resolve();
        end.resolve();
      }
    },
  };

  function take(text: string): void {
    const isStreamed = request?.headers['content-type'] === STREAMED;
    if (isStreamed && preludeText === undefined) {
      head += text;
      const at = head.indexOf(SEPARATOR);
      if (at >= 0) {
        preludeText = head.slice(0, at);
        append(head.slice(at + SEPARATOR.length));
      }
    } else append(text);
    changed.resolve();
    changed = Promise.withResolvers();
  }

  function append(text: string): void {
    if (text !== '' && !hasLeft) answer.chunks.push(text);
  }

  return answer;
}
