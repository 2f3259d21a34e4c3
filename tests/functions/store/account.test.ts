import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { type Key, listedKey, listKey, peopleOf, shareKey, snapshotKey } from '#functions/store/keys.ts';
import { nameIn } from '#functions/store/list-item.ts';
import { Table } from '#functions/store/table.ts';
import { HIDDEN_LIST_ID, memberKeyOf } from '#shared/lists.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { newPerson, personOf, profileOf, shareOf } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();
const ADA_KEY = await memberKeyOf(urlOf('ada'));
const Named = v.object({ people: v.record(v.string(), v.string()) });

/** Two people in two lists and a share, and one of them in another share too. */
async function writePeople() {
  const [store, userId] = [setup.open(), newPerson()];
  const people = ['ada', 'bea'];
  await store.lists.create({ userId, listId: 'list_1', name: 'Engineers' });
  for (const listId of ['list_1', HIDDEN_LIST_ID])
    await store.lists.save({ userId, listId, people: people.map((slug) => personOf(slug)) });
  for (const [id, slugs] of Object.entries({ share_both: people, share_bea: ['bea'] }))
    await store.shares.create({
      userId,
      ...shareOf(id, { people: slugs.map((slug) => ({ profile: profileOf(slug) })) }),
    });
  return { store, ada: { userId, profileUrl: urlOf('ada') }, bea: { userId, profileUrl: urlOf('bea') } };
}

describe('a person in lists and shares', () => {
  it('is found in all of them, repeatedly', async () => {
    const { store, ada } = await writePeople();
    for (const _ of [1, 2]) {
      const { lists, name } = await store.lists.findPerson(ada);
      expect([lists.sort(), name]).toEqual([
        [HIDDEN_LIST_ID, 'list_1'].sort(),
        personOf('ada').profile.fullName,
      ]);
      expect(await store.shares.findPerson(ada)).toEqual({ shares: ['share_both'], unreadable: 0 });
      expect(await store.account.findPerson(ada)).toMatchObject({
        answers: 0,
        lists: 1,
        shares: 1,
        hidden: true,
      });
    }
  });

  it('is removed from all of them, and nobody else is', async () => {
    const { store, ada, bea } = await writePeople();
    const [inLists, inShares] = [await store.lists.findPerson(ada), await store.shares.findPerson(ada)];
    expect(await store.lists.removePerson(ada)).toEqual(inLists);
    expect(await store.shares.removePerson(ada)).toEqual(inShares);
    expect(await store.lists.removePerson(ada)).toEqual({ lists: [], unreadable: 0 });
    expect(await store.shares.removePerson(ada)).toEqual({ shares: [], unreadable: 0 });
    expect(await store.account.findPerson(bea)).toMatchObject({ lists: 1, hidden: true, shares: 2 });
  });
});

