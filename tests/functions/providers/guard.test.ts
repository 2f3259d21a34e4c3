import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardAdapters } from '#functions/providers/create.ts';
import { DEFAULT_BREAKER, type ProviderCall } from '#functions/providers/guard.ts';
import { ProviderError, type ProviderErrorOptions } from '#functions/providers/ports.ts';
import { createUsageMeter } from '#functions/providers/spending.ts';
import type { SearchPage } from '#functions/providers/web-search.ts';
import { type Delay, delay } from '#functions/timing.ts';
import { calm, PROFILE_URL, REQUEST } from './setup.ts';

const RESULTS = {
  totalResults: 0,
  currentPage: 1,
  hasNextPage: false,
  linkedinProfiles: [],
  pagesRead: [{ query: 'x', page: 1, isLast: true }],
};
/** The only page of a search that found nobody. */
const PAGE: SearchPage = {
  results: [],
  totalResults: 0,
  currentPage: 1,
  hasNextPage: false,
  nextPageUrl: undefined,
};

/** Providers whose search takes the given outcomes in order, then repeats the last one. */
function setUp(
  outcomes: (ProviderError | Error | (() => Promise<never>) | 'ok')[],
  {
    failures = DEFAULT_BREAKER.failures,
    halfOpenAfter = DEFAULT_BREAKER.halfOpenAfter,
    clock = (): number => 0,
    wait = async (): Promise<void> => undefined,
  }: { failures?: number; halfOpenAfter?: number; clock?: () => number; wait?: Delay } = {},
) {
  const state = { calls: 0 };
  const waits: number[] = [];
  const log: ProviderCall[] = [];
  const openWith = guardAdapters(
    {
      languageModel: {
        label: 'a model',
        complete: async () => ({ text: 'x', usage: { inputTokens: 1, outputTokens: 1 } }),
      },
      profileData: { label: 'profiles', lookUp: async () => undefined },
      webSearch: {
        label: 'a search',
        page: async () => {
          const outcome = outcomes[Math.min(state.calls, outcomes.length - 1)];
          state.calls += 1;
          if (typeof outcome === 'function') return outcome();
          if (outcome instanceof Error) throw outcome;
          return PAGE;
        },
      },
    },
    {
      clock,
      delay: (milliseconds, signal) => {
        waits.push(milliseconds);
        return wait(milliseconds, signal);
      },
      random: () => 0.5,
      log: (call) => log.push(call),
      breaker: { failures, halfOpenAfter },
    },
  );
  const open = () => openWith(createUsageMeter({ chargesForUnknown: true }));
  const search = (signal = calm()) => open().webSearch.searchPage({ query: 'x', page: 1 }, signal);
  return { open, search, state, waits, log };
}

const failure = (options: Partial<ProviderErrorOptions> = {}) =>
  new ProviderError({
    provider: 'web-search',
    code: 'status',
    status: 503,
    reason: 'down',
    retryable: true,
    ...options,
  });
const refused = failure({ status: 401, reason: 'not you', retryable: false });

/** Searches this many times, whatever the outcome; returns 'ok' or the error code of each. */
async function ask(times: number, search: () => Promise<unknown>): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let index = 0; index < times; index += 1)
    outcomes.push(
      await search().then(
        () => 'ok',
        (error: unknown) => (error instanceof ProviderError ? error.code : error),
      ),
    );
  return outcomes;
}

