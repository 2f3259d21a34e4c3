import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shareKey, snapshotKey } from '#functions/store/keys.ts';
import type { Store } from '#functions/store/store.ts';
import { Table } from '#functions/store/table.ts';
import { SHARE_LIMITS } from '#shared/shares.ts';
import { toTimestamp } from '#shared/time.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { newPerson, noise, profileOf, shareOf } from './samples.ts';
import { setUpStore } from './setup.ts';

const DAY = 86_400_000;

const setup = setUpStore();
let store: Store;
let userId: string;
beforeEach(() => {
  store = setup.open();
  userId = newPerson();
});

const table = () => new Table(setup.database().client, setup.tableName(), setup.clock.read);

async function share(id = 'share_1', sketch: Parameters<typeof shareOf>[1] = {}) {
  const made = await store.shares.create({ userId, ...shareOf(id, sketch) });
  if (made.status !== 'created') throw new Error(`The share was not made: ${made.status}`);
  return made.share;
}

/** Fills the account with shares of nothing, with one request for each. */
async function fill(): Promise<void> {
  const expiresAt = Math.floor(setup.clock.read() / 1_000) + DAY;
  for (let number = 0; number < SHARE_LIMITS.shares; number += 1) {
    const [id, token] = [`share_${number}`, `${number}`.padStart(22, 'x')];
    const { kind, title } = shareOf(id);
    const item = { id, token, kind, title, size: 0, createdAt: toTimestamp(setup.clock.read()), expiresAt };
    await table().put({ ...shareKey({ userId, id }), ...item }, undefined);
  }
}

/** Returns the status, and the token if there is one. */
async function create(opened: Store, id = 'share_more') {
  const made = await opened.shares.create({ userId, ...shareOf(id) });
  return { status: made.status, ...('share' in made && { token: made.share.token }) };
}

describe('a share', () => {
  it('shows exactly its content to anyone with its token', async () => {
    const { token, ...own } = await share();
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(own).toMatchObject({ id: 'share_1', kind: 'answer', title: 'Engineers in Lima', size: 1 });
    const shown = await store.shares.read({ token });
    const { id: _id, ...content } = shareOf('share_1');
    const { createdAt, expiresAt } = own;
    expect(shown).toEqual({ ...content, createdAt, expiresAt });
    expect(await store.shares.read({ token: `${token.slice(0, -1)}_` })).toBeUndefined();
  });

  it('is listed before those that are older', async () => {
    for (const id of ['share_2', 'share_1', 'share_3']) await share(id);
    const listed = await store.shares.list({ userId });
    expect(listed.map(({ id }) => id)).toEqual(['share_3', 'share_1', 'share_2']);
  });

  it('has its own token each time', async () => {
    const tokens = await Promise.all(
      ['share_1', 'share_2', 'share_3'].map(async (id) => (await share(id)).token),
    );
    expect(new Set(tokens).size).toBe(3);
  });

  it('works for seven days or as many as asked for, even if it is stored for longer', async () => {
    const week = await share('share_week');
    const month = await share('share_month', { days: 30 });
    const days = ({ createdAt, expiresAt }: typeof week) =>
      (Date.parse(expiresAt) - Date.parse(createdAt)) / DAY;
    expect([days(week), days(month)].map(Math.round)).toEqual([7, 30]);
    expect(await table().get(snapshotKey(week.token), undefined)).toMatchObject({
      expiresAt: Date.parse(week.expiresAt) / 1_000,
    });
    setup.clock.pass(7 * DAY);
    setup.clock.pass(1_000);
    expect(await store.shares.read({ token: week.token })).toBeUndefined();
    expect(await store.shares.read({ token: month.token })).toBeDefined();
    expect((await store.shares.list({ userId })).map(({ id }) => id)).toEqual(['share_month']);
    expect(await table().get(snapshotKey(week.token), undefined)).toBeDefined();
    expect(await store.shares.create({ userId, ...shareOf('share_week') })).toEqual({ status: 'gone' });
    expect(await store.shares.revoke({ userId, id: 'share_week' })).toBe(false);
  });

  it('is the same when created again, and is not created again once revoked', async () => {
    const first = await share();
    const again = await store.shares.create({ userId, ...shareOf('share_1', { title: 'Another' }) });
    expect(again).toEqual({ status: 'exists', share: first });
    const address = { userId, id: 'share_1' };
    expect([await store.shares.revoke(address), await store.shares.revoke(address)]).toEqual([true, false]);
    expect(await store.shares.read({ token: first.token })).toBeUndefined();
    expect(await store.shares.list({ userId })).toEqual([]);
    expect(await store.shares.create({ userId, ...shareOf('share_1') })).toEqual({ status: 'gone' });
    const left = await table().get(shareKey(address), undefined);
    expect(Object.keys(left ?? {}).sort()).toEqual(['expiresAt', 'id', 'pk', 'revokedAt', 'sk', 'v']);
    const daysLeft = (Number(left?.['expiresAt']) * 1_000 - setup.clock.read()) / DAY;
    expect(Math.round(daysLeft)).toBe(1);
  });

  it('is one of a hundred at most, not counting those that have ended', async () => {
    for (let number = 0; number < SHARE_LIMITS.shares; number += 1) await share(`share_${number}`);
    expect(await store.shares.create({ userId, ...shareOf('share_more') })).toEqual({ status: 'full' });
    expect(await store.shares.list({ userId })).toHaveLength(SHARE_LIMITS.shares);
    await store.shares.revoke({ userId, id: 'share_0' });
    await share('share_more');
  });

  it('is rejected when too large for a single read, and complete otherwise', async () => {
    const people = (bytes: number) => [{ profile: profileOf('ada', { summary: noise(bytes) }) }];
    const { token } = await share('share_large', { people: people(400_000) });
    expect((await store.shares.read({ token }))?.people[0]?.profile.summary).toHaveLength(400_000);
    const larger = shareOf('share_larger', { people: people(600_000) });
    expect(await store.shares.create({ userId, ...larger })).toEqual({ status: 'too-large' });
    expect(await store.shares.list({ userId })).toHaveLength(1);
  });
});

