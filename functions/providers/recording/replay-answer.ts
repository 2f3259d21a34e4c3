import { ProviderError } from '../ports/provider-error.ts';
import type { RecordedAnswer, RecordedCall, RecordedFailure } from './format.ts';

/** Statuses whose responses cannot be made with a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

type Pause = (milliseconds: number) => Promise<void>;

/**
 * The outcome of a recorded call: its response, or its failure thrown. With `pause`, everything comes when it came.
 * @throws ProviderError `timeout` where the call was stopped before its answer; a TypeError with the network error's code.
 */
export async function replayAnswer(
  { request, outcome }: RecordedCall,
  pause: Pause | undefined,
): Promise<Response> {
  await pause?.(outcome.after);
  if ('failed' in outcome) throw failureOf(outcome, request.provider);
  const { status, statusText, headers } = outcome;
  return new Response(BODILESS.has(status) ? null : bodyOf(outcome, pause), { status, statusText, headers });
}

function failureOf({ failed }: RecordedFailure, provider: ProviderError['provider']): Error {
  if (failed === 'stopped')
    return new ProviderError({
      provider,
      code: 'timeout',
      reason: 'No answer came before the recorded call was stopped',
    });
  return networkError(failed);
}

/** As `fetch` reports one. */
function networkError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** The recorded body in its recorded chunks. Scrubbing may have changed its length, so chunks keep their share of it. */
function bodyOf(answer: RecordedAnswer, pause: Pause | undefined): ReadableStream<Uint8Array> {
  const text = answer.text ?? JSON.stringify(answer.json);
  const bytes = new TextEncoder().encode(text);
  const total = answer.chunks.reduce((sum, [, size]) => sum + size, 0);
  const chunks = answer.chunks.values();
  let sent = 0;
  let passed = 0;
  let now = answer.after;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = chunks.next();
      if (done) {
        if (sent < bytes.length) controller.enqueue(bytes.subarray(sent));
        if (answer.ended === 'cut') controller.error(networkError('UND_ERR_SOCKET'));
        else controller.close();
        return;
      }
      const [at, size] = value;
      await pause?.(Math.max(0, at - now));
      now = at;
      passed += size;
      const end = Math.ceil((passed / Math.max(1, total)) * bytes.length);
      controller.enqueue(bytes.subarray(sent, end));
      sent = end;
    },
  });
}
