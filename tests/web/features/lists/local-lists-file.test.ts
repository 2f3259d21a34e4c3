import { describe, expect, it } from 'vitest';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import type { LocalLists } from '#web/features/lists/local-lists.ts';
import { exportLocalLists, importLocalLists } from '#web/features/lists/local-lists-file.ts';
import { listedOf, make, save, savedOf, urlOf } from './samples.ts';
import { LIST, openTab, withShortlist } from './tabs.ts';

describe('lists in a file', () => {
  const read = async (text: string, store: LocalLists) => importLocalLists(text, store);
  const NOTHING = {
    listsAdded: 0,
    listsUnchanged: 0,
    peopleAdded: 0,
    unreadable: 0,
    listsWithoutRoom: 0,
    peopleWithoutRoom: 0,
  };

  it('are added if missing, and complete a list of the same name', async () => {
    const { store } = await withShortlist(new MemoryStorage());
    await store.change({
      type: 'edit',
      listId: LIST,
      urls: [urlOf(0)],
      change: { note: 'From there' },
      at: at(3),
    });
    const text = JSON.stringify({ chats: [], lists: await exportLocalLists(store) });
    const other = await withShortlist(new MemoryStorage(), 1);
    await other.store.change({
      type: 'edit',
      listId: LIST,
      urls: [urlOf(0)],
      change: { note: 'From here' },
      at: at(3),
    });
    expect(await read(text, other.store)).toEqual({ ...NOTHING, peopleAdded: 1 });
    expect((await other.store.people(LIST)).map(({ note }) => note).sort()).toEqual(['', 'From here']);
    const empty = openTab(new MemoryStorage()).store;
    expect(await read(text, empty)).toEqual({ ...NOTHING, listsAdded: 1, peopleAdded: 2 });
    expect(await read(text, empty)).toEqual({ ...NOTHING, listsUnchanged: 1 });
  });

  it('stay separate under one name, each with its own notes, however often they are imported', async () => {
    const { store } = await withShortlist(new MemoryStorage(), 1);
    await store.change(make('list_two', 'Shortlist', 5));
    await store.change(save('list_two', [savedOf(0), savedOf(1)], 6));
    for (const [listId, note] of [
      [LIST, 'From the first'],
      ['list_two', 'From the second'],
    ] as const)
      await store.change({ type: 'edit', listId, urls: [urlOf(0)], change: { note }, at: at(7) });
    const text = JSON.stringify({ lists: await exportLocalLists(store) });
    const { store: other } = openTab(new MemoryStorage());
    expect(await read(text, other)).toEqual({ ...NOTHING, listsAdded: 2, peopleAdded: 3 });
    const notes = async () =>
      (await exportLocalLists(other)).map(({ people }) => people.map(({ note }) => note).sort()).sort();
    const both = [['', 'From the second'], ['From the first']];
    expect(await notes()).toEqual(both);
    const unchanged = { ...NOTHING, listsUnchanged: 2 };
    expect([await read(text, other), await read(text, store)]).toEqual([unchanged, unchanged]);
    expect(await notes()).toEqual(both);
  });

  it('complete the smallest of several lists that have all of their people', async () => {
    const { store } = openTab(new MemoryStorage());
    for (const [listId, numbers] of [
      ['list_all', [0, 1, 2]],
      ['list_some', [0]],
    ] as const) {
      await store.change(make(listId, 'Mine'));
      await store.change(
        save(
          listId,
          numbers.map((number) => savedOf(number)),
        ),
      );
    }
    const lists = [[0], [0, 1, 2]].map((numbers) => ({
      ...{ name: 'Mine', people: numbers.map((number) => listedOf(number)) },
    }));
    expect(await read(JSON.stringify({ lists }), store)).toEqual({ ...NOTHING, listsUnchanged: 2 });
    const { store: other } = openTab(new MemoryStorage());
    await other.change(make('list_some', 'Mine'));
    await other.change(save('list_some', [savedOf(0)]));
    // Each can be completed by one list only.
    const twice = JSON.stringify({ lists: [...lists.slice(0, 1), ...lists.slice(0, 1)] });
    const added = { listsAdded: 1, peopleAdded: 1 };
    expect(await read(twice, other)).toEqual({ ...NOTHING, ...added, listsUnchanged: 1 });
  });

  it('have a person once whom a file has several times, with what each entry says', async () => {
    const { store } = openTab(new MemoryStorage());
    const others = Array.from({ length: 999 }, (_, index) => listedOf(index + 1));
    const people = [listedOf(0, { status: 'contacted' }), ...others, listedOf(0, { note: 'Ask about Kiel' })];
    const text = JSON.stringify({ lists: [{ name: 'Mine', people }] });
    expect(await read(text, store)).toEqual({ ...NOTHING, listsAdded: 1, peopleAdded: 1_000 });
    const [list] = (await store.lists()).lists;
    const entries = await store.people(list?.id ?? '');
    expect(entries.filter(({ profile }) => profile.profileUrl === urlOf(0))).toMatchObject([
      { status: 'contacted', note: 'Ask about Kiel' },
    ]);
    const twice = JSON.stringify({ lists: [{ name: 'Mine', people: [listedOf(0), listedOf(0)] }] });
    expect(await read(twice, store)).toEqual({ ...NOTHING, listsUnchanged: 1 });
  });

  it('are skipped entirely when storage has no space for their people, who are counted', async () => {
    const full = await withShortlist(new MemoryStorage());
    const mine = { name: 'Mine', people: [listedOf(5), listedOf(6)] };
    const text = JSON.stringify({ lists: [...(await exportLocalLists(full.store)), mine] });
    const storage = new MemoryStorage();
    const { store, news } = await withShortlist(storage, 0);
    storage.quota = storage.used + 200;
    const before = new Map(storage.entries);
    expect(await read(text, store)).toEqual({ ...NOTHING, listsWithoutRoom: 1, peopleWithoutRoom: 4 });
    expect(storage.entries).toEqual(before);
    expect((await openTab(storage).store.lists()).lists).toMatchObject([{ name: 'Shortlist', size: 0 }]);
    expect(news).not.toContainEqual(expect.objectContaining({ type: 'notice' }));
  });

  it('are skipped entirely when they exceed a list’s limit', async () => {
    const { store } = openTab(new MemoryStorage());
    const people = Array.from({ length: 1_001 }, (_, index) => listedOf(index));
    const text = JSON.stringify({ lists: [{ name: 'Mine', people }] });
    expect(await read(text, store)).toEqual({ ...NOTHING, listsWithoutRoom: 1, peopleWithoutRoom: 1_001 });
    expect((await store.lists()).lists).toEqual([]);
  });

  it('omit people without a valid profile URL, and import nobody as verified', async () => {
    const hostile = listedOf(3);
    const people = [
      listedOf(1, { profile: { ...listedOf(1).profile, isVerified: true } }),
      { ...hostile, profile: { ...hostile.profile, profileUrl: 'javascript:alert(1)' } },
      { note: 'no person' },
    ];
    const { store } = openTab(new MemoryStorage());
    const text = JSON.stringify({ lists: [{ name: 'Mine', people }, { name: ' ', people: [] }, 'no list'] });
    expect(await read(text, store)).toEqual({ ...NOTHING, listsAdded: 1, peopleAdded: 1, unreadable: 4 });
    const [list] = (await store.lists()).lists;
    expect(await store.people(list?.id ?? '')).toMatchObject([
      { profile: { profileUrl: urlOf(1), isVerified: false } },
    ]);
  });
});
