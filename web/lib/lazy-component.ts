import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { loadChunk } from './load-chunk.ts';
import { announceChunk } from './prefetch.ts';

/**
 * A component whose code is fetched when it is first drawn, or before that when the page is idle. Draw it inside a `Part`.
 * @param load imports the module
 * @param pick the component in it
 * @param options.isPrefetched false for what most people never see
 */
export function lazyComponent<Module, Props>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { isPrefetched = true }: { isPrefetched?: boolean } = {},
): LazyExoticComponent<ComponentType<Props>> {
  if (isPrefetched) announceChunk(load);
  return lazy(async () => ({ default: pick(await loadChunk(load)) }));
}
