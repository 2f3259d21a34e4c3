import * as v from 'valibot';
import type { ProvidersConfig } from '#functions/config.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import { ProviderError, type ProviderKind } from '#functions/providers/ports.ts';
import { type Delay, delay as realDelay } from '#functions/timing.ts';
import {
  BODILESS_STATUSES,
  type RecordedAnswer,
  type RecordedCall,
  type RecordedFailure,
  type RecordedRequest,
  type Recording,
} from './format.ts';
import { type Difference, nearestCall, normaliseRequest, requestKey } from './requests.ts';
import { createScrubber } from './scrub.ts';

const Chat = v.object({
  model: v.string(),
  response_format: v.optional(v.object({ type: v.string() })),
});

/**
 * The configuration that repeats the recorded requests, whatever the environment says: the same providers and model, and JSON Schema
 * replies if they were requested.
 */
export function asRecorded(config: ProvidersConfig, recording: Pick<Recording, 'providers' | 'calls'>) {
  const { openai, search, profile } = config;
  const { webSearch = search.provider, profileData = profile.provider } = recording.providers ?? {};
  const chats = recording.calls.flatMap(({ request: { body } }) => (v.is(Chat, body) ? [body] : []));
  const isEnforced = chats.some(({ response_format }) => response_format?.type === 'json_schema');
  const [{ model } = openai] = chats;
  return {
    ...config,
    openai: { ...openai, model, ...(chats.length > 0 && { structuredOutput: isEnforced ? 'on' : 'off' }) },
    search: { ...search, provider: webSearch },
    profile: { ...profile, provider: profileData },
  } satisfies ProvidersConfig;
}

/** A call that was not recorded, and how the nearest recorded call differs; no differences if there is none. */
interface MissingCall {
  request: RecordedRequest;
  differences: readonly Difference[];
}

/** Prints the missing call to the terminal, as it would be written in the file, and what to do about it. */
export function printMissing({ request, differences }: MissingCall): void {
  console.error(`This call was not recorded: ${JSON.stringify(request, null, 2)}`);
  if (differences.length === 0) console.error('No call to this provider was recorded.');
  else console.error(['The nearest recorded call differs in:', ...differences.map(describe)].join('\n'));
  console.error(
    'Record the search again with PROVIDERS=record, or change the file so that the recorded request matches this one exactly.',
  );
}

const describe = ({ field, recorded = 'absent', asked = 'absent' }: Difference): string =>
  `  ${field}\n    recorded: ${recorded}\n    asked:    ${asked}`;

export interface ReplayOptions {
  /** `original` takes as long as the providers did; `none` responds at once. */
  timing?: 'original' | 'none';
  /** The keys in use, if any: requests that contain them are matched in scrubbed form. */
  secrets?: readonly string[];
  /** Called for every call that was not recorded. */
  onMissing?: (missing: MissingCall) => void;
  delay?: Delay;
}

/**
 * A `fetch` that responds from a recording and never uses the network. Repeating a call gets the next recorded response, and from then on
 * the last one, so create one per search.
 * A call that was not recorded throws a ProviderError (`invalid-reply`, not retried) naming how the nearest one differs.
 */
export function replayFetch(recording: Pick<Recording, 'calls'>, options: ReplayOptions = {}): ProviderFetch {
  const { timing = 'none', delay = realDelay } = options;
  const scrub = createScrubber(options.secrets ?? []);
  const byRequest = Map.groupBy(recording.calls, ({ request }) => requestKey(request));
  const served = new Map<string, number>();
  return async (url, init) => {
    init.signal?.throwIfAborted();
    const request = normaliseRequest(url, init, scrub);
    const key = requestKey(request);
    const count = served.get(key) ?? 0;
    served.set(key, count + 1);
    const calls = byRequest.get(key) ?? [];
    const call = calls[Math.min(count, calls.length - 1)];
    if (call === undefined) throw missingCallError(request, recording.calls, options.onMissing);
    const signal = init.signal ?? new AbortController().signal;
    const pause = timing === 'original' ? (milliseconds: number) => delay(milliseconds, signal) : undefined;
    return replayAnswer(call, pause);
  };
}

function missingCallError(
  request: RecordedRequest,
  calls: readonly RecordedCall[],
  onMissing: ReplayOptions['onMissing'],
): ProviderError {
  const { differences = [] } = nearestCall(request, calls) ?? {};
  onMissing?.({ request, differences });
  const fields = differences.map(({ field }) => field).slice(0, 5);
  const nearest =
    fields.length === 0
      ? 'there is no recorded call to this provider'
      : `the nearest differs in ${fields.join(', ')}`;
  const reason = `This ${request.provider} call was not recorded: ${nearest}`;
  return new ProviderError({ provider: request.provider, code: 'invalid-reply', reason });
}

type Pause = (milliseconds: number) => Promise<void>;

/**
 * The outcome of a recorded call: its response, or its failure thrown. With `pause`, everything arrives at its original time.
 * @throws ProviderError `timeout` if the call was stopped before its response; a TypeError with the network error's code. A cut body ends
 * with the same errors.
 */
async function replayAnswer({ request, outcome }: RecordedCall, pause: Pause | undefined): Promise<Response> {
  await pause?.(outcome.after);
  if ('failed' in outcome) throw failureOf(outcome.failed, request.provider);
  const { status, statusText, headers } = outcome;
  const body = BODILESS_STATUSES.has(status) ? null : bodyOf(outcome, request.provider, pause);
  return new Response(body, { status, statusText, headers });
}

function failureOf(failed: RecordedFailure['failed'], provider: ProviderKind): Error {
  if (failed === 'stopped')
    return new ProviderError({
      provider,
      code: 'timeout',
      reason: 'No complete response arrived before the recorded call was stopped',
    });
  return networkError(failed);
}

/** A network error in the form that `fetch` throws. */
function networkError(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** The recorded body in its recorded chunks. Scrubbing may have changed its length, so chunks keep their proportions. */
function bodyOf(
  answer: RecordedAnswer,
  provider: ProviderKind,
  pause: Pause | undefined,
): ReadableStream<Uint8Array> {
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
        if (answer.ended === 'cut') controller.error(failureOf(answer.cutBy ?? 'UND_ERR_SOCKET', provider));
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
