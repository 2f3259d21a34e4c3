import { describe, expect, it } from 'vitest';
import { loadChunk, prefetchChunks } from '#web/lib/lazy.ts';
import type { IdleBrowser } from '#web/lib/schedule.ts';

const MODULE = { text: 'module' };

/** A load that fails so many times, and how often it has been tried. */
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
const delay = async (milliseconds: number) => void pauses.push(milliseconds);

describe('code that is fetched when it is needed', () => {
  it('is fetched once when that works', async () => {
    const { load, tries } = failing(0);
    expect(await loadChunk(load, { delay })).toBe(MODULE);
    expect([tries.count, pauses]).toEqual([1, []]);
  });

  it('is tried once more after a pause', async () => {
    const { load, tries } = failing(1);
    expect(await loadChunk(load, { delay })).toBe(MODULE);
    expect([tries.count, pauses.length]).toEqual([2, 1]);
  });

  it('is asked for under another address where the browser names the one that failed and remembers it', async () => {
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

  it('is had by its own names also from a file of several modules', async () => {
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

  it('is given up after that', async () => {
    const { load, tries } = failing(2);
    await expect(loadChunk(load, { delay })).rejects.toThrow('lost 2');
    expect(tries.count).toBe(2);
  });
});

/** A browser that is on and off the network as the test says. */
class Network extends EventTarget {
  readonly navigator = { onLine: true };
  go(type: 'online' | 'offline'): void {
    this.navigator.onLine = type === 'online';
    this.dispatchEvent(new Event(type));
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('code that is wanted while the browser is offline', () => {
  it('is not asked for before the browser is back: it would remember the failure', async () => {
    const network = new Network();
    network.go('offline');
    const { load, tries } = failing(0);
    const loaded = loadChunk(load, { delay, browser: network });
    await settled();
    expect(tries.count).toBe(0);
    network.go('online');
    expect(await loaded).toBe(MODULE);
  });

  it('is asked for as often as the network goes while it comes, and twice when it is there', async () => {
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

/** A browser that is idle when the test says so. */
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

describe('what will be wanted later', () => {
  it.each([true, false])(
    'is fetched one by one, each in an idle moment (browser tells: %s)',
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

  it('goes on after one that cannot be had', async () => {
    const { fetched, loads } = chunks('gone', 'b');
    const { fake, idle } = browser();
    prefetchChunks({ loads, browser: fake });
    await idle();
    await idle();
    expect(fetched).toEqual(['gone', 'b']);
  });

  it('is fetched also when a part that was fetched names it', async () => {
    // A page of its own: other tests' parts have named theirs already. The files of a worker share all other modules.
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

  it('is left for readers who save data', async () => {
    const { fetched, loads } = chunks('a');
    const { fake, idle } = browser({ saveData: true });
    prefetchChunks({ loads, browser: fake });
    await idle();
    expect(fetched).toEqual([]);
  });

  it('is fetched where the reader does not save data', async () => {
    const { fetched, loads } = chunks('a');
    const { fake, idle } = browser({ saveData: false });
    prefetchChunks({ loads, browser: fake });
    await idle();
    expect(fetched).toEqual(['a']);
  });
});