describe('a share that an account has no room for', () => {
  it('is shown to nobody, even if a repeat finds it before it is taken back', async () => {
    await fill();
    const slow = setup.openFaulty();
    let token = '';
    slow.beforeWrite(1, async () => {
      ({ token = '' } = await create(store));
      expect(await store.shares.read({ token })).toBeDefined();
    });
    expect(await create(slow.store)).toEqual({ status: 'full' });
    expect(await store.shares.read({ token })).toBeUndefined();
    expect(await store.shares.list({ userId })).toHaveLength(SHARE_LIMITS.shares);
  });

  it.each(FAULTS)(
    'can be revoked as long as it is shown, wherever taking it back is interrupted: %s',
    async (fault) => {
      await fill();
      for (let write = 1; ; write += 1) {
        const id = `share_more_${write}`;
        const faulty = setup.openFaulty();
        let token = '';
        faulty.beforeWrite(1, async () => {
          ({ token = '' } = await create(store, id));
        });
        faulty.failWrite(write, fault);
        await create(faulty.store, id).catch(() => undefined);
        if (faulty.writes.length <= write) return expect(write).toBeGreaterThan(1);
        const isListed = (await store.shares.list({ userId })).some((one) => one.id === id);
        expect((await store.shares.read({ token })) !== undefined).toBe(isListed);
        await store.shares.revoke({ userId, id });
        expect(await store.shares.read({ token })).toBeUndefined();
      }
    },
  );

  it('stays revoked, also for a late repeat, if its owner revokes it before it is taken back', async () => {
    await fill();
    const slow = setup.openFaulty();
    slow.beforeWrite(1, async () => {
      await create(store);
      await store.shares.revoke({ userId, id: 'share_more' });
    });
    expect(await create(slow.store)).toEqual({ status: 'full' });
    expect(await create(store)).toEqual({ status: 'gone' });
  });

  it('does not return with a late repeat once there is room and it is created anew', async () => {
    await fill();
    const [slow, late] = [setup.openFaulty(), setup.openFaulty()];
    const [found, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let repeat: ReturnType<typeof create> | undefined;
    let token = '';
    late.beforeWrite(1, async () => {
      found.resolve();
      await resumed.promise;
    });
    slow.beforeWrite(1, async () => {
      repeat = create(late.store);
      await found.promise;
      token = (await store.shares.list({ userId })).find(({ id }) => id === 'share_more')?.token ?? '';
    });
    expect(await create(slow.store)).toEqual({ status: 'full' });
    await store.shares.revoke({ userId, id: 'share_0' });
    const anew = await create(store);
    resumed.resolve();
    expect(await repeat).toEqual({ status: 'gone' });
    expect(await store.shares.read({ token })).toBeUndefined();
    expect(await store.shares.read({ token: anew.token ?? '' })).toBeDefined();
  });
});

it('a share that is found when created again, but deleted before it is read, is gone', async () => {
  await share();
  const slow = setup.openFaulty();
  slow.beforeRead(0, () => table().deleteAll([shareKey({ userId, id: 'share_1' })], undefined));
  expect(await create(slow.store, 'share_1')).toEqual({ status: 'gone' });
});

describe('a damaged share', () => {
  it('is logged and left out of the list, still counts, and can be revoked', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { token } = await share('share_damaged');
    const key = shareKey({ userId, id: 'share_damaged' });
    const damaged = { ...(await table().get(key, undefined)), ...key, id: 7 };
    await table().put(damaged, undefined);
    for (let number = 1; number < SHARE_LIMITS.shares; number += 1) await share(`share_${number}`);
    expect(await store.shares.create({ userId, ...shareOf('share_more') })).toEqual({ status: 'full' });
    expect(await store.shares.list({ userId })).toHaveLength(SHARE_LIMITS.shares - 1);
    expect(log.mock.calls).toEqual([
      [expect.objectContaining({ errorMessage: 'a share could not be read' })],
    ]);
    log.mockRestore();
    expect(await table().get(key, undefined)).toEqual(damaged);
    expect(await store.shares.revoke({ userId, id: 'share_damaged' })).toBe(true);
    expect(await store.shares.read({ token })).toBeUndefined();
  });
});

