import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { takeTurns } from '#functions/store/client.ts';

describe('taking turns', () => {
  it('admits a fixed number per turn of the event loop, in order of arrival', async () => {
    const turn = takeTurns(3);
    const through: number[] = [];
    for (let number = 0; number < 8; number += 1) void turn().then(() => through.push(number));
    const seen: number[] = [];
    while (through.length < 8) {
      await Promise.resolve();
      await Promise.resolve();
      seen.push(through.length);
      await nextTurn();
    }
    expect(through).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(seen[0]).toBe(3);
    expect(Math.max(...seen.map((count, index) => count - (seen[index - 1] ?? 0)))).toBeLessThanOrEqual(3);
  });

  it('does not delay a single call', async () => {
    const turn = takeTurns(1);
    let isThrough = false;
    void turn().then(() => {
      isThrough = true;
    });
    await Promise.resolve();
    expect(isThrough).toBe(true);
  });
});
