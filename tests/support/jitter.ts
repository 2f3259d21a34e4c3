import process from 'node:process';

/** Whether this run looks for tests that count on how long something takes (`JITTER=1 npm test`). */
export const isJittery = (process.env['JITTER'] ?? '') !== '';

/**
 * Makes the process, or the page, it is called in as slow as a busy machine: it stands still for up to 80 ms now and then, and hashes,
 * which other threads compute, come late. A test that counts on time fails then in one run instead of one in fifty. Uses nothing from
 * outside itself, so that it can be sent to a page.
 */
export function stall(): void {
  const { performance, crypto, setTimeout: later } = globalThis;
  // Tests may put their own clock in its place.
  const now = performance.now.bind(performance);
  const hold = () => {
    const until = now() + Math.random() * 80;
    while (now() < until);
    const timer: { unref?: () => void } | number = later(hold, 10 + Math.random() * 80);
    // Nothing waits for Node's own.
    if (typeof timer === 'object') timer.unref?.();
  };
  hold();
  // The system gives the core to somebody else at any moment, not only between two turns of the event loop: whoever looks twice at the clock may
  // see much time gone.
  const today = Date.now.bind(Date);
  Date.now = () => {
    if (Math.random() < 0.02) for (const until = now() + Math.random() * 80; now() < until; );
    return today();
  };
  // An empty page is no secure context, and only those can make hashes.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return;
  const digest = subtle.digest.bind(subtle);
  subtle.digest = async (...given) => {
    const hash = await digest(...given);
    await new Promise((resolve) => later(resolve, 5 + Math.random() * 30));
    return hash;
  };
}

// A worker runs this anew for each of its files.
if (isJittery && !Reflect.has(globalThis, 'isStalling')) {
  Reflect.set(globalThis, 'isStalling', true);
  stall();
}
