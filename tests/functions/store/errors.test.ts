import { describe, expect, it, vi } from 'vitest';
import { InvalidCursorError, StoreError, withStoreErrors } from '#functions/store/errors.ts';

interface Cancellable {
  signal?: AbortSignal;
}

/** An aggregate of two operations; the second does what it is given. */
function wrap(work: () => Promise<unknown>) {
  const read = async ({ id }: Cancellable & { id: number }) => id + 1;
  const write = (_options: Cancellable = {}) => work();
  return withStoreErrors({ read: 'Failed to read', write: 'Failed to write' }, { read, write });
}

describe('an operation of the store', () => {
  it('gives back what it gives', async () => {
    expect(await wrap(async () => undefined).read({ id: 1 })).toBe(2);
  });

  it('throws its own message, with the cause beside it', async () => {
    const cause = new Error('Throttled');
    const write = wrap(() => Promise.reject(cause)).write();
    await expect(write).rejects.toThrow(StoreError);
    await expect(write).rejects.toMatchObject({ message: 'Failed to write', cause });
  });

  it.each([new RangeError('Blank'), new InvalidCursorError('Not of this list')])(
    'passes on %s as it is',
    async (error) => {
      await expect(wrap(() => Promise.reject(error)).write()).rejects.toBe(error);
    },
  );

  it('does not begin when it was cancelled before, and throws the reason when it is cancelled on the way', async () => {
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
