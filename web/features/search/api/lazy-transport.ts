import type { Api } from '#web/lib/api.ts';
import { loadChunk } from '#web/lib/load-chunk.ts';
import { announceChunk } from '#web/lib/prefetch.ts';
import type { SearchTransport } from './search-transport.ts';

const load = () => import('./search-transport.ts');
announceChunk(load);

/** The transport over the API, its code fetched with the first search unless it is there already. Every call may throw the fetch's error. */
export function lazySearchTransport(api: Api): SearchTransport {
  let loaded: Promise<SearchTransport> | undefined;
  const transport = () => {
    loaded ??= loadChunk(load).then(({ createSearchTransport }) => createSearchTransport(api));
    // The next search may have more luck.
    loaded.catch(() => {
      loaded = undefined;
    });
    return loaded;
  };
  return {
    async *open(request, options) {
      yield* (await transport()).open(request, options);
    },
    async *follow(searchId, options) {
      yield* (await transport()).follow(searchId, options);
    },
    stop: async (searchId) => (await transport()).stop(searchId),
  };
}
