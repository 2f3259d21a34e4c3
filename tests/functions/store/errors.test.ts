import { describe, expect, it, vi } from 'vitest';
import { InvalidCursorError, StoreError, withStoreErrors } from '#functions/store/errors.ts';

interface Cancellable {
  signal?: AbortSignal;
}

/** An aggregate of two operations, the second of which runs `work`. */
function wrap(work: () => Promise<unknown>) {
  const read = async ({ id }: Cancellable & { id: number }) => id + 1;
  const write = (_options: Cancellable = {}) => work();
  return withStoreErrors({ read: 'Failed to read', write: 'Failed to write' }, { read, write });
}

describe('a store operation', () => {
  it('returns its result', async () => {
    expect(await wrap(async () => undefined).read({ id: 1 })).toBe(2);
  });

  it('throws its own message along with the cause', async () => {
    const cause = new Error('Throttled');
    const write = wrap(() => Promise.reject(cause)).write();
    await expect(write).rejects.toThrow(StoreError);
    await expect(write).rejects.toMatchObject({ message: 'Failed to write', cause });
  });

  it.each([new RangeError('Blank'), new InvalidCursorError('Not of this list')])(
    'passes on %s unchanged',
    async (error) => {
      await expect(wrap(() => Promise.reject(error)).write()).rejects.toBe(error);
    },
  );

  it('does not start when already cancelled, and throws the reason when cancelled midway', async () => {
    const reason = new Error('Nobody waits any more');
    const work = vi.fn(async () => undefined);
    await expect(wrap(work).write({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(work).not.toHaveBeenCalled();
    const controller = new AbortController();
    const { write } = wrap(() => {
      controller.abort(reason);
      return Promise.reject(new Error('The socket was closed'));
    });
    await expect(write({ signal: controller.signal })).rejects.toBe(reason);
  });
});
