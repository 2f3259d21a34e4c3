const FULL = 6;
const COST_OF_A_FAILURE = 1;
const WORTH_OF_A_SUCCESS = 0.5;

/** Keeps retries from multiplying the calls made to a provider that keeps failing. */
export interface RetryBudget {
  succeeded(): void;
  failed(): void;
  /** Whether a retry may be made. */
  allows(): boolean;
}

/** Every failure costs, every success pays back; retries stop while less than half is left (gRPC's retry throttling, proposal A6). */
export function createRetryBudget(): RetryBudget {
  let left = FULL;
  return {
    succeeded() {
      left = Math.min(FULL, left + WORTH_OF_A_SUCCESS);
    },
    failed() {
      left = Math.max(0, left - COST_OF_A_FAILURE);
    },
    allows: () => left >= FULL / 2,
  };
}
