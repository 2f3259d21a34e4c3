import { describe, expect, it } from 'vitest';
import { loadChunk } from '#web/lib/load-chunk.ts';

/** A load that fails so many times, and how often it has been tried. */
function failing(times: number) {
  const tries = { count: 0 };
  const load = async () => {
    tries.count += 1;
    if (tries.count <= times) throw new TypeError(`lost ${tries.count}`);
    return 'module';
  };
  return { tries, load };
}

const pauses: number[] = [];
const delay = async (milliseconds: number) => void pauses.push(milliseconds);

describe('code that is fetched when it is needed', () => {
  it('is fetched once when that works', async () => {
    const { load, tries } = failing(0);
    expect(await loadChunk(load, { delay })).toBe('module');
    expect([tries.count, pauses]).toEqual([1, []]);
  });

  it('is tried once more after a pause', async () => {
    const { load, tries } = failing(1);
    expect(await loadChunk(load, { delay })).toBe('module');
    expect([tries.count, pauses.length]).toEqual([2, 1]);
  });

  it('is asked for under another address where the browser names the one that failed and remembers it', async () => {
    const error = new TypeError(
      'Failed to fetch dynamically imported module: http://localhost/assets/part-x1.js',
    );
    const urls: string[] = [];
    const importFrom = async (url: string) => {
      urls.push(url);
      return 'module';
    };
    expect(await loadChunk(() => Promise.reject(error), { delay, importFrom })).toBe('module');
    expect(urls).toEqual(['http://localhost/assets/part-x1.js?again']);
  });

  it('is given up after that', async () => {
    const { load, tries } = failing(2);
    await expect(loadChunk(load, { delay })).rejects.toThrow('lost 2');
    expect(tries.count).toBe(2);
  });
});
