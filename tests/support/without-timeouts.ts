import { afterAll, beforeAll, type MockInstance, vi } from 'vitest';

/** Gives the database as long as it needs on a busy machine: in the tests of a file that calls this, `AbortSignal.timeout` never aborts. */
export function withoutTimeouts(): void {
  let timeout: MockInstance<typeof AbortSignal.timeout>;
  beforeAll(() => {
    timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  });
  afterAll(() => timeout.mockRestore());
}
