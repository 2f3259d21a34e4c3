import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { HIDDEN_LIST_ID, LIST_LIMITS, type ListedPerson } from '#shared/lists.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import { changeWithout, type ListChange, ListError, savedFrom } from '#web/features/lists/changes.ts';
import type { KnownLists } from '#web/features/lists/known-lists.ts';
import type { ListStore } from '#web/features/lists/list-store.ts';
import { listActionsOn, listsQuery, peopleQuery } from '#web/features/lists/lists.ts';
import { LocalLists } from '#web/features/lists/local-lists.ts';
import { make, profileOf, save, savedOf, urlOf } from './samples.ts';

function open() {
  const storage = new MemoryStorage();
  const store: ListStore = new LocalLists({ storage, tabs: undefined });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const told: string[] = [];
  let seconds = 0;
  const session = {
    store,
    queries,
    storage,
    now: () => {
      seconds += 1;
      return Date.parse(at(seconds));
    },
    tell: (news: { type: string; text?: string }) => told.push(news.text ?? news.type),
  };
  const shown = {
    lists: () => queries.getQueryData<KnownLists>(['lists'])?.lists ?? [],
    people: (id: string) => queries.getQueryData<ListedPerson[]>(['people', id]) ?? [],
  };
  return { session, store, storage, queries, told, shown, actions: listActionsOn(session) };
}

