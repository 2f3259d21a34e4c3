import { beforeEach, describe, expect, it } from 'vitest';
import { loadChunk, prefetchChunks } from '#web/lib/lazy.ts';
import type { IdleBrowser } from '#web/lib/schedule.ts';

const MODULE = { text: 'module' };

/** A load that fails `times` times, and a counter of attempts. */
function failing(times: number) {
  const tries = { count: 0 };
  const load = async () => {
    tries.count += 1;
    if (tries.count <= times) throw new TypeError(`lost ${tries.count}`);
    return MODULE;
  };
  return { tries, load };
}

const pauses: number[] = [];
beforeEach(() => void pauses.splice(0));
const delay = async (milliseconds: number) => void pauses.push(milliseconds);

describe('code loaded on demand', () => {
  it('is loaded once if that succeeds', async () => {
    const { load, tries } = failing(0);
    expect(await loadChunk(load, { delay })).toBe(MODULE);
    expect([tries.count, pauses]).toEqual([1, []]);
  });

  it('is retried once after a pause', async () => {
    const { load, tries } = failing(1);
    expect(await loadChunk(load, { delay })).toBe(MODULE);
    expect([tries.count, pauses.length]).toEqual([2, 1]);
  });

  it('is retried under a fresh URL when the error names the one that failed', async () => {
    const error = new TypeError(
      'Failed to fetch dynamically imported module: http://localhost/assets/part-x1.js',
    );
    const urls: string[] = [];
    const importFrom = async (url: string) => {
      urls.push(url);
      return MODULE;
    };
    expect(await loadChunk(() => Promise.reject(error), { delay, importFrom })).toBe(MODULE);
    await loadChunk(() => Promise.reject(error), { delay, importFrom });
    expect(urls).toEqual([
      expect.stringMatching(/^http:\/\/localhost\/assets\/part-x1\.js\?again=\d+$/),
      expect.stringMatching(/\?again=\d+$/),
    ]);
    expect(new Set(urls).size).toBe(2);
  });

  it('keeps its export names when bundled with other modules', async () => {
    const error = new TypeError(
      'Failed to fetch dynamically imported module: http://localhost/assets/parts-x1.js',
    );
    const load = (): Promise<object> => Promise.reject(error);
    const named = (names: object) => Object.defineProperty(names, Symbol.toStringTag, { value: 'Module' });
    const importFrom = async () => ({
      a: named({ other: 'else' }),
      t: named({ wanted: 'this' }),
      n: { wanted: 'not a module' },
    });
    expect(await loadChunk(load, { delay, importFrom })).toMatchObject({ wanted: 'this', other: 'else' });
  });

  it('fails after the second attempt', async () => {
    const { load, tries } = failing(2);
    await expect(loadChunk(load, { delay })).rejects.toThrow('lost 2');
    expect(tries.count).toBe(2);
  });
});

/** A browser that goes on and off the network. */
class Network extends EventTarget {
  readonly navigator = { onLine: true };
  go(type: 'online' | 'offline'): void {
    this.navigator.onLine = type === 'online';
    this.dispatchEvent(new Event(type));
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('code requested while offline', () => {
  it('is not requested until the browser is back online, since a failure would be cached', async () => {
    const network = new Network();
    network.go('offline');
    const { load, tries } = failing(0);
    const loaded = loadChunk(load, { delay, browser: network });
    await settled();
    expect(tries.count).toBe(0);
    network.go('online');
    expect(await loaded).toBe(MODULE);
  });

  it('is retried after each network loss, and twice while online', async () => {
    const network = new Network();
    const { load, tries } = failing(4);
    const goes = { count: 0 };
    const lose = async () => {
      goes.count += 1;
      if (goes.count < 3) network.go('offline');
    };
    const loaded = loadChunk(load, { delay: lose, browser: network });
    for (const expected of [1, 2]) {
      await settled();
      expect(tries.count).toBe(expected);
      network.go('online');
    }
    await expect(loaded).rejects.toThrow('lost 4');
  });
});

/** A browser that becomes idle when the test says so. */
function browser({ saveData, knowsIdle = true }: { saveData?: boolean; knowsIdle?: boolean } = {}) {
  const waiting: (() => void)[] = [];
  const wait = (callback: () => void) => waiting.push(callback);
  const fake: IdleBrowser & { navigator: object } = {
    ...(knowsIdle && { requestIdleCallback: wait }),
    setTimeout: wait,
    navigator: saveData === undefined ? {} : { connection: { saveData } },
  };
  const idle = async () => {
    for (const callback of waiting.splice(0)) callback();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { fake, idle, waiting };
}

function chunks(...names: string[]) {
  const fetched: string[] = [];
  const loads = names.map((name) => async () => {
    fetched.push(name);
    if (name === 'gone') throw new TypeError('gone');
  });
  return { fetched, loads };
}

describe('prefetching', () => {
  it.each([true, false])(
    'loads chunks one by one in idle moments (requestIdleCallback: %s)',
    async (knowsIdle) => {
      const { fetched, loads } = chunks('a', 'b');
      const { fake, idle, waiting } = browser({ knowsIdle });
      prefetchChunks({ loads, browser: fake });
      expect(fetched).toEqual([]);
      await idle();
      expect(fetched).toEqual(['a']);
      await idle();
      expect([fetched, waiting]).toEqual([['a', 'b'], []]);
    },
  );

  it('continues after a chunk that fails', async () => {
    const { fetched, loads } = chunks('gone', 'b');
    const { fake, idle } = browser();
    prefetchChunks({ loads, browser: fake });
    await idle();
    await idle();
    expect(fetched).toEqual(['gone', 'b']);
  });

  it('also loads chunks announced by a loaded chunk', async () => {
    // A fresh module instance: the worker's shared one already holds chunks announced by other tests.
    const ownPage = '../../../web/lib/lazy.ts?own';
    const { announceChunk, prefetchChunks }: typeof import('#web/lib/lazy.ts') = await import(ownPage);
    const fetched: string[] = [];
    const { fake, idle } = browser();
    announceChunk(async () => {
      fetched.push('conversation');
      announceChunk(async () => void fetched.push('results'));
    });
    prefetchChunks({ browser: fake });
    for (const expected of [['conversation'], ['conversation', 'results']]) {
      await idle();
      expect(fetched).toEqual(expected);
    }
    announceChunk(async () => void fetched.push('later'));
    await idle();
    expect(fetched.at(-1)).toBe('later');
  });

  it('does nothing when the reader saves data', async () => {
    const { fetched, loads } = chunks('a');
    const { fake, idle } = browser({ saveData: true });
    prefetchChunks({ loads, browser: fake });
    await idle();
    expect(fetched).toEqual([]);
  });

  it('loads chunks when the reader does not save data', async () => {
    const { fetched, loads } = chunks('a');
    const { fake, idle } = browser({ saveData: false });
    prefetchChunks({ loads, browser: fake });
    await idle();
    expect(fetched).toEqual(['a']);
  });
});
