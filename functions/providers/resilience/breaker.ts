import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { ProviderKind } from '../ports/provider-error.ts';
import { ProviderError } from '../ports/provider-error.ts';

/** When a provider counts as down, and for how long it is then left alone. */
export interface BreakerOptions {
  /** Failed calls in a row. */
  failures: number;
  /** Milliseconds until one call probes it again. */
  halfOpenAfter: number;
}

export const DEFAULT_BREAKER: BreakerOptions = { failures: 5, halfOpenAfter: 10_000 };

/** Runs a call unless the provider is suspended. */
export type Breaker = <Result>(call: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * A circuit breaker over one provider. While it probes a provider that was down, other calls are turned away too: they may be
 * aborted, and cockatiel's own queue for the probe's outcome cannot be.
 * @throws ProviderError `suspended`; otherwise whatever the call throws.
 */
export function createBreaker(kind: ProviderKind, label: string, options: BreakerOptions): Breaker {
  const policy = circuitBreaker(
    // An aborted probe has shown nothing, so the provider stays suspended.
    handleWhen((error) =>
      error instanceof ProviderError ? isDown(error) : policy.state === CircuitState.HalfOpen,
    ),
    { breaker: new ConsecutiveBreaker(options.failures), halfOpenAfter: options.halfOpenAfter },
  );
  return async (call, signal) => {
    if (policy.state === CircuitState.HalfOpen) throw suspended(kind, label);
    try {
      return await policy.execute(call, signal);
    } catch (error) {
      throw error instanceof BrokenCircuitError ? suspended(kind, label) : error;
    }
  };
}

/** Whether the provider itself is failing: what it says about the request or the account, or how it words it, does not count. */
function isDown({ code, status = 0 }: ProviderError): boolean {
  if (code === 'status') return status >= 500 || status === 408;
  return code === 'unreachable' || code === 'timeout';
}

function suspended(provider: ProviderKind, label: string): ProviderError {
  const reason = `${label} is not answering and is left alone for a moment`;
  return new ProviderError({ provider, code: 'suspended', reason });
}