describe('retries', () => {
  it('wait a random time below a doubling limit', async () => {
    const { search, waits, log } = setUp([failure(), failure(), 'ok']);
    await expect(search()).resolves.toEqual(RESULTS);
    expect(waits).toEqual([250, 500]);
    expect(log.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'status'],
      [2, 'status'],
      [3, 'answered'],
    ]);
  });

  it('wait as long as the provider asks', async () => {
    const { search, waits } = setUp([failure({ retryAfter: 3_000 }), 'ok']);
    await search();
    expect(waits).toEqual([3_000]);
  });

  it('end at once with the abort reason if aborted while waiting', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped by the caller');
    const waiting = Promise.withResolvers<void>();
    const wait: Delay = (_, signal) => {
      waiting.resolve();
      return delay(2_000_000, signal);
    };
    const { search, state } = setUp([failure(), 'ok'], { wait });
    const searching = search(controller.signal);
    await waiting.promise;
    controller.abort(reason);
    await expect(searching).rejects.toBe(reason);
    expect(state.calls).toBe(1);
    await expect(delay(2_000_000, controller.signal)).rejects.toBe(reason);
  });

  it('are not made after an error that is not the provider’s, and it is not logged either', async () => {
    const bug = new TypeError('not a function');
    const { search, state, log } = setUp([bug]);
    await expect(search()).rejects.toBe(bug);
    expect(state.calls).toBe(1);
    expect(log).toEqual([]);
  });

  it('are not made for an aborted search, and neither is the first call', async () => {
    const { search, state } = setUp(['ok']);
    await expect(search(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    expect(state.calls).toBe(0);
  });

  it('stop when less than half of their budget is left; two answers make up for one failure', async () => {
    const limited = failure({ status: 429 });
    const { search, state } = setUp([
      ...Array<(typeof limited | 'ok')[]>(4).fill([limited, 'ok']).flat(),
      limited,
    ]);
    expect(await ask(4, search)).toEqual(['ok', 'ok', 'ok', 'ok']);
    await ask(1, search);
    expect(state.calls).toBe(8 + 2);
  });

  it('after a Retry-After are always made and do not use up the budget for other failures', async () => {
    const busy = failure({ status: 429, retryAfter: 1_000 });
    const { search, state } = setUp([
      ...Array<(typeof busy | 'ok')[]>(12).fill([busy, busy, 'ok']).flat(),
      failure(),
      'ok',
    ]);
    expect(await ask(13, search)).toEqual(Array(13).fill('ok'));
    expect(state.calls).toBe(12 * 3 + 2);
    const failing = setUp([...Array<ProviderError>(5).fill(failure({ status: 409 })), busy, 'ok']);
    await ask(3, failing.search);
    expect(await ask(1, failing.search)).toEqual(['ok']);
  });

  it.each([0, 100])(
    'stay few while the provider keeps failing, even if it answered %i times before',
    async (times) => {
      const limited = failure({ status: 429 });
      const { search, state } = setUp([...Array<'ok'>(times).fill('ok'), limited]);
      await ask(times, search);
      await ask(50, search);
      expect(state.calls - times).toBeLessThanOrEqual(60);
    },
  );

  it('resume once the provider answers again', async () => {
    const limited = failure({ status: 429 });
    const answers = Array<'ok'>(12).fill('ok');
    const { search, state } = setUp([...Array<ProviderError>(8).fill(limited), ...answers, limited]);
    await ask(6, search);
    await ask(12, search);
    const before = state.calls;
    await ask(1, search);
    expect(state.calls - before).toBe(3);
  });
});

it('logs the outcome and duration of each attempt', async () => {
  let now = 1_000;
  const takes = (error: ProviderError) => async () => {
    now += 250;
    throw error;
  };
  const gone = new ProviderError({ provider: 'web-search', code: 'unreachable', reason: 'gone' });
  const { search, log } = setUp([takes(failure()), takes(gone)], { clock: () => now });
  await ask(1, search);
  const call = { provider: 'web-search', label: 'a search', duration: 250 };
  expect(log).toEqual([
    { ...call, attempt: 1, outcome: 'status', status: 503 },
    { ...call, attempt: 2, outcome: 'unreachable' },
  ]);
});

