/*
 * How long the product waits for a database or a provider is limited to seconds. A busy machine may exceed such a limit with nothing wrong,
 * so in tests no `AbortSignal.timeout` aborts, except in those about a limit.
 */

const KEPT = Symbol.for('AbortSignal.timeout');
// A worker loads this module for each of its files, and the later ones find the limits lifted already.
const limited: typeof AbortSignal.timeout = Reflect.get(globalThis, KEPT) ?? AbortSignal.timeout;
Reflect.set(globalThis, KEPT, limited);

/** Gives everything as long as it needs, in this process. Self-contained, so that it can be sent to a page. */
export function liftTimeLimits(): void {
  AbortSignal.timeout = () => new AbortController().signal;
}

/** For tests about a limit, as `beforeAll(restoreTimeLimits)`; `afterAll(liftTimeLimits)` ends it. */
export function restoreTimeLimits(): void {
  AbortSignal.timeout = limited;
}

liftTimeLimits();