describe('saving people', () => {
  it('creates the first list, then continues with the one used last', async () => {
    const { actions, store, shown } = open();
    const first = await actions.saveToLast([savedOf(1)]);
    expect(first).toMatchObject({ name: 'Shortlist' });
    expect(shown.lists()).toMatchObject([{ name: 'Shortlist', size: 1 }]);
    const other = (await actions.makeList('  Divers ')) ?? '';
    expect(await actions.saveToLast([savedOf(2)])).toMatchObject({ name: 'Shortlist' });
    await actions.save(other, [savedOf(2)]);
    expect(await actions.saveToLast([savedOf(3)])).toMatchObject({ name: 'Divers' });
    expect(await store.people(other)).toHaveLength(2);
  });

  it('of somebody who is in lists already does not change the one used last', async () => {
    const { actions, session, queries } = open();
    const divers = await actions.saveToNew('Divers', [savedOf(1)]);
    await queries.ensureQueryData(listsQuery(session));
    await actions.saveToNew('Economists', [savedOf(1)]);
    expect(await actions.save(divers?.id ?? '', [savedOf(1, 'two', 3)])).toEqual([]);
    expect(await actions.saveToLast([savedOf(2)])).toMatchObject({ name: 'Economists' });
  });

  it('falls back to the most recently changed list when the one used last is gone', async () => {
    const { actions } = open();
    const first = await actions.saveToLast([savedOf(1)]);
    await actions.makeList('Economists');
    await actions.makeList('Divers');
    await actions.deleteList(first?.id ?? '');
    expect(await actions.saveToLast([savedOf(2)])).toMatchObject({ name: 'Divers' });
  });

  it('returns the people it added, for undo', async () => {
    const { actions } = open();
    const first = await actions.saveToLast([savedOf(1)]);
    expect(first?.added).toEqual([urlOf(1)]);
    expect((await actions.saveToLast([savedOf(1), savedOf(2)]))?.added).toEqual([urlOf(2)]);
    expect(await actions.save(first?.id ?? '', [savedOf(2)])).toEqual([]);
  });

  it('hands over the list and its people without waiting for the list to be created', async () => {
    const { actions, store, shown } = open();
    const gate = Promise.withResolvers<void>();
    const handed: string[] = [];
    store.change = async ({ type }) => {
      handed.push(type);
      await gate.promise;
    };
    const saved = actions.saveToLast([savedOf(1)]);
    await expect.poll(() => handed).toEqual(['make', 'save']);
    await expect.poll(shown.lists).toMatchObject([{ name: 'Shortlist', size: 1 }]);
    gate.resolve();
    expect((await saved)?.added).toEqual([urlOf(1)]);
  });

  it('creates a named list, which becomes the one used last', async () => {
    const { actions, store } = open();
    await actions.makeList('Economists');
    const divers = await actions.saveToNew(' Divers ', [savedOf(1)]);
    expect(divers).toMatchObject({ name: 'Divers', added: [urlOf(1)] });
    expect(await actions.saveToLast([savedOf(2)])).toMatchObject({ name: 'Divers' });
    expect(await store.people(divers?.id ?? '')).toHaveLength(2);
  });

  it('creates a single first list for two saves made while the lists load', async () => {
    const { actions, store } = open();
    const gate = Promise.withResolvers<void>();
    const read = store.lists.bind(store);
    store.lists = () => gate.promise.then(read);
    const saved = [actions.saveToLast([savedOf(1)]), actions.saveToLast([savedOf(2)])];
    gate.resolve();
    expect(await Promise.all(saved)).toMatchObject([{ added: [urlOf(1)] }, { added: [urlOf(2)] }]);
    expect((await read()).lists).toMatchObject([{ name: 'Shortlist', size: 2 }]);
  });

  it('reports once that a list was refused', async () => {
    const { actions, store, told } = open();
    store.change = async () => Promise.reject(new ListError('You have 100 lists, the maximum.'));
    expect(await actions.saveToNew('Divers', [savedOf(1)])).toBeUndefined();
    expect(told).toEqual(['You have 100 lists, the maximum.']);
  });

  it('saves nobody to a list that has no room for all of them, as far as the page knows', async () => {
    const { actions, session, store, queries, told } = open();
    const id = (await actions.saveToNew('Divers', [savedOf(1)]))?.id ?? '';
    const { lists, hidden } = await store.lists();
    const nearlyFull = lists.map((list) => ({ ...list, size: LIST_LIMITS.people - 2 }));
    store.lists = async () => ({ lists: nearlyFull, hidden });
    await queries.fetchQuery({ ...listsQuery(session), staleTime: 0 });
    expect(
      await actions.save(
        id,
        [2, 3, 4].map((number) => savedOf(number)),
      ),
    ).toBeUndefined();
    expect(told).toEqual([
      'This list has room for 2 more people only. Take somebody out, or save to another list.',
    ]);
    expect(await store.people(id)).toHaveLength(1);
    expect(
      await actions.save(
        id,
        [1, 2, 3].map((number) => savedOf(number)),
      ),
    ).toHaveLength(2);
  });

  it('hides a person without affecting lists', async () => {
    const { actions, storage, store } = open();
    await actions.save(HIDDEN_LIST_ID, [savedOf(1)]);
    expect((await store.lists()).lists).toEqual([]);
    expect(storage.getItem('expertscope_last_list')).toBeNull();
  });

  it('records the score and the answer of origin', () => {
    const answer = { chatId: 'chat_1', messageId: 'msg_1', request: 'Economists' };
    const originsOf = (isScored: boolean) => {
      const source = { ...answer, isScored: () => isScored };
      return savedFrom(profileOf(1, { relevanceScore: 64.5 }), source, Date.parse(at(3))).origins;
    };
    const origin = { ...answer, savedAt: at(3), relevanceScore: 64.5 };
    expect(originsOf(true)).toEqual([origin]);
    expect(originsOf(false)).toEqual([{ ...origin, isUnscored: true }]);
  });
});

it('a change stays the same one without somebody whom it does not concern', () => {
  const remove: ListChange = { type: 'remove', listId: 'list_a', urls: [urlOf(1)], at: at(1) };
  for (const change of [make('list_a'), save('list_a', [savedOf(1)]), remove])
    expect(changeWithout(change, urlOf(2))).toBe(change);
  expect(changeWithout(remove, urlOf(1))).toEqual({ ...remove, urls: [] });
});