describe('the circuit breaker', () => {
  // The breaker's clock moves only when a test moves it, however busy the machine is.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
  const passTime = () => vi.setSystemTime(Date.now() + DEFAULT_BREAKER.halfOpenAfter);

  it('stays open for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    try {
      const { search, state } = setUp([...Array<ProviderError>(5).fill(failure()), 'ok']);
      await ask(5, search);
      vi.setSystemTime(9_999);
      expect(await ask(1, search)).toEqual(['suspended']);
      vi.setSystemTime(10_000);
      expect(await ask(1, search)).toEqual(['ok']);
      expect(state.calls).toBe(6);
    } finally {
      vi.useRealTimers();
    }
  });

  it('limits twenty requests to a provider that is down to five calls', async () => {
    const { search, state } = setUp([failure()]);
    const outcomes = await ask(20, search);
    expect(state.calls).toBe(5);
    expect(outcomes.slice(0, 2)).toEqual(['status', 'status']);
    expect(outcomes.at(-1)).toBe('suspended');
  });

  it.each([
    ['timeouts', new ProviderError({ provider: 'web-search', code: 'timeout', reason: 'slow' })],
    ['answers cut off', new ProviderError({ provider: 'web-search', code: 'cut', reason: 'broke off' })],
    [
      'refused connections',
      new ProviderError({ provider: 'web-search', code: 'unreachable', reason: 'gone' }),
    ],
    ['408', failure({ status: 408, retryable: false })],
    ['500', failure({ status: 500, retryable: false })],
  ])('is tripped by five failures in a row, but not by four: %s', async (_, error) => {
    const { search, state } = setUp([error, error, error, error, 'ok', error]);
    await ask(10, search);
    expect(state.calls).toBe(10);
    expect(await ask(1, search)).toEqual(['suspended']);
    expect(state.calls).toBe(10);
  });

  it('allows at most 1.2 calls per request even if every request may probe', async () => {
    const { search, state } = setUp([failure()], { halfOpenAfter: 0 });
    await ask(10, search);
    expect(state.calls).toBeLessThanOrEqual(12);
  });

  it('ends a request with its original error if it suspends the retry', async () => {
    const { search, state } = setUp([failure()], { failures: 2 });
    expect(await ask(2, search)).toEqual(['status', 'suspended']);
    expect(state.calls).toBe(2);
  });

  it('says in plain words that a provider is suspended', async () => {
    const { search } = setUp([failure()]);
    await ask(5, search);
    await expect(search()).rejects.toMatchObject({
      code: 'suspended',
      retryable: false,
      message: 'a search is not answering and is left alone for a moment',
    });
  });

  it('probes after a while and closes when the probe succeeds', async () => {
    const { search, state } = setUp([...Array<ProviderError>(5).fill(failure()), 'ok']);
    expect((await ask(6, search)).at(-1)).toBe('suspended');
    passTime();
    expect(await ask(3, search)).toEqual(['ok', 'ok', 'ok']);
    expect(state.calls).toBe(8);
  });

  it('lets simultaneous calls through once the first of them succeeds', async () => {
    const { search, state } = setUp([...Array<ProviderError>(5).fill(failure()), 'ok']);
    await ask(6, search);
    passTime();
    await expect(Promise.all([search(), search(), search()])).resolves.toHaveLength(3);
    expect(state.calls).toBe(8);
  });

  it('makes other calls wait while it probes, and suspends them if the probe fails', async () => {
    const probe = Promise.withResolvers<never>();
    const { search, state } = setUp([...Array<ProviderError>(5).fill(failure()), () => probe.promise]);
    await ask(6, search);
    passTime();
    const stopped = new AbortController();
    const outcomes = Promise.allSettled([search(), search(), search(), search(stopped.signal)]);
    stopped.abort(new Error('stopped'));
    await sleep(1);
    expect(state.calls).toBe(6);
    const down = failure({ status: 500, retryable: false });
    probe.reject(down);
    expect(await outcomes).toMatchObject([
      { reason: down },
      { reason: { code: 'suspended' } },
      { reason: { code: 'suspended' } },
      { reason: { message: 'stopped' } },
    ]);
    expect(state.calls).toBe(6);
  });

  it('suspends all calls that have waited for a failed probe but the next to probe', async () => {
    const down = failure({ status: 500, retryable: false });
    const [first, second] = [Promise.withResolvers<never>(), Promise.withResolvers<never>()];
    const { search, state } = setUp(
      [...Array<ProviderError>(5).fill(down), () => first.promise, () => second.promise],
      { halfOpenAfter: 0 },
    );
    await ask(5, search);
    const probing = search();
    const waiting = Promise.allSettled([search(), search()]);
    first.reject(down);
    await expect(probing).rejects.toBe(down);
    second.reject(down);
    expect(await waiting).toMatchObject([{ reason: down }, { reason: { code: 'suspended' } }]);
    expect(state.calls).toBe(7);
  });

  it('stays open when the probe is aborted', async () => {
    const { search, state } = setUp([...Array<ProviderError>(5).fill(failure()), new Error('aborted')]);
    await ask(6, search);
    passTime();
    const controller = new AbortController();
    const probing = search(controller.signal);
    controller.abort(new Error('stopped'));
    await expect(probing).rejects.toThrow('stopped');
    expect(await ask(1, search)).toEqual(['suspended']);
    expect(state.calls).toBe(6);
  });

  it.each([
    ['refusals', refused],
    ['bad requests', failure({ status: 400, retryable: false })],
    ['rate limits', failure({ status: 429, retryable: false })],
    ['unusable replies', new ProviderError({ provider: 'web-search', code: 'invalid-reply', reason: 'odd' })],
    ['missing keys', new ProviderError({ provider: 'web-search', code: 'missing-key', reason: 'no key' })],
  ])('is not tripped by %s', async (_, error) => {
    const { search, state } = setUp([error]);
    await ask(10, search);
    expect(state.calls).toBe(10);
  });

  it('is not tripped by aborts', async () => {
    const { search, state } = setUp([
      () => new Promise<never>((_, reject) => setImmediate(reject, new Error('aborted'))),
    ]);
    for (let index = 0; index < 8; index += 1) {
      const controller = new AbortController();
      const question = search(controller.signal);
      controller.abort(new Error('stopped'));
      await expect(question).rejects.toThrow('stopped');
    }
    expect(state.calls).toBe(8);
  });

  it('of one provider leaves the others working', async () => {
    const { open, search } = setUp([failure()]);
    await ask(10, search);
    const providers = open();
    await expect(providers.languageModel.complete(REQUEST, calm())).resolves.toMatchObject({ text: 'x' });
    await expect(providers.profileData.lookUp(PROFILE_URL, calm())).resolves.toBeUndefined();
  });
});
