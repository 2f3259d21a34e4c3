import type { Message, Outcome } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { ProgressStep, StepId } from '#shared/steps.ts';

/** A step as the panel shows it: its latest event, with when it became active and when it ended (ISO timestamps). */
export interface ShownStep extends ProgressStep {
  startedAt: string;
  endedAt: string | undefined;
}

/** One search as the page knows it. Only the reducer sets what it has found. */
export interface SearchState {
  phase: 'connecting' | 'streaming' | 'finished';
  chatId: string;
  searchId: string | undefined;
  /** Number of the last event received; 0 before the first. */
  lastEventId: number;
  /** In order of first appearance; never pending. */
  steps: readonly ShownStep[];
  /** The directory as known so far; provisional until `message` has come. */
  profiles: DisplayData | undefined;
  userMessage: Message | undefined;
  assistantMessage: Message | undefined;
  outcome: Outcome | undefined;
  error: { code: string; message: string } | undefined;
  /** The connection has been lost for over a second and is being re-established. */
  isReconnecting: boolean;
}

/** The numbers of the events that each part of the state was taken from, so that their order and repetition do not change the result. */
export interface ReducedSearch extends SearchState {
  sources: {
    parts: Readonly<Partial<Record<Exclude<SearchEvent['type'], 'step'>, number>>>;
    steps: Readonly<Partial<Record<StepId, { first: number; last: number }>>>;
  };
}

export const initialSearch = (chatId: string): ReducedSearch => ({
  phase: 'connecting',
  chatId,
  searchId: undefined,
  lastEventId: 0,
  steps: [],
  profiles: undefined,
  userMessage: undefined,
  assistantMessage: undefined,
  outcome: undefined,
  error: undefined,
  isReconnecting: false,
  sources: { parts: {}, steps: {} },
});

/** The state of a search that ends without `done`: it was cut off, refused, or stopped from here. */
export const endSearch = (
  state: SearchState,
  { outcome, error }: { outcome: Outcome; error?: SearchState['error'] },
): SearchState => ({ ...state, phase: 'finished', outcome, error, isReconnecting: false });
