import type { NumberedEvent, SearchEvent } from '#shared/search.ts';
import type { ProgressStep } from '#shared/steps.ts';
import type { ReducedSearch, SearchState, ShownStep } from './search-state.ts';

/** Applies one event. For each part of the state the event with the highest number wins, whenever it arrives. */
export function reduceSearch(state: ReducedSearch, { id, event }: NumberedEvent): ReducedSearch {
  const next: ReducedSearch = {
    ...state,
    phase: state.phase === 'finished' ? 'finished' : 'streaming',
    lastEventId: Math.max(state.lastEventId, id),
  };
  if (event.type === 'step') return applyStep(next, id, event.data);
  if (id <= (state.sources.parts[event.type] ?? 0)) return next;
  const parts = { ...state.sources.parts, [event.type]: id };
  return { ...next, ...applyPart(event), sources: { ...state.sources, parts } };
}

function applyPart(event: Exclude<SearchEvent, { type: 'step' }>): Partial<SearchState> {
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

function applyStep(state: ReducedSearch, id: number, step: ProgressStep): ReducedSearch {
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
