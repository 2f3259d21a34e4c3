import { expect, it } from 'vitest';
import { createUserEnsurer } from '#functions/http/owner.ts';
import { AccountErasedError } from '#functions/store/errors.ts';

const RUMI = { userId: 'rumi', email: 'rumi@example.com' };

/** An ensurer that counts its reads of the store, over a clock and an account that a test changes. */
function setUp() {
  const state = { now: 0, reads: 0, isErased: false };
  const ensure = async ({ identity: { userId, email } }: { identity: typeof RUMI }) => {
    state.reads += 1;
    if (state.isErased) throw new AccountErasedError('The account was erased');
    const at = '2026-11-21T09:00:00.000Z';
    return { id: userId, email, displayName: 'Rumi', createdAt: at, updatedAt: at };
  };
  return { state, ensureRecord: createUserEnsurer({ ensure }, () => state.now) };
}

it('a person’s record is read once a minute, and at once when their token says something new', async () => {
  const { state, ensureRecord } = setUp();
  for (const now of [0, 1, 59_999]) {
    state.now = now;
    expect(await ensureRecord({ ...RUMI })).toBe('2026-11-21T09:00:00.000Z');
  }
  expect(state.reads).toBe(1);
  await ensureRecord({ ...RUMI, email: 'new@example.com' });
  expect(state.reads).toBe(2);
  state.now = 60_000;
  await ensureRecord(RUMI);
  expect(state.reads).toBe(3);
});

it('no more than ten thousand people are remembered, however many come', async () => {
  const { state, ensureRecord } = setUp();
  await ensureRecord(RUMI);
  for (let person = 1; person < 10_000; person += 1)
    await ensureRecord({ ...RUMI, userId: `person-${person}` });
  await ensureRecord(RUMI);
  expect(state.reads).toBe(10_000);
  await ensureRecord({ ...RUMI, userId: 'one-too-many' });
  await ensureRecord(RUMI);
  expect(state.reads).toBe(10_002);
});

it('a token that has outlived its account is refused within a minute', async () => {
  const { state, ensureRecord } = setUp();
  await ensureRecord(RUMI);
  state.isErased = true;
  state.now = 60_000;
  for (const _ of [1, 2]) await expect(ensureRecord(RUMI)).rejects.toThrow(AccountErasedError);
});
