import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { type Delay, unlessAborted } from '#functions/timing.ts';
import { ProviderError, type ProviderErrorCode, type ProviderKind } from './ports.ts';

/** One attempt to call a provider, as logged: no query, no text, no key. */
export interface ProviderCall {
  provider: ProviderKind;
  /** The provider's name as shown to users. */
  label: string;
  /** Counted from 1; higher numbers are retries. */
  attempt: number;
  /** With `missing-key` and `suspended`, nothing was sent. */
  outcome: 'answered' | 'aborted' | ProviderErrorCode;
  status?: number;
  /** Milliseconds from the call to its outcome. */
  duration: number;
}

export type ProviderLog = (call: ProviderCall) => void;

export interface GuardOptions {
  kind: ProviderKind;
  label: string;
  delay: Delay;
  /** From 0 up to 1. */
  random: () => number;
  clock: () => number;
  /** Called for every attempt. */
  log: ProviderLog;
  breaker: BreakerOptions;
}

/** The search that makes a guarded call. */
interface Caller {
  signal: AbortSignal;
  /** Whether a failed call may be retried once more; a promise if that is not known yet. */
  mayRetry: (kind: ProviderKind) => boolean | Promise<boolean>;
}

/** Retries after the first attempt. A profile lookup may already have been charged for, so it gets only one. */
const MAX_RETRIES_PER_CALL: Readonly<Record<ProviderKind, number>> = {
  'language-model': 2,
  'web-search': 2,
  'profile-data': 1,
};

/**
 * Retries and a circuit breaker for one provider, shared by all searches. The retry loop is our own because cockatiel's delays can be
 * neither aborted nor injected.
 * @throws ProviderError from the last call that was made, or `suspended` if none was; the signal's reason when aborted.
 */
export function createGuard(options: GuardOptions) {
  const { kind, label, delay, random } = options;
  const breaker = createBreaker(kind, label, options.breaker);
  const budget = createRetryBudget();
  const mayRetry = async (error: ProviderError, attempt: number, caller: Caller): Promise<boolean> => {
    if (!error.retryable) return false;
    // A provider that says when to retry is busy, not failing, and expects the retry.
    const isExpected = error.status === 429 && error.retryAfter !== undefined;
    if (!isExpected) budget.recordFailure();
    return (
      attempt <= MAX_RETRIES_PER_CALL[kind] &&
      (isExpected || budget.allowsRetry()) &&
      (await caller.mayRetry(kind))
    );
  };
  return async <Result>(call: () => Promise<Result>, caller: Caller): Promise<Result> => {
    const { signal } = caller;
    let previous: ProviderError | undefined;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const result = await attemptCall(() => breaker(call, signal), attempt, signal, options);
      if ('value' in result) {
        budget.recordSuccess();
        return result.value;
      }
      const { error } = result;
      if (!(await mayRetry(error, attempt, caller)))
        throw error.code === 'suspended' ? (previous ?? error) : error;
      previous = error;
      await delay(error.retryAfter ?? fullJitter(attempt, random), signal);
    }
  };
}

/** Makes one attempt and logs its outcome. A ProviderError is returned; any other error is rethrown. */
async function attemptCall<Result>(
  call: () => Promise<Result>,
  attempt: number,
  signal: AbortSignal,
  { kind, label, clock, log }: GuardOptions,
): Promise<{ value: Result } | { error: ProviderError }> {
  const start = clock();
  const about = () => ({ provider: kind, label, attempt, duration: clock() - start });
  try {
    const value = await call();
    log({ ...about(), outcome: 'answered' });
    return { value };
  } catch (error) {
    if (signal.aborted) {
      log({ ...about(), outcome: 'aborted' });
      throw signal.reason;
    }
    if (!(error instanceof ProviderError)) throw error;
    const status = error.status === undefined ? {} : { status: error.status };
    log({ ...about(), outcome: error.code, ...status });
    return { error };
  }
}

/** Bounds on the wait before a retry, in milliseconds: at most INITIAL_RETRY_DELAY before the first, doubling with each further retry. */
const INITIAL_RETRY_DELAY = 500;
const MAX_RETRY_DELAY = 4_000;

/** A random wait up to an exponentially growing bound, so that calls that failed together are not retried together. */
function fullJitter(attempt: number, random: () => number): number {
  return random() * Math.min(MAX_RETRY_DELAY, INITIAL_RETRY_DELAY * 2 ** (attempt - 1));
}

const RETRY_BUDGET = 6;
const FAILURE_COST = 1;
const SUCCESS_CREDIT = 0.5;

/**
 * A retry budget, which keeps retries from multiplying the calls to a failing provider: every failure draws on it, every success
 * pays back into it, and retries stop while less than half is left (gRPC's retry throttling, proposal A6).
 */
function createRetryBudget() {
  let left = RETRY_BUDGET;
  return {
    recordSuccess() {
      left = Math.min(RETRY_BUDGET, left + SUCCESS_CREDIT);
    },
    recordFailure() {
      left = Math.max(0, left - FAILURE_COST);
    },
    /** Whether a retry may be made. */
    allowsRetry: () => left >= RETRY_BUDGET / 2,
  };
}

/** When a provider counts as down, and for how long calls are then suspended. */
export interface BreakerOptions {
  /** Consecutive failed calls that open the circuit. */
  failures: number;
  /** Milliseconds until one call probes it again. */
  halfOpenAfter: number;
}

export const DEFAULT_BREAKER: BreakerOptions = { failures: 5, halfOpenAfter: 10_000 };

/**
 * A circuit breaker for one provider: runs a call unless the provider is suspended. While a call probes whether the provider is back,
 * other calls wait for the outcome; otherwise all but one of a search's parallel calls would fail once it is. The waiting is our own,
 * since a wait in cockatiel's queue cannot be aborted.
 * @throws ProviderError `suspended`; otherwise whatever the call throws.
 */
function createBreaker(kind: ProviderKind, label: string, options: BreakerOptions) {
  const policy = circuitBreaker(
    // An aborted probe proves nothing, so the provider stays suspended.
    handleWhen((error) =>
      error instanceof ProviderError ? isDown(error) : policy.state === CircuitState.HalfOpen,
    ),
    { breaker: new ConsecutiveBreaker(options.failures), halfOpenAfter: options.halfOpenAfter },
  );
  let probed = Promise.withResolvers<void>();
  policy.onStateChange((state) => {
    if (state === CircuitState.HalfOpen) probed = Promise.withResolvers();
    else probed.resolve();
  });
  return async <Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    if (policy.state === CircuitState.HalfOpen) await unlessAborted(signal, probed.promise);
    // Another waiting call may already have become the next probe.
    if (policy.state === CircuitState.HalfOpen) throw suspended(kind, label);
    try {
      return await policy.execute(call, signal);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? suspended(kind, label) : error;
    }
  };
}

/** Whether the provider itself is failing. Errors about the request or the account, and malformed replies, do not count. */
function isDown({ code, status = 0 }: ProviderError): boolean {
  if (code === 'status') return status >= 500 || status === 408;
  return code === 'unreachable' || code === 'timeout' || code === 'cut';
}

function suspended(provider: ProviderKind, label: string): ProviderError {
  const reason = `${label} is not answering and is left alone for a moment`;
  return new ProviderError({ provider, code: 'suspended', reason });
}
