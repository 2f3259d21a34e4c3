import { ProviderError, type Providers } from '#functions/providers/ports.ts';
import { type Delay, delay } from '#functions/timing.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { type StepId, type StepStatus, stepOf } from '#shared/steps.ts';
import { toTimestamp } from '#shared/time.ts';
import type { SensitiveCriteria } from './criteria/sensitive.ts';

/** What a search was asked for: the person's own words, and what else came with them. */
export interface Asked {
  request: string;
  plan: SearchPlan;
}

/** What a search is given. Everything outside the pipeline comes through here. */
export interface SearchDeps {
  providers: Providers;
  /** Waits while a person reads a step; one of {@link PAUSES}. */
  pause: Delay;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Takes the search's events in their order. */
  emit: (event: SearchEvent) => void;
  /** Takes failures the search went on without, with their causes. */
  log: (message: string, error?: unknown) => void;
  /** Ends the search's work and spending: its reason is a {@link StopRequested} or a {@link DeadlineReached}. */
  signal: AbortSignal;
  /** What is done with criteria that hiring must not turn on; they count where nothing is said. */
  sensitiveCriteria?: SensitiveCriteria;
}

/** By the deployment's pacing: a step is shown at least as long as its pause, or as long as its work takes. */
export const PAUSES: Record<'steps' | 'off', Delay> = { steps: delay, off: async () => undefined };

/** The person asked to stop: nothing more is done, what was found is kept. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';
  constructor() {
    super('The search was stopped');
  }
}

/** The time for the search is used up: it ends with whatever it has. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
  constructor() {
    super('The time for this search ran out');
  }
}

/** A step could not do its work; `message` is meant for people. docs/behaviour.md#error-texts */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** One readable sentence without a final stop for anything thrown; only texts made for people pass. */
export function readableReason(error: unknown): string {
  const meantForPeople = [StepFailure, ProviderError, DeadlineReached, StopRequested].some(
    (kind) => error instanceof kind,
  );
  return meantForPeople && error instanceof Error ? error.message : 'An unexpected error occurred';
}

/** @throws StopRequested when the person has asked to stop. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.reason instanceof StopRequested) throw signal.reason;
}

/** '1 profile', '2 profiles', … */
export const profileCount = (count: number): string => (count === 1 ? '1 profile' : `${count} profiles`);

/**
 * Starts a step: sends it as active. Each call of what it returns, but those that wait, sends the step anew, with all its details so far,
 * one readable line each. A step that ends after the person asked to stop ends as stopped, however it went.
 */
export function startStep(deps: SearchDeps, id: StepId) {
  const { title, description, pause } = stepOf(id);
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
     * Resolves to the work's result when the step's pause is over too: a person can read the step, and a slow provider costs nothing
     * extra. A failure is passed on at once.
     */
    async paced<Result>(work: Promise<Result>): Promise<Result> {
      const [result] = await Promise.all([work, waitForPause()]);
      return result;
    },
    /** The step's pause alone: none without pacing, ended early by the search's signal. */
    pause: waitForPause,
    complete: (lines: readonly string[] = details): void => end('completed', lines),
    fail: (reason: string): void => end('error', [...details, reason]),
  };
}
