import { type NetworkBrowser, savesData, untilOnline } from './network.ts';
import { type IdleBrowser, wait, whenIdle } from './schedule.ts';

type Load = () => Promise<unknown>;

/** Loads that have been announced but not started yet. */
const pendingLoads: Load[] = [];
/** Resumes prefetching when another load is announced; undefined while there are loads left. */
let resumePrefetch: (() => void) | undefined;

/** Milliseconds before a failed fetch is retried. */
const RETRY_DELAY = 600;
let retries = 0;

interface LoadChunkOptions<Module extends object> {
  delay?: (milliseconds: number) => Promise<void>;
  /** Imports the module at a URL. */
  importFrom?: (url: string) => Promise<Module>;
  browser?: NetworkBrowser;
}

/**
 * Loads code on demand, once the browser is online. A failed fetch is retried once, since most failures are momentary; a failure for lack
 * of a network does not count.
 * @throws the second failure, e.g. when the page is older than what is deployed and its files are gone
 */
export async function loadChunk<Module extends object>(
  load: () => Promise<Module>,
  options: LoadChunkOptions<Module> = {},
): Promise<Module> {
  const { delay = wait, importFrom = (url) => import(/* @vite-ignore */ url), browser } = options;
  // When a chunk's fetch fails, the browser also remembers the failure of its dependencies, and a second URL does not help with those.
  await untilOnline(browser);
  try {
    return await load();
  } catch (error) {
    await delay(RETRY_DELAY);
    const wasOffline = await untilOnline(browser);
    const url = urlIn(error);
    retries += 1;
    const again =
      url === undefined ? load : async () => mergeExports(await importFrom(`${url}?again=${retries}`));
    return wasOffline ? loadChunk(again, options) : again();
  }
}

/** A file's exports, together with those of any module it exports as a namespace, as it does if the bundler put several modules in it. */
function mergeExports<Module extends object>(file: Module): Module {
  const modules = Object.values(file).filter((value) => Object.prototype.toString.call(value) === MODULE_TAG);
  return modules.length === 0 ? file : Object.assign({}, file, ...modules);
}

const MODULE_TAG = '[object Module]';

/** Chromium remembers that a URL failed, as the HTML standard requires, and names it in the error; Safari does neither. */
const urlIn = (error: unknown): string | undefined => /https?:\/\/\S+\.js\b/.exec(String(error))?.[0];

/** Calls `load` the first time, and again only after a failure. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** Registers code that will be needed later, in the order in which it should be fetched. */
export function announceChunk(load: Load): void {
  pendingLoads.push(load);
  resumePrefetch?.();
}

/**
 * Fetches everything that has been announced, and what is announced later, one load after another, each when the page is idle; fetches
 * nothing for readers who save data.
 */
export function prefetchChunks({
  loads = pendingLoads,
  browser = globalThis.window,
}: {
  loads?: Load[];
  browser?: IdleBrowser & { navigator: object };
} = {}): void {
  if (savesData(browser)) return;
  const next = () => {
    const load = loads.shift();
    resumePrefetch = load === undefined ? next : undefined;
    // The component that needs it fetches it again and reports the failure.
    if (load !== undefined) whenIdle(() => void load().then(next, next), browser);
  };
  next();
}
