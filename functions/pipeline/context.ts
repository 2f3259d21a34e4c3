import type { Providers } from '#functions/providers/ports/index.ts';
import type { SearchEvent } from '#shared/events.ts';

/** What a search is given to work with. Everything outside the pipeline comes through here. */
export interface SearchTools {
  providers: Providers;
  /** `steps` shows each step at least its specified time, `off` as long as its work takes. */
  pacing: 'steps' | 'off';
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Resolves after that many milliseconds; rejects with the signal's reason when aborted. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Takes the search's events in their order. */
  emit: (event: SearchEvent) => void;
  /** Takes failures the search went on without, with their causes. */
  log: (message: string, error: unknown) => void;
  /** Ends the search's work and spending: its reason is a {@link StopRequested} or a {@link DeadlineReached}. */
  signal: AbortSignal;
}

/** The person asked to stop: nothing more is done, what was found is kept. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested';
}

/** The time for the search is used up: it ends with whatever it has. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
  constructor() {
    super('The time for this search ran out');
  }
}

/** @throws StopRequested when the person has asked to stop. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.reason instanceof StopRequested) throw signal.reason;
}

/**
 * Runs a step's work under the step's pause: resolves when both are over, so that a person can read the step and a slow provider
 * costs nothing extra (design decision 2). A failure is passed on at once.
 */
export async function paced<T>(tools: SearchTools, pause: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, pauseFor(tools, pause)]);
  return result;
}

/** The pause alone: none without pacing, ended early by the search's signal. */
export async function pauseFor(tools: SearchTools, pause: number): Promise<void> {
  if (tools.pacing === 'off' || tools.signal.aborted) return;
  await tools.delay(pause, tools.signal).catch((error) => {
    if (!tools.signal.aborted) throw error;
  });
}
