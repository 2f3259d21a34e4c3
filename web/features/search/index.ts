export { formatElapsed, ProgressPanel, StepMark } from './progress-panel.tsx';
export type { SearchState, ShownStep } from './search-state.ts';
export { Searches, type SearchResult, searchesOver, stoppedBeforehand } from './searches.ts';
