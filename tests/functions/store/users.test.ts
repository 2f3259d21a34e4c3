import { describe, expect, it } from 'vitest';
import { newPerson, setUpStore } from './setup.ts';

const setup = setUpStore();

describe('a person’s record', () => {
  it('is made from the token at first sight, and kept as it is from then on', async () => {
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
    expect(await users.ensure({ identity: { ...identity, displayName: 'Other' } })).toEqual(user);
    expect(await users.read({ userId })).toEqual(user);
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
    const { users } = setup.open();
    const identity = { userId: newPerson(), email: 'a@example.com' };
    const made = await Promise.all([1, 2, 3, 4].map(() => users.ensure({ identity })));
    expect(new Set(made.map(({ createdAt }) => createdAt)).size).toBe(1);
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

  it('can be deleted, and is then found no more', async () => {
    const { users } = setup.open();
    const userId = newPerson();
    await users.ensure({ identity: { userId, email: 'a@example.com' } });
    expect(await users.delete({ userId })).toBe(true);
    expect(await users.delete({ userId })).toBe(false);
    expect(await users.read({ userId })).toBeUndefined();
    expect(await users.update({ userId, displayName: 'x' })).toBeUndefined();
  });
});