describe('the displayed lists', () => {
  it('change before the store has answered', async () => {
    const { actions, store, session, queries, shown } = open();
    const list = await actions.saveToLast([savedOf(1)]);
    const id = list?.id ?? '';
    await queries.ensureQueryData(peopleQuery(session, id));
    const gate = Promise.withResolvers<void>();
    const change = store.change.bind(store);
    store.change = async (one) => gate.promise.then(() => change(one));
    const edited = actions.edit(id, [urlOf(1)], { status: 'contacted' });
    await expect.poll(() => shown.people(id)).toMatchObject([{ status: 'contacted' }]);
    gate.resolve();
    expect(await edited).toBe(true);
  });

  it('are still read again if they were older when they changed', async () => {
    const { actions, store, session, queries } = open();
    const id = (await actions.saveToLast([savedOf(1)]))?.id ?? '';
    await queries.ensureQueryData(peopleQuery(session, id));
    await queries.ensureQueryData(listsQuery(session));
    await queries.invalidateQueries({ refetchType: 'none' });
    // Another device saves somebody too.
    await store.change({ type: 'save', listId: id, people: [savedOf(2)], at: at(1) });
    await actions.save(id, [savedOf(3)]);
    expect(await queries.fetchQuery(peopleQuery(session, id))).toHaveLength(3);
    expect(await queries.fetchQuery(listsQuery(session))).toMatchObject({ lists: [{ size: 3 }] });
  });

  it('are read in full if they were empty when last read', async () => {
    const { actions, store, session, queries } = open();
    const id = (await actions.makeList('Divers')) ?? '';
    await queries.ensureQueryData(listsQuery(session));
    await queries.invalidateQueries({ refetchType: 'none' });
    await store.change({ type: 'save', listId: id, people: [savedOf(2)], at: at(1) });
    await actions.save(id, [savedOf(3)]);
    expect(await queries.fetchQuery(peopleQuery(session, id))).toHaveLength(2);
  });

  it('are still read to the end when a change is made during the read', async () => {
    const { actions, store, queries, session } = open();
    await actions.makeList('Divers');
    const gate = Promise.withResolvers<void>();
    const read = store.lists.bind(store);
    store.lists = async () => {
      await gate.promise;
      const { lists, hidden } = await read();
      return { lists, hidden: { ...hidden, isDamaged: true } };
    };
    const reading = queries.fetchQuery(listsQuery(session));
    const saved = actions.save(HIDDEN_LIST_ID, [savedOf(1)]);
    gate.resolve();
    expect(await reading).toMatchObject({ lists: [{ name: 'Divers' }] });
    expect(await saved).toEqual([urlOf(1)]);
    expect(queries.getQueryData(['lists'])).toMatchObject({
      lists: [{ name: 'Divers' }],
      hidden: { size: 1, isDamaged: true },
    });
  });

  it('show what an undo has restored, which may be newer than what the page knew', async () => {
    const { actions, session, store, queries, shown } = open();
    const id = (await actions.saveToNew('Divers', [savedOf(1)]))?.id ?? '';
    const hide = new QueryObserver(queries, peopleQuery(session, id)).subscribe(() => undefined);
    await expect.poll(() => shown.people(id)).toHaveLength(1);
    const known = shown.people(id);
    const edit = { listId: id, urls: [urlOf(1)], change: { note: 'From elsewhere' }, at: at(50) };
    await store.change({ type: 'edit', ...edit });
    await actions.remove(id, [urlOf(1)]);
    expect(shown.people(id)).toEqual([]);
    expect(await actions.putBack(id, known)).toBe(true);
    await expect.poll(() => shown.people(id)).toMatchObject([{ note: 'From elsewhere' }]);
    hide();
  });

  it('are restored when the change is refused, with a notice', async () => {
    const { actions, store, session, queries, shown, told } = open();
    const id = (await actions.saveToLast([savedOf(1)]))?.id ?? '';
    await queries.ensureQueryData(peopleQuery(session, id));
    await queries.ensureQueryData(listsQuery(session));
    const hide = new QueryObserver(queries, peopleQuery(session, id)).subscribe(() => undefined);
    const refusal = Promise.withResolvers<never>();
    store.change = () => refusal.promise;
    const saved = actions.save(id, [savedOf(2)]);
    await expect.poll(() => shown.people(id)).toHaveLength(2);
    refusal.reject(new ListError('This list is full.'));
    expect(await saved).toBeUndefined();
    expect(told).toEqual(['This list is full.']);
    await expect.poll(() => shown.people(id)).toHaveLength(1);
    hide();
  });

  it('take no new people, with a notice, when they cannot be read', async () => {
    const { actions, store, told } = open();
    store.lists = async () => Promise.reject(new Error('down'));
    expect(await actions.saveToLast([savedOf(1)])).toBeUndefined();
    expect(told).toEqual(['Your lists could not be read, so nobody was saved. Please try again.']);
  });
});
