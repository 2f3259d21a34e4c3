import { describe, expect, it } from 'vitest';
import { impatient } from '#tests/web/features/search/impatient.ts';
import { Backoff, delay } from '#web/features/search/backoff.ts';

const { signal } = new AbortController();

/** A backoff whose pauses are recorded instead of waited for. */
function recorded(random: number) {
  const pauses: number[] = [];
  const tries = new Backoff({
    ...impatient,
    random: () => random,
    delay: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { tries, pauses };
}

describe('the pauses between attempts', () => {
  it.each([
    [0, [0, 125, 250, 500, 1_000, 2_000, 4_000, 4_000]],
    [1, [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]],
  ])('grow from zero to their maximum, with a random value of %s', async (random, expected) => {
    const { tries, pauses } = recorded(random);
    for (const _ of expected) expect(await tries.next(signal)).toBe(true);
    expect(pauses).toEqual(expected);
  });

  it('start over after a success', async () => {
    const { tries, pauses } = recorded(1);
    for (let count = 0; count < 4; count += 1) await tries.next(signal);
    tries.succeed();
    await tries.next(signal);
    expect(pauses).toEqual([0, 250, 500, 1_000, 0]);
  });

  it('end after ten minutes in total', async () => {
    const { tries, pauses } = recorded(0.5);
    while (await tries.next(signal));
    const waited = pauses.reduce((sum, pause) => sum + pause, 0);
    expect(waited).toBeGreaterThanOrEqual(600_000);
    expect(waited).toBeLessThan(608_000);
  });

  it('are cut short when the page wakes up, and start short again', async () => {
    const pauses: number[] = [];
    let wake: (() => void) | undefined;
    const tries = new Backoff({
      random: () => 1,
      wakeUps: (listener) => {
        wake = listener;
        return () => undefined;
      },
      delay: async (milliseconds, waiting) => {
        pauses.push(milliseconds);
        if (milliseconds < 8_000) return;
        const waited = delay(milliseconds, waiting);
        wake?.();
        await waited;
      },
    });
    for (let count = 0; count < 8; count += 1) await tries.next(signal);
    expect(pauses).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 8_000, 250]);
  });

  it('end with the abort reason', async () => {
    const abort = new AbortController();
    const tries = new Backoff({ ...impatient, delay });
    await tries.next(abort.signal);
    const next = tries.next(abort.signal);
    const reason = new Error('gone elsewhere');
    abort.abort(reason);
    await expect(next).rejects.toBe(reason);
  });
});
