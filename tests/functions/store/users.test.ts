import { describe, expect, it, vi } from 'vitest';
import { userKey } from '#functions/store/keys.ts';
import { Table } from '#functions/store/table.ts';
import { newPerson } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();

describe('a user record', () => {
  it('is created from the first token', async () => {
    const { users } = setup.open();
    const userId = newPerson();
    const identity = {
      userId,
      email: 'ada@example.com',
      displayName: ' Ada ',
      photoURL: 'https://example.com/a.png',
    };
    const user = await users.ensure({ identity });
    expect(user).toMatchObject({ id: userId, email: 'ada@example.com', displayName: 'Ada' });
    expect(await users.ensure({ identity })).toEqual(user);
    expect(await setup.users().read(userId)).toEqual(user);
  });

  it('takes changes from a later token in one write, and keeps what that omits', async () => {
    const { store, writes } = setup.openFaulty();
    const { users } = store;
    const userId = newPerson();
    const photoURL = 'https://example.com/a.png';
    const user = await users.ensure({
      identity: { userId, email: 'ada@old.example', displayName: 'Ada', photoURL },
    });
    const before = writes.length;
    const later = { userId, email: 'ada@new.example', displayName: 'Ada Okonkwo' };
    const changed = await users.ensure({ identity: later });
    expect(changed).toEqual({
      ...user,
      email: 'ada@new.example',
      displayName: 'Ada Okonkwo',
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt > user.updatedAt).toBe(true);
    expect(writes.length - before).toBe(1);
    expect(await users.ensure({ identity: later })).toEqual(changed);
    expect(await users.ensure({ identity: { userId, email: '', displayName: ' ' } })).toEqual(changed);
    expect(writes.length - before).toBe(1);
    expect(await setup.users().read(userId)).toEqual(changed);
  });

  it('keeps a name the person chose and a picture they removed', async () => {
    const { users } = setup.open();
    const userId = newPerson();
    const identity = {
      userId,
      email: 'a@example.com',
      displayName: 'Ada',
      photoURL: 'https://example.com/a.png',
    };
    await users.ensure({ identity });
    await users.update({ userId, photoURL: null });
    const renamed = await users.ensure({ identity: { ...identity, displayName: 'Ada O.' } });
    expect(renamed).toMatchObject({ displayName: 'Ada O.' });
    expect(renamed).not.toHaveProperty('photoURL');
    await users.update({ userId, displayName: 'Grace' });
    const after = await users.ensure({
      identity: { ...identity, email: 'b@example.com', displayName: 'Other' },
    });
    expect(after).toMatchObject({ displayName: 'Grace', email: 'b@example.com' });
    expect(after).not.toHaveProperty('photoURL');
  });

  it('keeps a change the person makes while a token is applied', async () => {
    const userId = newPerson();
    const identity = { userId, email: 'a@example.com', displayName: 'Ada' };
    await setup.open().users.ensure({ identity });
    const slow = setup.openFaulty();
    slow.beforeWrite(0, () => setup.open().users.update({ userId, displayName: 'Grace' }));
    const seen = await slow.store.users.ensure({ identity: { ...identity, displayName: 'Other' } });
    expect(seen).toMatchObject({ displayName: 'Grace' });
    expect(await setup.users().read(userId)).toMatchObject({ displayName: 'Grace' });
  });

  it.each([undefined, '', '  '])('shows Anonymous when the name is %j', async (displayName) => {
    const identity = {
      userId: newPerson(),
      email: 'a@example.com',
      ...(displayName !== undefined && { displayName }),
    };
    expect(await setup.open().users.ensure({ identity })).toMatchObject({ displayName: 'Anonymous' });
  });

  it('is created once, however many first requests there are', async () => {
    const { users } = setup.openForRaces();
    const identity = { userId: newPerson(), email: 'a@example.com' };
    const made = await Promise.all([1, 2, 3, 4].map(() => users.ensure({ identity })));
    expect(new Set(made.map(({ createdAt }) => createdAt)).size).toBe(1);
  });

  it('tells whether reading, creating or changing it failed', async () => {
    const { store, failEverything, failWrite, writes, heal } = setup.openFaulty();
    const identity = { userId: newPerson(), email: 'a@example.com', displayName: 'Ada' };
    const ensure = (change = {}) => store.users.ensure({ identity: { ...identity, ...change } });
    failEverything('The table is gone');
    await expect(ensure()).rejects.toThrow('Failed to fetch user');
    heal();
    failWrite(writes.length, 'unavailable');
    await expect(ensure()).rejects.toThrow('Failed to create user');
    heal();
    await ensure();
    failWrite(writes.length, 'unavailable');
    await expect(ensure({ displayName: 'Grace' })).rejects.toThrow('Failed to update user');
  });

  it('changes its name and picture only', async () => {
    const { users } = setup.open();
    const userId = newPerson();
    const user = await users.ensure({ identity: { userId, email: 'a@example.com' } });
    const named = await users.update({
      userId,
      displayName: ' Grace ',
      photoURL: 'https://example.com/g.png',
    });
    expect(named).toEqual({
      ...user,
      displayName: 'Grace',
      photoURL: 'https://example.com/g.png',
      updatedAt: named?.updatedAt,
    });
    expect(await users.update({ userId, photoURL: null })).not.toHaveProperty('photoURL');
  });

  it.each([
    ['address', { email: 7 }, { email: 'new@example.com', displayName: 'Ada' }],
    ['name', { displayName: 7 }, { email: 'old@example.com', displayName: 'Grace' }],
    ['what they have set', { chosen: 7 }, { email: 'old@example.com', displayName: 'Ada' }],
    ['time', { createdAt: 'once' }, { createdAt: expect.stringMatching(/^2026-/) }],
  ])('if damaged, is returned as far as it can be read, and left as it is: %s', async (_, damage, left) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { users } = setup.open();
    const userId = newPerson();
    await users.ensure({ identity: { userId, email: 'old@example.com', displayName: 'Ada' } });
    const table = new Table(setup.database().client, setup.tableName());
    const damaged = { ...(await table.get(userKey(userId), undefined)), ...userKey(userId), ...damage };
    await table.put(damaged, undefined);
    const identity = { userId, email: 'new@example.com', displayName: 'Grace' };
    expect(await users.ensure({ identity })).toMatchObject({ id: userId, ...left });
    expect(await table.get(userKey(userId), undefined)).toEqual(damaged);
    expect(log.mock.calls).toMatchObject([[{ errorMessage: 'a person’s record could not be read' }]]);
    log.mockRestore();
  });

  it('once deleted, is neither changed nor created by an update', async () => {
    const { users } = setup.open();
    const userId = newPerson();
    await users.ensure({ identity: { userId, email: 'a@example.com' } });
    await setup.users().delete(userId);
    expect(await setup.users().read(userId)).toBeUndefined();
    expect(await users.update({ userId, displayName: 'x' })).toBeUndefined();
    expect(await setup.users().read(userId)).toBeUndefined();
  });
});
