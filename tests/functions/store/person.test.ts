import { describe, expect, it } from 'vitest';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { newPerson, personOf, profileOf, shareOf, urlOf } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();

/** Two people in two lists and a share, one of them in another share too. */
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

describe('somebody in lists and shares', () => {
  it('is found where they are as often as one looks', async () => {
    const { store, ada } = await writePeople();
    for (const _ of [1, 2]) {
      const { lists, name } = await store.lists.findPerson(ada);
      expect([lists.sort(), name]).toEqual([
        [HIDDEN_LIST_ID, 'list_1'].sort(),
        personOf('ada').profile.fullName,
      ]);
      expect((await store.shares.findPerson(ada)).map(({ id }) => id)).toEqual(['share_both']);
      expect(await store.person.findPerson(ada)).toMatchObject({ answers: 0, lists: 2, shares: 1 });
    }
  });

  it('is taken out of what they were found in, and nobody else is', async () => {
    const { store, ada, bea } = await writePeople();
    const [inLists, inShares] = [await store.lists.findPerson(ada), await store.shares.findPerson(ada)];
    expect(await store.lists.removePerson(ada)).toEqual(inLists);
    expect(await store.shares.removePerson(ada)).toEqual(inShares);
    expect(await store.lists.removePerson(ada)).toEqual({ lists: [] });
    expect(await store.shares.removePerson(ada)).toEqual([]);
    expect(await store.person.findPerson(bea)).toMatchObject({ lists: 2, shares: 2 });
  });
});

it.each([
  ['lists', 'Failed to fetch lists', 'Failed to update lists'],
  ['shares', 'Failed to fetch shares', 'Failed to update shares'],
  ['person', 'Failed to fetch messages', 'Failed to update messages'],
] as const)(
  'says of %s whether looking for somebody or removing them failed',
  async (name, look, removal) => {
    const faulty = setup.openFaulty();
    faulty.failEverything('The database is down');
    const somebody = { userId: newPerson(), profileUrl: urlOf('ada') };
    await expect(faulty.store[name].findPerson(somebody)).rejects.toThrow(look);
    await expect(faulty.store[name].removePerson(somebody)).rejects.toThrow(removal);
  },
);
