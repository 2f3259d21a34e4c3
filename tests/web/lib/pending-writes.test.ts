import { expect, it } from 'vitest';
import { notePending, pendingWrites } from '#web/lib/pending-writes.ts';

it('waits for all writes on their way, whether they succeed or not, but not for ever', async () => {
  await pendingWrites();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  notePending(first.promise);
  notePending(second.promise);
  let isOver = false;
  const waiting = pendingWrites().then(() => {
    isOver = true;
  });
  first.resolve();
  await pendingWrites(0);
  expect(isOver).toBe(false);
  second.reject(new Error('unreachable'));
  await waiting;
  await pendingWrites();
});
