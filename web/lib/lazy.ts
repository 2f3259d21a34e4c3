import { type IdleBrowser, savesData, whenIdle } from './page.ts';

type Load = () => Promise<unknown>;

const announced = new Set<Load>();

/** Milliseconds before a fetch that failed is tried once more. */
const RETRY_DELAY = 600;

interface LoadChunkOptions<Module> {
  delay?: (milliseconds: number) => Promise<void>;
  /** Imports what is at an address. */
  importFrom?: (url: string) => Promise<Module>;
}

/**
 * Code that is fetched when it is needed. A fetch that fails is tried once more: most losses are over in a moment.
 * @throws the second failure, e.g. when the page is older than what is deployed and its files are gone
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { delay = wait, importFrom = (url) => import(/* @vite-ignore */ url) }: LoadChunkOptions<Module> = {},
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await delay(RETRY_DELAY);
    const url = addressIn(error);
    return url === undefined ? load() : importFrom(`${url}?again`);
  }
}

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
  announced.add(load);
}

/** Fetches all that has been announced, one after another, each when the page is idle; nothing for readers who save data. */
export function prefetchChunks({
  loads = [...announced],
  browser = globalThis.window,
}: {
  loads?: readonly Load[];
  browser?: IdleBrowser;
} = {}): void {
  const [load, ...later] = loads;
  if (load === undefined || savesData(browser)) return;
  const go = () => prefetchChunks({ loads: later, browser });
  // The part that needs it fetches it again and reports the failure.
  whenIdle(() => void load().then(go, go), browser);
}
