import { once } from 'node:events';
import { type Delay, unlessAborted } from '#functions/timing.ts';

/** The pauses between the steps of a stack's searches, which end when a test says so: every step stays for as long as it is looked at. */
export class Pace {
  readonly #arrivals = new EventTarget();
  #ends: (() => void)[] = [];
  #isHeld = false;
  /** The length of each search's latest pause. */
  readonly #latest = new WeakMap<AbortSignal, number>();

  /** What the stack is given for its pauses. */
  readonly pause: Delay = async (milliseconds, signal) => {
    // Pauses of one length in a row are one step's, as those of the lookups.
    if (!this.#isHeld || milliseconds === this.#latest.get(signal)) return;
    this.#latest.set(signal, milliseconds);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ends.push(resolve);
    this.#arrivals.dispatchEvent(new Event('arrival'));
    await unlessAborted(signal, promise);
  };

  /** From now on searches stand at every step's pause. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Lets a search on to its next step, when it has come to a step's pause. */
  async next(): Promise<void> {
    if (this.#ends.length === 0) await once(this.#arrivals, 'arrival');
    for (const end of this.#ends.splice(0)) end();
  }

  /** Lets all searches on to their ends. */
  finish(): void {
    this.#isHeld = false;
    for (const end of this.#ends.splice(0)) end();
  }
}
