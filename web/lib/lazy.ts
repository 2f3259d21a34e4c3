import { type NetworkBrowser, savesData, untilOnline } from './network.ts';
import { type IdleBrowser, whenIdle } from './schedule.ts';

type Load = () => Promise<unknown>;

/** What has been announced and not been fetched yet. */
const announced: Load[] = [];
/** Goes on with what is announced from now on. */
let fetchAnnounced: (() => void) | undefined;

/** Milliseconds before a fetch that failed is tried once more. */
const RETRY_DELAY = 600;
let retries = 0;

interface LoadChunkOptions<Module extends object> {
  delay?: (milliseconds: number) => Promise<void>;
  /** Imports what is at an address. */
  importFrom?: (url: string) => Promise<Module>;
  browser?: NetworkBrowser;
}

/**
 * Code that is fetched when it is needed, and the browser is online. A fetch that fails is tried once more, since most losses are
 * over in a moment; one that failed for want of a network counts for nothing.
 * @throws the second failure, e.g. when the page is older than what is deployed and its files are gone
 */
export async function loadChunk<Module extends object>(
  load: () => Promise<Module>,
  options: LoadChunkOptions<Module> = {},
): Promise<Module> {
  const { delay = wait, importFrom = (url) => import(/* @vite-ignore */ url), browser } = options;
  // Of a chunk that is asked for in vain the browser remembers also what that needs, and no second address helps there.
  await untilOnline(browser);
  try {
    return await load();
  } catch (error) {
    await delay(RETRY_DELAY);
    const wasOffline = await untilOnline(browser);
    const url = addressIn(error);
    retries += 1;
    const again =
      url === undefined ? load : async () => moduleIn(await importFrom(`${url}?again=${retries}`));
    return wasOffline ? loadChunk(again, options) : again();
  }
}

/** What a file exports, and what the modules do that it exports whole: such is a file in which the bundler has put more than one of them. */
function moduleIn<Module extends object>(file: Module): Module {
  const modules = Object.values(file).filter((value) => Object.prototype.toString.call(value) === MODULE);
  return modules.length === 0 ? file : Object.assign({}, file, ...modules);
}

const MODULE = '[object Module]';

/** Chromium remembers that an address failed, as the HTML standard asks, and names it; Safari does neither. */
const addressIn = (error: unknown): string | undefined => /https?:\/\/\S+\.js\b/.exec(String(error))?.[0];

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls `load` the first time, and again after a failure. */
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

/** Names code that will be wanted later, in the order in which it should come. */
export function announceChunk(load: Load): void {
  announced.push(load);
  fetchAnnounced?.();
}

/**
 * Fetches all that has been announced, and what is announced later, one after another, each when the page is idle; nothing for
 * readers who save data.
 */
export function prefetchChunks({
  loads = announced,
  browser = globalThis.window,
}: {
  loads?: Load[];
  browser?: IdleBrowser & { navigator: object };
} = {}): void {
  if (savesData(browser)) return;
  const next = () => {
    const load = loads.shift();
    fetchAnnounced = load === undefined ? next : undefined;
    // The part that needs it fetches it again and reports the failure.
    if (load !== undefined) whenIdle(() => void load().then(next, next), browser);
  };
  next();
}
