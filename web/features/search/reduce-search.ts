import type { Message, Outcome } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import type { NumberedEvent, SearchEvent } from '#shared/search.ts';
import type { ProgressStep, StepId } from '#shared/steps.ts';

/** A step as the panel shows it: the latest event of it, with when it became active and when it ended (ISO timestamps). */
export interface ShownStep extends ProgressStep {
  startedAt: string;
  endedAt: string | undefined;
}

/** One search as the page knows it. What it found is made by the reducer alone. */
export interface SearchState {
  phase: 'connecting' | 'streaming' | 'finished';
  chatId: string;
  searchId: string | undefined;
  /** Number of the last event taken in; 0 before the first. */
  lastEventId: number;
  /** In the order in which they first appeared; never pending. */
  steps: readonly ShownStep[];
  /** The directory as known so far; provisional until `message` has come. */
  profiles: DisplayData | undefined;
  userMessage: Message | undefined;
  assistantMessage: Message | undefined;
  outcome: Outcome | undefined;
  error: { code: string; message: string } | undefined;
  /** The connection has been lost for over a second and is being sought. */
  isReconnecting: boolean;
}

/** Numbers of the events each part of the state was taken from, so that neither order nor repetition changes the outcome. */
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

/** Takes one event in. Of each part the event with the highest number counts, whenever it arrives. */
export function reduceSearch(state: ReducedSearch, { id, event }: NumberedEvent): ReducedSearch {
  const next: ReducedSearch = {
    ...state,
    phase: state.phase === 'finished' ? 'finished' : 'streaming',
    lastEventId: Math.max(state.lastEventId, id),
  };
  if (event.type === 'step') return takeStep(next, id, event.data);
  if (id <= (state.sources.parts[event.type] ?? 0)) return next;
  const parts = { ...state.sources.parts, [event.type]: id };
  return { ...next, ...takePart(event), sources: { ...state.sources, parts } };
}

/** The search as it stands when it ends otherwise than by `done`: it was cut, refused or stopped from here. */
export const endSearch = (
  state: SearchState,
  { outcome, error }: { outcome: Outcome; error?: SearchState['error'] },
): SearchState => ({ ...state, phase: 'finished', outcome, error, isReconnecting: false });

function takePart(event: Exclude<SearchEvent, { type: 'step' }>): Partial<SearchState> {
  switch (event.type) {
    case 'run':
      return { searchId: event.data.searchId, userMessage: event.data.userMessage };
    case 'profiles':
      return { profiles: event.data };
    case 'message':
      return { assistantMessage: event.data };
    case 'done':
      return { phase: 'finished', outcome: event.data.outcome, error: event.data.error };
  }
}

function takeStep(state: ReducedSearch, id: number, step: ProgressStep): ReducedSearch {
  if (step.status === 'pending') return state;
  const seen = state.sources.steps[step.id];
  if (seen !== undefined && id >= seen.first && id <= seen.last) return state;
  const first = Math.min(id, seen?.first ?? id);
  const last = Math.max(id, seen?.last ?? id);
  const sources = { ...state.sources, steps: { ...state.sources.steps, [step.id]: { first, last } } };
  const known = state.steps.find((shown) => shown.id === step.id);
  const shown = mergeStep(known, step, { isFirst: first === id, isLast: last === id });
  const others = state.steps.filter((other) => other.id !== step.id);
  const steps = [...others, shown].sort(
    (a, b) => (sources.steps[a.id]?.first ?? 0) - (sources.steps[b.id]?.first ?? 0),
  );
  return { ...state, steps, sources };
}

function mergeStep(
  known: ShownStep | undefined,
  step: ProgressStep,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): ShownStep {
  const startedAt = known === undefined || isFirst ? step.timestamp : known.startedAt;
  if (known !== undefined && !isLast) return { ...known, startedAt };
  const endedAt = step.status === 'active' ? undefined : step.timestamp;
  return { ...step, startedAt, endedAt };
}
