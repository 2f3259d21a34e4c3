import { describe, expect, it } from 'vitest';
import { prefetchChunks } from '#web/lib/prefetch.ts';
import type { IdleBrowser } from '#web/lib/when-idle.ts';

/** A browser that is idle when the test says so. */
function browser({ saveData, knowsIdle = true }: { saveData?: boolean; knowsIdle?: boolean } = {}) {
  const waiting: (() => void)[] = [];
  const wait = (callback: () => void) => waiting.push(callback);
  const fake: IdleBrowser = {
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
