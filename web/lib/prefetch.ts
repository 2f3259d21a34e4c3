import type { IdleBrowser } from './when-idle.ts';
import { savesData, whenIdle } from './when-idle.ts';

type Load = () => Promise<unknown>;

const announced = new Set<Load>();

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
  // Whoever needs it fetches it again and speaks of the failure.
  whenIdle(() => void load().then(go, go), browser);
}
