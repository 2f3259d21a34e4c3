import process from 'node:process';

/** Whether this run looks for timing-dependent tests (`JITTER=1 npm test`). */
export const isJittery = (process.env['JITTER'] ?? '') !== '';

/**
 * Makes the calling process or page as slow as a busy machine on a slow network: it blocks for up to 80 ms now and then, and responses and
 * hashes, which other threads compute, arrive late. Timing-dependent tests then fail in one run instead of one in fifty. Self-contained, so
 * that it can be sent to a page.
 */
export function stall(): void {
  const { performance, crypto, fetch: send, setTimeout: later } = globalThis;
  // Tests may replace the clock.
  const now = performance.now.bind(performance);
  const hold = () => {
    const until = now() + Math.random() * 80;
    while (now() < until);
    const timer: { unref?: () => void } | number = later(hold, 10 + Math.random() * 80);
    // Node's own timer must not keep the process alive.
    if (typeof timer === 'object') timer.unref?.();
  };
  hold();
  // The system can preempt at any moment, not only between turns of the event loop: two readings of the clock in a row may be far apart.
  const today = Date.now.bind(Date);
  Date.now = () => {
    if (Math.random() < 0.02) for (const until = now() + Math.random() * 80; now() < until; );
    return today();
  };
  // A network delays requests as well as responses, some of them much longer than others.
  const arrive = () =>
    new Promise((resolve) => later(resolve, Math.random() * (Math.random() < 0.2 ? 1_000 : 50)));
  globalThis.fetch = async (...given) => {
    // A page that is being left sends this one at once or never.
    if (given[1]?.keepalive !== true) await arrive();
    const response = await send(...given);
    await arrive();
    return response;
  };
  // An empty page is not a secure context, and only those can hash.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return;
  const digest = subtle.digest.bind(subtle);
  subtle.digest = async (...given) => {
    const hash = await digest(...given);
    await new Promise((resolve) => later(resolve, 5 + Math.random() * 30));
    return hash;
  };
}

// A worker runs this once for each of its files.
if (isJittery && !Reflect.has(globalThis, 'isStalling')) {
  Reflect.set(globalThis, 'isStalling', true);
  stall();
}
