export { ProgressPanel } from './progress-panel.tsx';
export type { SearchState, ShownStep } from './reduce-search.ts';
export type { SearchResult } from './searches.ts';
export { Searches, searchesOver, stoppedBeforehand } from './searches.ts';
export type { SearchTransport } from './transport.ts';
export { createSearchTransport } from './transport.ts';
