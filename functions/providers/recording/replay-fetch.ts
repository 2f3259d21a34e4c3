import type { Delay } from '../delay.ts';
import { delay as realDelay } from '../delay.ts';
import type { ProviderFetch } from '../http/provider-fetch.ts';
import { ProviderError } from '../ports/provider-error.ts';
import type { RecordedCall, RecordedRequest, Recording } from './format.ts';
import type { Difference } from './match-call.ts';
import { nearestCall, requestKey } from './match-call.ts';
import { normaliseRequest } from './normalise-request.ts';
import { replayAnswer } from './replay-answer.ts';
import { createScrubber } from './scrub.ts';

/** A call that no recording holds. `differences` are those to the nearest recorded call, none where there is no such call. */
export interface MissingCall {
  request: RecordedRequest;
  differences: readonly Difference[];
}

export interface ReplayOptions {
  /** `original` takes as long as the providers took; `none` answers at once. */
  timing?: 'original' | 'none';
  /** The keys in use, where there are any: what they stand in is matched as it was recorded. */
  secrets?: readonly string[];
  /** Told of every call that was not recorded, with what a person needs to see why. */
  onMissing?: (missing: MissingCall) => void;
  delay?: Delay;
}

/**
 * A `fetch` that answers from a recording and never uses the network. The same call again gets the next recorded answer, and the
 * last one from then on: make one per search.
 * A call that was not recorded throws a ProviderError (`invalid-reply`, never repeated) naming where the nearest differs.
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
    if (call === undefined) throw missing(request, recording.calls, options.onMissing);
    const signal = init.signal ?? new AbortController().signal;
    const pause = timing === 'original' ? (milliseconds: number) => delay(milliseconds, signal) : undefined;
    return replayAnswer(call, pause);
  };
}

function missing(
  request: RecordedRequest,
  calls: readonly RecordedCall[],
  onMissing: ReplayOptions['onMissing'],
): ProviderError {
  const { differences = [] } = nearestCall(request, calls) ?? {};
  onMissing?.({ request, differences });
  const fields = differences.map(({ field }) => field).slice(0, 5);
  const nearest =
    fields.length === 0 ? 'there is none of this provider' : `the nearest differs in ${fields.join(', ')}`;
  const reason = `This ${request.provider} call was not recorded: ${nearest}`;
  return new ProviderError({ provider: request.provider, code: 'invalid-reply', reason });
}
