import { afterEach, describe, expect, it, vi } from 'vitest';
import { HIDDEN_LIST_ID, type PersonEdit } from '#shared/lists.ts';
import {
  disabledStorage,
  MemoryStorage,
  storageEvent,
} from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import { asSaved, type ListChange } from '#web/features/lists/changes.ts';
import type { ListNews } from '#web/features/lists/list-store.ts';
import { LocalLists } from '#web/features/lists/local-lists.ts';
import { countSetAside } from '#web/lib/stored-list.ts';
import { make, save, savedOf, urlOf } from './samples.ts';
import { LIST, openTab, withShortlist } from './tabs.ts';

const PEOPLE_KEY = `expertscope_people_${LIST}`;

const urlsIn = async (store: LocalLists) =>
  (await store.people(LIST)).map(({ profile }) => profile.profileUrl).sort();

describe('lists in browser storage', () => {
  it('are restored on the next visit', async () => {
    const storage = new MemoryStorage();
    await withShortlist(storage);
    const { store } = openTab(storage);
    expect((await store.lists()).lists).toMatchObject([{ id: LIST, name: 'Shortlist', size: 2 }]);
    expect(await urlsIn(store)).toEqual([urlOf(0), urlOf(1)]);
  });

  it('merge changes made in two tabs', async () => {
    const storage = new MemoryStorage();
    const one = await withShortlist(storage);
    const two = openTab(storage);
    expect(await urlsIn(two.store)).toHaveLength(2);
    await one.store.change({
      type: 'edit',
      listId: LIST,
      urls: [urlOf(0)],
      change: { note: 'Ask' },
      at: at(5),
    });
    await two.store.change(save(LIST, [savedOf(2)]));
    await two.store.change({
      type: 'edit',
      listId: LIST,
      urls: [urlOf(1)],
      change: { rating: 'good' },
      at: at(6),
    });
    expect(await urlsIn(one.store)).toEqual([urlOf(0), urlOf(1), urlOf(2)]);
    expect(await one.store.people(LIST)).toEqual(await two.store.people(LIST));
    expect((await one.store.people(LIST)).map(({ note, rating }) => [note, rating])).toEqual(
      expect.arrayContaining([
        ['Ask', undefined],
        ['', 'good'],
      ]),
    );
  });

  it.each([['expertscope_lists'], [PEOPLE_KEY], [null]])(
    'are read again when another tab has written %s',
    async (key) => {
      const { news, events } = await withShortlist(new MemoryStorage());
      events.dispatchEvent(storageEvent(key));
      events.dispatchEvent(storageEvent('expertscope_theme'));
      expect(news).toEqual([{ type: 'changed' }]);
    },
  );

  it('keep everything readable when one entry is not, and set that entry aside', async () => {
    const storage = new MemoryStorage();
    await withShortlist(storage);
    const stored = storage.json(PEOPLE_KEY);
    storage.setItem(
      PEOPLE_KEY,
      JSON.stringify([...(Array.isArray(stored) ? stored : []), { profile: 'lost' }]),
    );
    const { store, news } = openTab(storage);
    expect(await urlsIn(store)).toEqual([urlOf(0), urlOf(1)]);
    expect(news).toMatchObject([{ type: 'notice', text: expect.stringContaining('set aside') }]);
    const aside = [...storage.entries].filter(([key]) => key.startsWith('expertscope_unreadable_'));
    expect(aside.map(([, text]) => text).join()).toContain('lost');
    expect(countSetAside(storage)).toBe(1);
  });

  it.each([['[{}]'], ['no JSON']])(
    'are set aside once, though they are read again when told so: %s',
    async (text) => {
      const storage = new MemoryStorage();
      const { store } = openTab(storage);
      const told: ListNews[] = [];
      store.subscribe((news) => {
        told.push(news);
        void store.lists();
      });
      storage.setItem(PEOPLE_KEY, text);
      await store.lists();
      expect([told.length, countSetAside(storage)]).toEqual([1, 1]);
    },
  );

  it('are recovered under a default name when only their people can be read', async () => {
    const storage = new MemoryStorage();
    await withShortlist(storage);
    storage.setItem('expertscope_lists', 'no JSON');
    const { store } = openTab(storage);
    expect((await store.lists()).lists).toMatchObject([{ id: LIST, name: 'Recovered list', size: 2 }]);
    await store.change({ type: 'rename', listId: LIST, name: 'Mine', at: at(9) });
    expect((await openTab(storage).store.lists()).lists).toMatchObject([{ id: LIST, name: 'Mine' }]);
  });

  it('are ordered by their latest change of people or name, not by what is written about somebody', async () => {
    const { store } = await withShortlist(new MemoryStorage());
    const names = async () => (await store.lists()).lists.map(({ name }) => name);
    await store.change(make('list_two', 'Divers', 2));
    const edit = (change: PersonEdit, seconds: number): ListChange => ({
      ...{ type: 'edit', listId: LIST, urls: [urlOf(0)], change, at: at(seconds) },
    });
    await store.change(edit({ rating: 'good' }, 3));
    await store.change(edit({ note: 'Ask' }, 4));
    expect(await store.people(LIST)).toContainEqual(expect.objectContaining({ rating: 'good', note: 'Ask' }));
    expect(await names()).toEqual(['Divers', 'Shortlist']);
    await store.change(save(LIST, [savedOf(2)], 5));
    expect(await names()).toEqual(['Shortlist', 'Divers']);
  });

  it('have the last who was added first, of several added at once the best, and others put back at their places', async () => {
    const { store } = openTab(new MemoryStorage());
    const numbers = async () =>
      (await store.people(LIST)).map(({ profile }) => profile.id.slice(-1)).join('');
    await store.change(make(LIST));
    await store.change(
      save(LIST, [savedOf(1, 'one', 1, 50), savedOf(2, 'one', 1, 90), savedOf(3, 'one', 1, 70)]),
    );
    await store.change(save(LIST, [savedOf(4, 'one', 1, 20)], 2));
    expect(await numbers()).toBe('4231');
    const before = await store.people(LIST);
    const taken = before.filter(({ profile }) => profile.id === 'profile-3');
    await store.change({ type: 'remove', listId: LIST, urls: [urlOf(3)], at: at(3) });
    expect(await numbers()).toBe('421');
    await store.change(save(LIST, taken.map(asSaved), 4));
    expect(await numbers()).toBe('4231');
  });

  it('tell of entries that could not be read as soon as somebody listens, once', async () => {
    const storage = new MemoryStorage();
    await withShortlist(storage);
    storage.setItem(PEOPLE_KEY, '[{}]');
    const store = new LocalLists({ storage, tabs: undefined });
    await store.people(LIST);
    const told: ListNews[] = [];
    for (const _ of ['first', 'second']) store.subscribe((news) => told.push(news));
    expect(told).toEqual([{ type: 'notice', text: expect.stringContaining('set aside') }]);
  });

  it('keep unsaved people in memory until storage has space, and report it', async () => {
    const storage = new MemoryStorage();
    const { store, news } = await withShortlist(storage);
    storage.quota = storage.used;
    await store.change(save(LIST, [savedOf(2)]));
    expect(news).toMatchObject([{ type: 'notice', text: expect.stringContaining('full or switched off') }]);
    expect(await urlsIn(store)).toHaveLength(3);
    expect(await urlsIn(openTab(storage).store)).toHaveLength(2);
    storage.quota = 5_000_000;
    await store.change({ type: 'edit', listId: LIST, urls: [urlOf(2)], change: { note: 'Ask' }, at: at(7) });
    expect(await urlsIn(openTab(storage).store)).toHaveLength(3);
    await store.change({ type: 'rename', listId: LIST, name: 'Mine', at: at(8) });
    expect(news.slice(1)).toEqual([{ ...news[0], type: 'outdated' }]);
  });

  describe('without room for a person', () => {
    const OLD = 'list_old';
    /** A tab in which somebody was saved to a list after storage became full. */
    async function withUnsaved(person = savedOf(2)) {
      const storage = new MemoryStorage();
      const { store } = await withShortlist(storage);
      await store.change(make(OLD, 'Old'));
      await store.change(save(OLD, [savedOf(5), savedOf(6), savedOf(7)]));
      storage.quota = storage.used;
      await store.change(save(LIST, [person]));
      expect(await urlsIn(openTab(storage).store)).toEqual([urlOf(0), urlOf(1)]);
      return { storage, store };
    }

    it.each<[string, (store: LocalLists) => unknown]>([
      ['deleted', (store) => store.change({ type: 'delete', listId: OLD, at: at(9) })],
      ['moved elsewhere', (store) => store.removeList(OLD)],
    ])('make room for the person when another list is %s', async (_, dropOld) => {
      const { storage, store } = await withUnsaved();
      // There is no room for this either, and never has to be.
      await store.change(save(OLD, [savedOf(8), savedOf(9)]));
      await dropOld(store);
      const anew = openTab(storage).store;
      expect((await anew.lists()).lists).toMatchObject([{ id: LIST, size: 3 }]);
      expect(await urlsIn(anew)).toEqual([urlOf(0), urlOf(1), urlOf(2)]);
    });

    it('make room when somebody is taken out of the same list', async () => {
      const { storage, store } = await withUnsaved();
      await store.change({ type: 'remove', listId: LIST, urls: [urlOf(0), urlOf(1)], at: at(9) });
      expect(await urlsIn(openTab(storage).store)).toEqual([urlOf(2)]);
    });

    it.each([
      ['another person', 0, [urlOf(1), urlOf(2)]],
      ['the person', 2, [urlOf(0), urlOf(1)]],
    ])('lose %s who is removed everywhere', async (_, number, left) => {
      const { storage, store } = await withUnsaved();
      await store.change(save(OLD, [savedOf(number, 'two')]));
      expect(store.removePerson(urlOf(number))).toMatchObject({ lists: [LIST, OLD] });
      const anew = openTab(storage).store;
      expect(anew.findPerson(urlOf(number))).toEqual({ lists: [] });
      expect([await urlsIn(anew), await urlsIn(store)]).toEqual([left, left]);
    });

    it('keep a person in their list until they are stored in the one they are moved to', async () => {
      const { storage, store } = await withUnsaved(savedOf(5));
      await store.change({ type: 'remove', listId: OLD, urls: [urlOf(5)], at: at(9) });
      expect(store.findPerson(urlOf(5)).lists).toEqual([LIST]);
      expect(openTab(storage).store.findPerson(urlOf(5)).lists).toEqual([OLD]);
      await store.change({ type: 'remove', listId: OLD, urls: [urlOf(6), urlOf(7)], at: at(9) });
      expect(openTab(storage).store.findPerson(urlOf(5)).lists).toEqual([LIST]);
    });
  });

  describe('without room while another tab goes on', () => {
    const edit = (change: PersonEdit, seconds: number, numbers = [0]): ListChange => {
      const urls = numbers.map(urlOf);
      const known = Object.fromEntries(urls.map((url) => [url, { note: '' }]));
      return { type: 'edit', listId: LIST, urls, change, known, at: at(seconds) };
    };
    afterEach(() => vi.useRealTimers());
    const rename = (name: string, seconds: number): ListChange => ({
      ...{ type: 'rename', listId: LIST, name, at: at(seconds) },
    });
    /** A tab whose `changes` had no room, and another one, which makes room after its own. */
    async function withWaiting(...changes: ListChange[]) {
      vi.useFakeTimers();
      const storage = new MemoryStorage();
      const tab = await withShortlist(storage);
      await tab.store.change(make('list_old', 'Old'));
      await tab.store.change(save('list_old', [savedOf(5)]));
      storage.quota = storage.used - 500;
      for (const change of changes) await tab.store.change(change);
      const told = tab.news.splice(0);
      /** The other tab's change arrives after those of this one, and then there is room. */
      const arrive = async (theirs: ListChange) => {
        storage.quota = 5_000_000;
        await openTab(storage).store.change(theirs);
        tab.events.dispatchEvent(storageEvent(null));
        await vi.advanceTimersByTimeAsync(1_000);
        return openTab(storage).store;
      };
      return { ...tab, storage, told, arrive };
    }
    const lostIn = (news: readonly ListNews[]) =>
      news.filter(({ type }) => type === 'refused' || type === 'notice');

    it('are stored once it makes room, and are no longer reported', async () => {
      const { told, news, arrive } = await withWaiting(save(LIST, [savedOf(2)]));
      const [notice] = told;
      const anew = await arrive({ type: 'delete', listId: 'list_old', at: at(9) });
      expect(await urlsIn(anew)).toEqual([urlOf(0), urlOf(1), urlOf(2)]);
      expect(news).toContainEqual({ ...notice, type: 'outdated' });
    });

    it('keep its later name', async () => {
      const { arrive } = await withWaiting(rename('Mine', 10));
      expect((await (await arrive(rename('Theirs', 20))).lists()).lists).toContainEqual(
        expect.objectContaining({ id: LIST, name: 'Theirs', namedAt: at(20) }),
      );
    });

    it('keep the name given here when the one before can no longer be read', async () => {
      const { storage, arrive } = await withWaiting(rename('Mine', 10));
      storage.quota = 5_000_000;
      storage.setItem('expertscope_lists', 'no JSON');
      const { lists } = await (await arrive(edit({ rating: 'bad' }, 20))).lists();
      expect(lists).toContainEqual(expect.objectContaining({ id: LIST, name: 'Mine' }));
    });

    it('leave an entry as it was written later', async () => {
      const { arrive } = await withWaiting(edit({ note: 'Mine' }, 10));
      const anew = await arrive(edit({ note: 'Theirs' }, 20));
      expect(await anew.people(LIST)).toContainEqual(
        expect.objectContaining({ note: 'Theirs', updatedAt: at(20) }),
      );
    });

    it('are no longer reported once everything has been cleared', async () => {
      const { store, told, news } = await withWaiting(rename('Mine', 10));
      store.clear();
      expect(news).toContainEqual({ ...told[0], type: 'outdated' });
    });

    it('do not bring back a list of whose deletion half is known', async () => {
      const { storage, events, arrive } = await withWaiting(save(LIST, [savedOf(2)], 10));
      storage.quota = 5_000_000;
      storage.removeItem(PEOPLE_KEY);
      events.dispatchEvent(storageEvent(PEOPLE_KEY));
      await vi.advanceTimersByTimeAsync(1);
      const anew = await arrive({ type: 'delete', listId: LIST, at: at(20) });
      expect((await anew.lists()).lists).toMatchObject([{ id: 'list_old' }]);
      expect(storage.getItem(PEOPLE_KEY)).toBeNull();
    });

    it('keep its later note and rating, and what is written here about anything else', async () => {
      const mine = edit({ note: 'Mine', status: 'contacted', rating: 'good' }, 10, [0, 1]);
      const { arrive, news } = await withWaiting(mine);
      const anew = await arrive(edit({ note: 'Theirs', rating: 'bad' }, 20));
      const people = await anew.people(LIST);
      expect(people.map(({ note, status, rating }) => [note, status, rating]).sort()).toEqual([
        ['Mine', 'contacted', 'good'],
        ['Theirs', 'contacted', 'bad'],
      ]);
      expect(lostIn(news)).toEqual([{ type: 'notice', text: expect.stringContaining('Yours was “Mine”.') }]);
    });

    it('leave out whom it has taken out', async () => {
      const saved = save(LIST, [savedOf(0, 'two', 10), savedOf(2), savedOf(3)], 10);
      const { store, arrive } = await withWaiting(saved);
      store.removePerson(urlOf(3));
      const anew = await arrive({ type: 'remove', listId: LIST, urls: [urlOf(0)], at: at(20) });
      expect(await urlsIn(anew)).toEqual([urlOf(1), urlOf(2)]);
    });

    it('do not bring back a list it has deleted, nor take people out of another for it', async () => {
      const { arrive, news } = await withWaiting(
        save(LIST, [savedOf(5)], 10),
        { type: 'remove', listId: 'list_old', urls: [urlOf(5)], at: at(10) },
        edit({ note: 'Ask' }, 11),
      );
      const anew = await arrive({ type: 'delete', listId: LIST, at: at(20) });
      expect((await anew.lists()).lists).toMatchObject([{ id: 'list_old', size: 1 }]);
      expect(lostIn(news)).toEqual([
        { type: 'refused', text: expect.stringMatching(/^This list is gone: .*device\.$/) },
        { type: 'refused', text: expect.stringMatching(/^This list is gone: .* Your note was “Ask”\.$/) },
      ]);
    });
  });

  it('have the name given last, even after the clock has been set back', async () => {
    const { store } = await withShortlist(new MemoryStorage());
    for (const [name, seconds] of [
      ['One', 50],
      ['Two', 10],
    ] as const)
      await store.change({ type: 'rename', listId: LIST, name, at: at(seconds) });
    expect((await store.lists()).lists).toMatchObject([{ name: 'Two' }]);
  });

  it('last for the page’s lifetime when storage is disabled', async () => {
    const store = new LocalLists({ storage: disabledStorage, tabs: undefined });
    await store.change(make(LIST));
    await store.change(save(LIST, [savedOf(1)]));
    expect((await store.lists()).lists).toMatchObject([{ size: 1 }]);
  });

  it('hold at most 1,000 people each, and reject people who do not all fit', async () => {
    const { store } = await withShortlist(new MemoryStorage(), 999);
    await store.change(save(LIST, [savedOf(0, 'two', 2)]));
    await expect(store.change(save(LIST, [savedOf(2_000), savedOf(2_001)]))).rejects.toThrow(
      'This list has room for 1 more person only. Take somebody out, or save to another list.',
    );
    expect(await urlsIn(store)).toHaveLength(999);
    await store.change(save(LIST, [savedOf(2_000)]));
    expect(await urlsIn(store)).toHaveLength(1_000);
  });

  it('hide at most 1,000 people', async () => {
    const { store } = openTab(new MemoryStorage());
    const people = Array.from({ length: 1_000 }, (_, index) => savedOf(index));
    await store.change(save(HIDDEN_LIST_ID, people));
    await expect(store.change(save(HIDDEN_LIST_ID, [savedOf(1_000)]))).rejects.toThrow(
      '1,000 people are hidden, the maximum. Show somebody again first.',
    );
  });

  it('are at most 100', async () => {
    const { store } = openTab(new MemoryStorage());
    for (let index = 0; index < 100; index += 1) await store.change(make(`list_${index}`));
    await expect(store.change(make('list_more'))).rejects.toThrow(
      'You have 100 lists, the maximum. Delete one first. The name was “Shortlist”.',
    );
    expect((await store.lists()).lists).toHaveLength(100);
  });

  it('lose a removed person everywhere, including among the hidden', async () => {
    const { store, news } = await withShortlist(new MemoryStorage());
    await store.change(save(HIDDEN_LIST_ID, [savedOf(0)]));
    const found = { lists: [LIST, HIDDEN_LIST_ID], name: savedOf(0).profile.fullName };
    expect(store.findPerson(urlOf(0))).toEqual(found);
    expect(await urlsIn(store)).toHaveLength(2);
    expect(store.removePerson(urlOf(0))).toEqual(found);
    expect(store.findPerson(urlOf(0))).toEqual({ lists: [] });
    expect(await urlsIn(store)).toEqual([urlOf(1)]);
    expect((await store.lists()).hidden.size).toBe(0);
    expect(news.at(-1)).toEqual({ type: 'changed' });
  });

  it('leave nothing behind when cleared', async () => {
    const storage = new MemoryStorage();
    const { store } = await withShortlist(storage);
    store.clear();
    expect(storage.length).toBe(0);
    expect(await store.lists()).toMatchObject({ lists: [], hidden: { size: 0 } });
  });
});

