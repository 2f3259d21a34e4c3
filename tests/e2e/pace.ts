import { once } from 'node:events';
import { type Delay, unlessAborted } from '#functions/timing.ts';

/** The pauses between the steps of a stack’s searches, which a test ends, so that each step lasts as long as it is being checked. */
export class Pace {
  readonly #arrivals = new EventTarget();
  #ends: (() => void)[] = [];
  #isHeld = false;
  /** The length of the latest pause of each search that has been held. */
  readonly #latest = new Map<AbortSignal, number>();
  /** The searches that run to their ends, even if they outlast their test. */
  readonly #free = new WeakSet<AbortSignal>();

  /** The stack’s pause function. */
  readonly pause: Delay = async (milliseconds, signal) => {
    if (!this.#isHeld) this.#free.add(signal);
    // Consecutive pauses of the same length, such as those of lookups, belong to one step.
    if (this.#free.has(signal) || milliseconds === this.#latest.get(signal)) return;
    this.#latest.set(signal, milliseconds);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ends.push(resolve);
    this.#arrivals.dispatchEvent(new Event('arrival'));
    await unlessAborted(signal, promise);
  };

  /** From now on, searches wait at each step’s pause, except those that have been allowed to continue to their ends. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Lets a search continue to its next step once it has reached a step’s pause. */
  async next(): Promise<void> {
    if (this.#ends.length === 0) await once(this.#arrivals, 'arrival');
    for (const end of this.#ends.splice(0)) end();
  }

  /** Lets all searches continue to their ends. */
  finish(): void {
    this.#isHeld = false;
    for (const signal of this.#latest.keys()) this.#free.add(signal);
    this.#latest.clear();
    for (const end of this.#ends.splice(0)) end();
  }
}