describe('a share being revoked', () => {
  it.each(FAULTS)(
    'has ended once its owner lists shares again, wherever that was interrupted: %s',
    async (fault) => {
      for (let write = 0; write < 3; write += 1) {
        const id = `share_${write}`;
        const { token } = await share(id);
        const faulty = setup.openFaulty();
        faulty.failWrite(write, fault);
        const isTold = await faulty.store.shares.revoke({ userId, id }).then(
          () => true,
          () => false,
        );
        const shown = await store.shares.read({ token });
        if (isTold) expect(shown).toBeUndefined();
        const listed = await store.shares.list({ userId });
        // Either the revocation has not begun and the share is still listed, or listing has completed it.
        expect(listed.some((one) => one.id === id)).toBe((await store.shares.read({ token })) !== undefined);
        await store.shares.revoke({ userId, id });
        expect(await store.shares.read({ token })).toBeUndefined();
      }
    },
  );

  it('stays hidden even if a late repeat of its creation interferes', async () => {
    const { token } = await share();
    const faulty = setup.openFaulty();
    // The repeat has seen the share and is about to store its snapshot.
    faulty.beforeWrite(1, () => store.shares.revoke({ userId, id: 'share_1' }));
    expect(await faulty.store.shares.create({ userId, ...shareOf('share_1') })).toEqual({ status: 'gone' });
    expect(await store.shares.read({ token })).toBeUndefined();
    expect(await table().get(snapshotKey(token), undefined)).toBeUndefined();
  });

  it('stays hidden even if its revocation dies while a late repeat of its creation interferes', async () => {
    const { token } = await share();
    const [faulty, dying] = [setup.openFaulty(), setup.openFaulty()];
    dying.failWrite(1, 'killed after');
    faulty.beforeWrite(1, () => dying.store.shares.revoke({ userId, id: 'share_1' }).catch(() => undefined));
    expect(await faulty.store.shares.create({ userId, ...shareOf('share_1') })).toEqual({ status: 'gone' });
    expect(await store.shares.read({ token })).toBeUndefined();
  });
});

it.each(FAULTS)('a share whose creation was interrupted is completed by a repeat: %s', async (fault) => {
  for (let write = 0; write < 2; write += 1) {
    const id = `share_${write}`;
    const faulty = setup.openFaulty();
    faulty.failWrite(write, fault);
    await faulty.store.shares.create({ userId, ...shareOf(id) }).catch(() => undefined);
    const again = await store.shares.create({ userId, ...shareOf(id) });
    if (!('share' in again)) throw new Error(again.status);
    expect((await store.shares.read({ token: again.share.token }))?.title).toBe('Engineers in Lima');
    expect((await store.shares.list({ userId })).filter((one) => one.id === id)).toHaveLength(1);
  }
});

it('two concurrent removals each take their person out of a share', async () => {
  const people = ['ada', 'bea', 'cy'].map((slug) => ({ profile: profileOf(slug) }));
  const { token } = await share('share_1', { people });
  const racing = setup.openForRaces();
  const removed = await Promise.all(
    ['ada', 'bea'].map((slug) => racing.shares.removePerson({ userId, profileUrl: urlOf(slug) })),
  );
  expect(removed).toEqual(Array(2).fill({ shares: ['share_1'], unreadable: 0 }));
  const shown = await store.shares.read({ token });
  expect(shown?.people.map(({ profile }) => profile.id)).toEqual(['cy']);
});

it('a person is removed once even if every response is lost and retried', async () => {
  const people = ['ada', 'bea'].map((slug) => ({ profile: profileOf(slug) }));
  const { token } = await share('share_1', { people });
  const losing = await setup.openLosingAnswers();
  expect(await losing.shares.removePerson({ userId, profileUrl: urlOf('ada') })).toMatchObject({
    shares: ['share_1'],
  });
  expect((await store.shares.read({ token }))?.people).toHaveLength(1);
  expect(await store.shares.list({ userId })).toMatchObject([{ size: 1 }]);
});