describe('a person in damaged lists and shares', () => {
  const table = () => new Table(setup.database().client, setup.tableName(), setup.clock.read);
  /** Overwrites some attributes of an item with any values. */
  async function damage(key: Key, attributes: Record<string, unknown>) {
    await table().put({ ...(await table().get(key, undefined)), ...key, ...attributes }, undefined);
  }
  /** Runs `act`. @returns the messages logged during it. */
  async function logged(act: () => Promise<void>): Promise<Set<unknown>> {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await act();
    const words = new Set(log.mock.calls.map(([{ errorMessage }]) => errorMessage));
    log.mockRestore();
    return words;
  }
  const entriesOf = async (userId: string, listId = 'list_1') =>
    (await table().query(peopleOf({ userId, listId }), undefined)).map(nameIn);

  it.each([
    ['of its name', { name: 7 }],
    ['of who is in it', { people: 7 }],
    ['of one who is in it', { people: { [ADA_KEY]: 7 } }],
  ])('is removed from every list, and a damaged list is counted: %s', async (_, damaged) => {
    const { store, ada, bea } = await writePeople();
    const { userId } = ada;
    await damage(listKey({ userId, listId: 'list_1' }), damaged);
    const words = await logged(async () => {
      const found = {
        lists: 1,
        hidden: true,
        shares: 1,
        unreadable: 1,
        name: personOf('ada').profile.fullName,
      };
      expect(await store.account.findPerson(ada)).toMatchObject(found);
      expect(await store.account.removePerson(ada)).toMatchObject(found);
      expect(await store.account.findPerson(ada)).toMatchObject({ lists: 0, shares: 0, unreadable: 1 });
      expect(await entriesOf(userId)).toEqual([personOf('bea').profile.fullName]);
      expect(await store.account.findPerson(bea)).toMatchObject({
        lists: 1,
        hidden: true,
        shares: 2,
        unreadable: 1,
      });
    });
    expect(words).toEqual(new Set(['a list could not be read']));
    const list = await table().get(listKey({ userId, listId: 'list_1' }), undefined);
    expect(list).toMatchObject(damaged);
  });

  it('is removed from a damaged entry when the list names them', async () => {
    const { store, ada } = await writePeople();
    const { userId } = ada;
    const list = { userId, listId: 'list_1' };
    const people = v.parse(Named, await table().get(listKey(list), undefined));
    const entry = people.people[ADA_KEY] ?? '';
    await damage(listedKey({ ...list, entry }), { profile: 7 });
    expect(await store.lists.removePerson(ada)).toMatchObject({ unreadable: 0 });
    expect(await entriesOf(userId)).toEqual([personOf('bea').profile.fullName]);
  });

  it.each([
    ['what it shows', 'snapshot', { payload: 7 }, 0],
    ['its token', 'share', { token: 7 }, 0],
    ['its title', 'share', { title: 7 }, 1],
    ['its id', 'share', { id: 7 }, 1],
  ])(
    'is removed from all but an unreadable share, which is counted: %s',
    async (_, item, damaged, shares) => {
      const { store, ada, bea } = await writePeople();
      const { userId } = ada;
      const tokens = new Map((await store.shares.list({ userId })).map(({ id, token }) => [id, token]));
      const key = (id: string) =>
        item === 'share' ? shareKey({ userId, id }) : snapshotKey(tokens.get(id) ?? '');
      await damage(key('share_both'), damaged);
      const words = await logged(async () => {
        const found = { lists: 1, hidden: true, shares, unreadable: 1 };
        expect(await store.account.findPerson(ada)).toMatchObject(found);
        expect(await store.account.removePerson(ada)).toMatchObject(found);
        expect(await store.account.findPerson(ada)).toMatchObject({ lists: 0, shares: 0, unreadable: 1 });
        // A damaged snapshot is deleted too, as far as possible, once its share shows nobody else.
        expect(await store.account.removePerson(bea)).toMatchObject({
          lists: 1,
          hidden: true,
          shares: shares + 1,
          unreadable: 1,
        });
      });
      expect(words).toEqual(new Set(['a share could not be read']));
      expect(await table().get(snapshotKey(tokens.get('share_bea') ?? ''), undefined)).toBeUndefined();
      const left = await table().get(snapshotKey(tokens.get('share_both') ?? ''), undefined);
      expect(left === undefined).toBe(shares > 0);
    },
  );
});

it.each([
  ['lists', 'Failed to fetch lists', 'Failed to update lists'],
  ['shares', 'Failed to fetch shares', 'Failed to update shares'],
  ['account', 'Failed to fetch messages', 'Failed to update messages'],
] as const)(
  'the error from %s tells whether finding or removing a person failed',
  async (name, look, removal) => {
    const faulty = setup.openFaulty();
    faulty.failEverything('The database is down');
    const somebody = { userId: newPerson(), profileUrl: urlOf('ada') };
    await expect(faulty.store[name].findPerson(somebody)).rejects.toThrow(look);
    await expect(faulty.store[name].removePerson(somebody)).rejects.toThrow(removal);
  },
);
