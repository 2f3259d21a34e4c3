export type { SearchTransport } from './api/search-transport.ts';
export { createSearchTransport } from './api/search-transport.ts';
export type { SearchEnding, SearchResult, SearchRunner } from './hooks/create-search-runner.ts';
export { createSearchRunner, stoppedBeforehand } from './hooks/create-search-runner.ts';
export { useSearch } from './hooks/use-search.ts';
export type { SearchState, ShownStep } from './search-state.ts';
