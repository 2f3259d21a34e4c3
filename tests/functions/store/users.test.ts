import { describe, expect, it, vi } from 'vitest';
import { userKey } from '#functions/store/keys.ts';
import { Table } from '#functions/store/requests.ts';
import { newPerson } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();

describe('a person’s record', () => {
  it('is made from the token at first sight', async () => {
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

  it('follows what a later token says, in one write, and keeps what that one leaves out', async () => {
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

  it('keeps the name and the picture the person has set, and none that they took away', async () => {
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

  it('keeps what the person sets while a token is being followed', async () => {
    const userId = newPerson();
    const identity = { userId, email: 'a@example.com', displayName: 'Ada' };
    await setup.open().users.ensure({ identity });
    const slow = setup.openFaulty();
    slow.beforeWrite(0, () => setup.open().users.update({ userId, displayName: 'Grace' }));
    const seen = await slow.store.users.ensure({ identity: { ...identity, displayName: 'Other' } });
    expect(seen).toMatchObject({ displayName: 'Grace' });
    expect(await setup.users().read(userId)).toMatchObject({ displayName: 'Grace' });
  });

  it.each([undefined, '', '  '])('says Anonymous when the name is %j', async (displayName) => {
    const identity = {
      userId: newPerson(),
      email: 'a@example.com',
      ...(displayName !== undefined && { displayName }),
    };
    expect(await setup.open().users.ensure({ identity })).toMatchObject({ displayName: 'Anonymous' });
  });

  it('is made once however many first sights there are', async () => {
    const { users } = setup.openForRaces();
    const identity = { userId: newPerson(), email: 'a@example.com' };
    const made = await Promise.all([1, 2, 3, 4].map(() => users.ensure({ identity })));
    expect(new Set(made.map(({ createdAt }) => createdAt)).size).toBe(1);
  });

  it('says of what fails at first sight whether it was the reading, the making or the change', async () => {
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

  it('changes name and picture, and nothing else', async () => {
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
  ])('that is damaged is given as far as it can be read, and stays as it is: %s', async (_, damage, left) => {
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

  it('that has gone is not changed, and not made either', async () => {
    const { users } = setup.open();
    const userId = newPerson();
    await users.ensure({ identity: { userId, email: 'a@example.com' } });
    await setup.users().delete(userId);
    expect(await setup.users().read(userId)).toBeUndefined();
    expect(await users.update({ userId, displayName: 'x' })).toBeUndefined();
    expect(await setup.users().read(userId)).toBeUndefined();
  });
});