describe('lists written by two tabs at the same moment', () => {
  const LISTS_KEY = 'expertscope_lists';
  const HERE = 'list_here';
  afterEach(() => vi.useRealTimers());

  /** A tab in which `change` was made, and a second tab still working from the state before it. */
  async function openChanged(change: ListChange) {
    vi.useFakeTimers();
    const storage = new MemoryStorage();
    const tab = await withShortlist(storage);
    const there = new MemoryStorage();
    for (const [key, text] of storage.entries) there.setItem(key, text);
    const seen = new Map(there.entries);
    const unaware = openTab(there).store;
    await tab.store.change(change);
    tab.news.splice(0);
    /** Delivers what the other tab wrote under `keys`, with the storage event the browser would fire here. */
    const arrive = async (keys: readonly string[], told: 'what it saw' | 'what was held') => {
      for (const key of keys) {
        const newValue = there.getItem(key);
        const oldValue = told === 'what it saw' ? (seen.get(key) ?? null) : storage.getItem(key);
        if (newValue === null) storage.removeItem(key);
        else storage.setItem(key, newValue);
        tab.events.dispatchEvent(Object.assign(storageEvent(key), { oldValue, newValue }));
      }
      await vi.advanceTimersByTimeAsync(1_000);
    };
    return { ...tab, storage, unaware, arrive };
  }
  const told = ['what it saw', 'what was held'] as const;
  const somebody = savedOf(7);

  it.each(told)('restore a person saved here (with %s as the reported old value)', async (by) => {
    const { store, storage, unaware, arrive, news } = await openChanged(save(LIST, [somebody]));
    const stored = (await store.people(LIST)).find(({ profile }) => profile.profileUrl === urlOf(7));
    await unaware.change(save(LIST, [savedOf(8)], 50));
    await arrive([PEOPLE_KEY, LISTS_KEY], by);
    expect(await urlsIn(openTab(storage).store)).toEqual([urlOf(0), urlOf(1), urlOf(7), urlOf(8)]);
    expect(await store.people(LIST)).toContainEqual(stored);
    expect(news.at(-1)).toEqual({ type: 'changed' });
    expect(news).toHaveLength(3);
  });

  it.each(told)('restore a person hidden here while the other tab hides somebody else (%s)', async (by) => {
    const { storage, unaware, arrive } = await openChanged(save(HIDDEN_LIST_ID, [somebody]));
    await unaware.change(save(HIDDEN_LIST_ID, [savedOf(8)], 50));
    await arrive([`expertscope_people_${HIDDEN_LIST_ID}`], by);
    const { hidden } = await openTab(storage).store.lists();
    expect([...hidden.members].sort()).toEqual([urlOf(7), urlOf(8)]);
  });

  const edit = (change: PersonEdit, seconds: number, number = 0): ListChange => ({
    type: 'edit',
    listId: LIST,
    urls: [urlOf(number)],
    change,
    at: at(seconds),
  });
  const writtenOf = async (store: LocalLists, number = 0) => {
    const people = await store.people(LIST);
    const { note, status, rating } = people.find(({ profile }) => profile.profileUrl === urlOf(number)) ?? {};
    return { note, status, rating };
  };

  it.each(told)('merge edits that both tabs make to one person (%s)', async (by) => {
    const { store, storage, unaware, arrive, news } = await openChanged(edit({ note: 'Ask' }, 20));
    await store.change(edit({ note: 'Ask again' }, 21));
    await unaware.change(edit({ status: 'contacted' }, 22));
    await unaware.change(edit({ rating: 'good' }, 23, 1));
    await arrive([PEOPLE_KEY], by);
    const { store: anew } = openTab(storage);
    expect(await writtenOf(anew)).toEqual({ note: 'Ask again', status: 'contacted', rating: undefined });
    expect(await writtenOf(anew, 1)).toMatchObject({ rating: 'good' });
    expect(await writtenOf(store)).toEqual(await writtenOf(anew));
    expect(news.at(-1)).toEqual({ type: 'changed' });
  });

  it.each(told)('keep what there was no room to write about a person who is restored (%s)', async (by) => {
    const { store, storage, unaware, arrive } = await openChanged(save(LIST, [somebody]));
    storage.quota = storage.used;
    await store.change(edit({ note: 'Ask' }, 20, 7));
    await unaware.change(save(LIST, [savedOf(8)], 50));
    storage.quota = 5_000_000;
    await arrive([PEOPLE_KEY, LISTS_KEY], by);
    expect(await writtenOf(openTab(storage).store, 7)).toMatchObject({ note: 'Ask' });
  });

  it.each(told)('keep an edit made here while the other tab saves people (%s)', async (by) => {
    const { store, storage, unaware, arrive } = await openChanged(edit({ rating: 'bad' }, 20));
    await store.change(edit({ rating: null, status: 'replied' }, 21));
    await unaware.change(save(LIST, [savedOf(0, 'two', 30), savedOf(8)], 30));
    await arrive([PEOPLE_KEY], by);
    const { store: anew } = openTab(storage);
    expect(await writtenOf(anew)).toEqual({ note: '', status: 'replied', rating: undefined });
    const saved = (await anew.people(LIST)).find(({ profile }) => profile.profileUrl === urlOf(0));
    expect(saved?.origins).toHaveLength(2);
  });

  it.each(told)('keep an edit made here while the other tab writes about somebody else (%s)', async (by) => {
    const { storage, unaware, arrive } = await openChanged(edit({ note: 'Ask' }, 20));
    await unaware.change(edit({ rating: 'good' }, 22, 1));
    await arrive([PEOPLE_KEY], by);
    const { store } = openTab(storage);
    expect(await writtenOf(store)).toMatchObject({ note: 'Ask' });
    expect(await writtenOf(store, 1)).toMatchObject({ rating: 'good' });
  });

  it('keep the other tab’s return to what was replaced here long ago', async () => {
    const { store, storage, unaware, arrive, clock } = await openChanged(edit({ note: 'Ask' }, 20));
    await store.change(edit({ note: 'Wait' }, 21));
    clock.now += 6_000;
    await store.change(edit({ rating: 'good' }, 22));
    await unaware.change(edit({ note: 'Ask' }, 23));
    await arrive([PEOPLE_KEY], 'what was held');
    expect(await writtenOf(openTab(storage).store)).toMatchObject({ note: 'Ask', rating: 'good' });
  });

  it.each(told)('keep the other tab’s later edit of the same field (%s)', async (by) => {
    const { storage, unaware, arrive } = await openChanged(edit({ note: 'Ask', rating: 'good' }, 20));
    await unaware.change(edit({ note: 'Wait' }, 22));
    await arrive([PEOPLE_KEY], by);
    expect(await writtenOf(openTab(storage).store)).toMatchObject({ note: 'Wait', rating: 'good' });
  });

  it('keep the other tab’s removal of a rating it had seen', async () => {
    const { store, storage, events } = await openChanged(edit({ rating: 'good' }, 20));
    const oldValue = storage.getItem(PEOPLE_KEY);
    await openTab(storage).store.change(edit({ rating: null }, 22));
    const told = { oldValue, newValue: storage.getItem(PEOPLE_KEY) };
    events.dispatchEvent(Object.assign(storageEvent(PEOPLE_KEY), told));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await writtenOf(store)).toMatchObject({ rating: undefined });
  });

  it('keep a person saved here in memory when storage has no space for both', async () => {
    const { store, storage, unaware, arrive, news } = await openChanged(save(LIST, [somebody]));
    await unaware.change(save(LIST, [savedOf(8)], 50));
    storage.quota = storage.used + 10;
    await arrive([PEOPLE_KEY], 'what it saw');
    expect(await urlsIn(openTab(storage).store)).toEqual([urlOf(0), urlOf(1), urlOf(8)]);
    expect(await urlsIn(store)).toEqual([urlOf(0), urlOf(1), urlOf(7), urlOf(8)]);
    expect(news).toContainEqual({ type: 'notice', text: expect.stringContaining('full or switched off') });
  });

  it.each(told)('restore a list created here under its name (%s)', async (by) => {
    const { store, storage, unaware, arrive } = await openChanged(make(HERE, 'Lima'));
    await store.change(make('list_with_people', 'Cusco'));
    await store.change(save('list_with_people', [somebody]));
    const made = (await store.lists()).lists.filter(({ id }) => id !== LIST);
    await unaware.change(save(LIST, [savedOf(8)], 50));
    await arrive([PEOPLE_KEY, LISTS_KEY], by);
    const { lists } = await openTab(storage).store.lists();
    for (const { id, updatedAt } of made)
      expect(lists).toContainEqual(expect.objectContaining({ id, updatedAt }));
    expect(lists.map(({ name, size }) => [name, size]).sort()).toEqual([
      ['Cusco', 1],
      ['Lima', 0],
      ['Shortlist', 3],
    ]);
  });

  const rename = (name: string, seconds: number): ListChange => ({
    type: 'rename',
    listId: LIST,
    name,
    at: at(seconds),
  });
  const here = async (storage: MemoryStorage) => (await openTab(storage).store.lists()).lists;

  const dealings: [string, ListChange, number][] = [
    ['saves somebody into it', save(LIST, [savedOf(8)], 50), 3],
    ['takes somebody out of it', { type: 'remove', listId: LIST, urls: [urlOf(0)], at: at(50) }, 1],
  ];
  describe.each(told)('with %s as the reported old value', (by) => {
    it.each(dealings)('keep a name given here while the other tab %s', async (_, dealing, size) => {
      const { store, storage, unaware, arrive, news } = await openChanged(rename('Cusco', 40));
      await unaware.change(dealing);
      await arrive([PEOPLE_KEY, LISTS_KEY], by);
      expect(await here(storage)).toMatchObject([{ name: 'Cusco', size }]);
      expect((await store.lists()).lists).toEqual(await here(storage));
      expect(news.at(-1)).toEqual({ type: 'changed' });
    });
  });

  it.each(told)('keep a name given here while both tabs save a person (%s)', async (by) => {
    const { store, storage, unaware, arrive } = await openChanged(rename('Cusco', 40));
    await store.change(save(LIST, [somebody], 41));
    await unaware.change(save(LIST, [savedOf(8)], 50));
    await arrive([PEOPLE_KEY, LISTS_KEY], by);
    expect(await here(storage)).toMatchObject([{ name: 'Cusco', namedAt: at(40), size: 4 }]);
  });

  it.each([
    ['when it comes seconds later', 6_000],
    ['once the clock has been set back', -7_200_000],
  ])('keep the other tab’s write, which had seen everything, %s', async (_, passed) => {
    const { storage, unaware, arrive, clock } = await openChanged(rename('Cusco', 40));
    clock.now += passed;
    await unaware.change(save(LIST, [savedOf(8)], 50));
    await arrive([LISTS_KEY], 'what was held');
    expect(await here(storage)).toMatchObject([{ name: 'Shortlist' }]);
  });

  it.each(told)('keep a person saved here while the other tab renames the list (%s)', async (by) => {
    const { storage, unaware, arrive } = await openChanged(save(LIST, [somebody], 40));
    await unaware.change(rename('Lima', 50));
    await arrive([LISTS_KEY], by);
    expect(await here(storage)).toMatchObject([{ name: 'Lima', size: 3 }]);
  });

  it.each(told)('keep the later of two names (%s)', async (by) => {
    const { storage, unaware, arrive } = await openChanged(rename('Cusco', 40));
    await unaware.change(rename('Lima', 50));
    await arrive([LISTS_KEY], by);
    expect(await here(storage)).toMatchObject([{ name: 'Lima' }]);
  });

  it('keep a name that the other tab restored after seeing ours', async () => {
    const { storage, events } = await openChanged(rename('Cusco', 40));
    const oldValue = storage.getItem(LISTS_KEY);
    await openTab(storage).store.change(rename('Shortlist', 41));
    const told = { oldValue, newValue: storage.getItem(LISTS_KEY) };
    events.dispatchEvent(Object.assign(storageEvent(LISTS_KEY), told));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await here(storage)).toMatchObject([{ name: 'Shortlist', size: 2 }]);
  });

  it.each(told)('do not restore people of a list the other tab deleted (%s)', async (by) => {
    const { storage, unaware, arrive } = await openChanged(save(LIST, [somebody]));
    await unaware.change({ type: 'delete', listId: LIST, at: at(9) });
    await arrive([PEOPLE_KEY, LISTS_KEY], by);
    expect((await openTab(storage).store.lists()).lists).toEqual([]);
    expect(storage.getItem(PEOPLE_KEY)).toBeNull();
  });

  it.each(told)('do not restore anything after the other tab cleared storage (%s)', async (by) => {
    const { storage, unaware, arrive } = await openChanged(make(HERE, 'Lima'));
    unaware.clear();
    await arrive([LISTS_KEY, PEOPLE_KEY], by);
    expect(storage.length).toBe(0);
  });

  it('do not restore a person either tab has taken out', async () => {
    const takeOut: ListChange = { type: 'remove', listId: LIST, urls: [urlOf(7)], at: at(9) };
    const other = await openChanged(save(LIST, [somebody]));
    await other.unaware.change(save(LIST, [somebody]));
    await other.unaware.change(takeOut);
    await other.arrive([PEOPLE_KEY], 'what was held');
    expect(await urlsIn(other.store)).toEqual([urlOf(0), urlOf(1)]);
    const here = await openChanged(save(LIST, [somebody]));
    await here.store.change(takeOut);
    await here.unaware.change(save(LIST, [savedOf(8)], 50));
    await here.arrive([PEOPLE_KEY, LISTS_KEY], 'what it saw');
    expect(await urlsIn(here.store)).toEqual([urlOf(0), urlOf(1), urlOf(8)]);
  });

  it('do not restore a person for whom storage had no space', async () => {
    const { store, storage, unaware, arrive } = await openChanged(make(HERE, 'Lima'));
    // There is space for the person, but not for the list's modification time.
    const setItem = storage.setItem.bind(storage);
    vi.spyOn(storage, 'setItem').mockImplementation((key, text) => {
      if (key === LISTS_KEY) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, text);
    });
    expect(store.changeIfRoom(save(LIST, [somebody]))).toBe(false);
    expect(await urlsIn(openTab(storage).store)).toEqual([urlOf(0), urlOf(1)]);
    await unaware.change(save(LIST, [savedOf(8)], 50));
    await arrive([PEOPLE_KEY], 'what it saw');
    expect(await urlsIn(store)).toEqual([urlOf(0), urlOf(1), urlOf(8)]);
  });
});
