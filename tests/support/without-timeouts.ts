import { afterAll, beforeAll, type MockInstance, vi } from 'vitest';

/**
 * Gives the database as long as it needs on a busy machine: in the tests of a file, or of a `describe`, that calls this, no
 * `AbortSignal.timeout` aborts.
 */
export function withoutTimeouts(): void {
  let timeout: MockInstance<typeof AbortSignal.timeout>;
  beforeAll(() => {
    timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  });
  afterAll(() => timeout.mockRestore());
}
