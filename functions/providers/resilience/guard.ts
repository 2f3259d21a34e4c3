import type { ProviderLog } from '../call-log.ts';
import type { Delay } from '../delay.ts';
import type { ProviderKind } from '../ports/provider-error.ts';
import { ProviderError } from '../ports/provider-error.ts';
import type { Accounts } from '../spending/accounts.ts';
import type { BreakerOptions } from './breaker.ts';
import { createBreaker } from './breaker.ts';
import { createRetryBudget } from './retry-budget.ts';

/** Retries after the first attempt; a profile lookup may have been paid for, so one at most. */
const RETRIES: Readonly<Record<ProviderKind, number>> = {
  'language-model': 2,
  'web-search': 2,
  'profile-data': 1,
};
/** Waits before a retry, in milliseconds: at most the first before the first, doubled with every further one. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 4_000;

export interface GuardOptions {
  kind: ProviderKind;
  label: string;
  delay: Delay;
  /** From 0 up to 1. */
  random: () => number;
  clock: () => number;
  log: ProviderLog;
  breaker: BreakerOptions;
  accounts: Accounts;
}

/** Runs a call with retries, their budget and the breaker. */
export type Guard = <Result>(call: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * The guard of one provider. The retry loop is ours because cockatiel's waits cannot be aborted or injected.
 * @throws ProviderError of the last call that was made, `suspended` when none was; the signal's reason when aborted.
 */
export function createGuard(options: GuardOptions): Guard {
  const { kind, label, delay, random, accounts } = options;
  const breaker = createBreaker(kind, label, options.breaker);
  const budget = createRetryBudget();
  const mayRetry = (error: ProviderError, attempt: number, signal: AbortSignal): boolean => {
    if (!error.retryable) return false;
    budget.failed();
    return attempt <= RETRIES[kind] && budget.allows() && accounts.of(signal).repeat(kind);
  };
  return async (call, signal) => {
    let previous: ProviderError | undefined;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const result = await outcome(() => breaker(call, signal), { attempt, signal, options });
      if ('value' in result) {
        budget.succeeded();
        return result.value;
      }
      const { error } = result;
      if (!mayRetry(error, attempt, signal)) throw error.code === 'suspended' ? (previous ?? error) : error;
      previous = error;
      await delay(error.retryAfter ?? fullJitter(attempt, random), signal);
    }
  };
}

interface Attempt {
  attempt: number;
  signal: AbortSignal;
  options: GuardOptions;
}

/** What one attempt came to, logged; only a ProviderError is an outcome, anything else is thrown on. */
async function outcome<Result>(
  call: () => Promise<Result>,
  { attempt, signal, options: { kind, label, clock, log } }: Attempt,
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
    log({ ...about(), outcome: error.code, reason: error.message, ...status });
    return { error };
  }
}

/** A random wait up to an exponentially growing bound, so that callers that failed together do not return together. */
function fullJitter(attempt: number, random: () => number): number {
  return random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
}
