import { useEffect, useMemo } from 'react';
import type { Api } from '#web/lib/api.ts';
import { lazySearchTransport } from '../api/lazy-transport.ts';
import type { SearchRunner } from './create-search-runner.ts';
import { createSearchRunner } from './create-search-runner.ts';

/** The page's one search runner over the API. Its search is let go of when the component leaves the page. */
export function useSearch(api: Api): SearchRunner {
  const runner = useMemo(() => createSearchRunner({ transport: lazySearchTransport(api) }), [api]);
  useEffect(() => () => runner.close(), [runner]);
  return runner;
}
