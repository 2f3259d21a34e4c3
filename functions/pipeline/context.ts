import { ProviderError, type Providers } from '#functions/providers/ports.ts';
import type { Delay } from '#functions/timing.ts';
import type { SensitiveCriteria } from '#shared/operator-choices.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { type StepId, type StepStatus, stepOf } from '#shared/steps.ts';
import { toTimestamp } from '#shared/time.ts';

/** What a search was asked for: the user's own words, and the plan sent with them. */
export interface Asked {
  request: string;
  plan: SearchPlan;
}

/** A search's dependencies: the pipeline reaches everything outside itself through these. */
export interface SearchDeps {
  providers: Providers;
  /** Waits while the user reads a step. */
  pause: Delay;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Receives the search's events in order. */
  emit: (event: SearchEvent) => void;
  /** Records failures with their causes; the user is told a readable reason at most. */
  log: (message: string, error?: unknown) => void;
  /** Ends the search's work and spending. Its reason is a {@link StopRequested} or a {@link DeadlineReached}. */
  signal: AbortSignal;
  /** How to treat criteria that hiring must not depend on. */
  sensitiveCriteria: SensitiveCriteria;
}

/** The user asked to stop: no further work is done, and what was found is kept. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';
  constructor() {
    super('The search was stopped');
  }
}

/** The search ran out of time: it ends with whatever it has. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
  constructor() {
    super('The time for this search ran out');
  }
}

/** A step could not do its work; `message` is shown to the user. docs/behaviour.md#error-texts */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** A readable sentence, without its full stop, for anything thrown. Only messages written for users are passed through. */
export function readableReason(error: unknown): string {
  const isForUsers = [StepFailure, ProviderError, DeadlineReached, StopRequested].some(
    (kind) => error instanceof kind,
  );
  return isForUsers && error instanceof Error ? error.message : 'An unexpected error occurred';
}

/** @throws StopRequested when the user has asked to stop. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.reason instanceof StopRequested) throw signal.reason;
}

/** '1 profile', '2 profiles', … */
export const profileCount = (count: number): string => (count === 1 ? '1 profile' : `${count} profiles`);

/**
 * Starts a step and emits it as active. Each of the returned functions, except those that wait, emits the step again with all its
 * details so far, one readable line each. A step that ends after the user asked to stop is reported as stopped, whatever its outcome.
 */
export function startStep(deps: SearchDeps, id: StepId, description: string = stepOf(id).description) {
  const { title, pause } = stepOf(id);
  let details: readonly string[] = [];
  const send = (status: StepStatus) =>
    deps.emit({
      type: 'step',
      data: {
        id,
        title,
        description,
        status,
        timestamp: toTimestamp(deps.clock()),
        ...(details.length > 0 && { details: [...details] }),
      },
    });
  const end = (status: 'completed' | 'error', lines: readonly string[]) => {
    const stopped = deps.signal.reason instanceof StopRequested;
    details = stopped ? [...details, 'Stopped'] : lines;
    send(stopped ? 'error' : status);
  };
  const waitForPause = async () => {
    if (deps.signal.aborted) return;
    await deps.pause(pause, deps.signal).catch((error) => {
      if (!deps.signal.aborted) throw error;
    });
  };
  send('active');
  return {
    /** Replaces the details. */
    show(lines: readonly string[]): void {
      details = lines;
      send('active');
    },
    /**
     * Resolves to the work's result once the step's pause is over too, so that users can read the step; the pause runs during the
     * work and adds nothing to a slow provider. Rejects at once if the work fails.
     */
    async paced<Result>(work: Promise<Result>): Promise<Result> {
      const [result] = await Promise.all([work, waitForPause()]);
      return result;
    },
    /** Waits for the step's pause: returns at once without pacing, and early when the search's signal is aborted. */
    pause: waitForPause,
    complete: (lines: readonly string[] = details): void => end('completed', lines),
    fail: (reason: string): void => end('error', [...details, reason]),
  };
}
