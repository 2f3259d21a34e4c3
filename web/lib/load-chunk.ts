/** Milliseconds before the one more try. */
const PAUSE = 600;

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
    await delay(PAUSE);
    const url = addressIn(error);
    return url === undefined ? load() : importFrom(`${url}?again`);
  }
}

/** Chromium remembers that an address failed, as HTML has it, and names it; Safari does neither. */
const addressIn = (error: unknown): string | undefined => /https?:\/\/\S+\.js\b/.exec(String(error))?.[0];

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
