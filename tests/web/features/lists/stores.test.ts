import { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { listKey, peopleOf, toKey } from '#functions/store/keys.ts';
import { newId } from '#shared/ids.ts';
import { LIMITS } from '#shared/limits.ts';
import { HIDDEN_LIST_ID, LIST_LIMITS, type PersonEdit, type SavePersonRequest } from '#shared/lists.ts';
import { setUpAccounts } from '#tests/web/features/chats/stores/account-rig.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import { bringLists } from '#web/features/lists/bring-lists.ts';
import { asSaved, type ListChange, ListError } from '#web/features/lists/changes.ts';
import type { ListNews, ListStore } from '#web/features/lists/list-store.ts';
import { listActionsOn, listsQuery } from '#web/features/lists/lists.ts';
import { LocalLists } from '#web/features/lists/local-lists.ts';
import { tableOf } from '#web/features/lists/people.ts';
import { RemoteLists } from '#web/features/lists/remote-lists.ts';
import { type Api, ApiError } from '#web/lib/api.ts';
import { make, profileOf, save, savedOf, urlOf } from './samples.ts';

const openAccount = setUpAccounts();

const openBrowser = () => new LocalLists({ storage: new MemoryStorage(), tabs: undefined });

/** Two pages over the same lists, which do not hear of each other's changes. */
const pairs: Record<string, () => Promise<readonly [ListStore, ListStore]>> = {
  'this browser': async () => {
    const storage = new MemoryStorage();
    const open = () => new LocalLists({ storage, tabs: undefined });
    return [open(), open()];
  },
  'an account': async () => {
    const account = await openAccount();
    return [new RemoteLists(account), new RemoteLists(account)];
  },
};

const homes: Record<string, () => Promise<ListStore>> = {
  'this browser': async () => openBrowser(),
  'an account': async () => new RemoteLists(await openAccount()),
};

describe.each(Object.entries(homes))('lists in %s', (_, open) => {
  it('can be created, renamed and deleted, and are ordered by latest change', async () => {
    const store = await open();
    const [one, two] = [newId('list'), newId('list')];
    await store.change(make(one, 'Economists', 1));
    await store.change(make(two, 'Divers', 2));
    await store.change({
      type: 'rename',
      listId: one,
      name: 'Growth economists',
      at: new Date().toISOString(),
    });
    expect((await store.lists()).lists).toMatchObject([
      { id: one, name: 'Growth economists', size: 0 },
      { id: two, name: 'Divers', size: 0 },
    ]);
    await store.change({ type: 'delete', listId: one, at: at(4) });
    // Another page or device may have deleted it before.
    await store.change({ type: 'delete', listId: one, at: at(5) });
    expect((await store.lists()).lists).toMatchObject([{ id: two }]);
    expect(await store.people(one)).toEqual([]);
  });

  it('hold a person from two answers once, with both answers, newest first', async () => {
    const store = await open();
    const listId = newId('list');
    await store.change(make(listId));
    await store.change(save(listId, [savedOf(1, 'one', 1, 64), savedOf(2, 'one', 1)]));
    await store.change({
      type: 'edit',
      listId,
      urls: [urlOf(1)],
      change: { note: 'Ask', status: 'contacted' },
      at: at(2),
    });
    await store.change(save(listId, [savedOf(1, 'two', 3, 91)], 3));
    await store.change(save(listId, [savedOf(1, 'two', 3, 91)], 3));
    const { lists } = await store.lists();
    expect(lists).toMatchObject([
      { size: 2, members: new Set(await Promise.all([1, 2].map((one) => store.memberKeyOf(urlOf(one))))) },
    ]);
    const people = await store.people(listId);
    expect(people.find(({ profile }) => profile.profileUrl === urlOf(1))).toMatchObject({
      profile: { relevanceScore: 91 },
      note: 'Ask',
      status: 'contacted',
      origins: [
        { messageId: 'msg_two', relevanceScore: 91 },
        { messageId: 'msg_one', relevanceScore: 64 },
      ],
    });
  });

  it('keep the latest save per answer, even if an older one is copied in', async () => {
    const store = await open();
    const [older, newer] = [newId('list'), newId('list')];
    for (const listId of [older, newer]) await store.change(make(listId));
    await store.change(save(older, [savedOf(1, 'one', 1, 40)]));
    await store.change(save(newer, [savedOf(1, 'one', 5, 90)], 5));
    await store.change(save(newer, (await store.people(older)).map(asSaved), 6));
    expect(await store.people(newer)).toMatchObject([
      {
        profile: { relevanceScore: 90 },
        origins: [{ messageId: 'msg_one', savedAt: at(5), relevanceScore: 90 }],
      },
    ]);
    const [copied] = await store.people(newer);
    expect(copied?.origins).toHaveLength(1);
  });

  it('keep the criteria behind a person’s verdicts, from the latest answer', async () => {
    const store = await open();
    const listId = newId('list');
    const criteria = [{ id: 'c1', subject: 'profession', text: 'economist', need: 'required' }] as const;
    const told = { criteria: [...criteria], profileProvider: 'Enrich Layer', isImported: true };
    await store.change(make(listId));
    await store.change(save(listId, [{ ...savedOf(1, 'one', 2), ...told }]));
    await store.change(save(listId, [savedOf(1, 'earlier', 1)], 2));
    expect(await store.people(listId)).toMatchObject([told]);
    await store.change(save(listId, [savedOf(1, 'two', 3)], 3));
    const [person] = await store.people(listId);
    for (const name of Object.keys(told)) expect(person).not.toHaveProperty(name);
  });

  it('keep whether a person was scored in the latest answer', async () => {
    const store = await open();
    const listId = newId('list');
    const unscored = savedOf(1);
    await store.change(make(listId));
    const origins = unscored.origins.map((origin) => ({ ...origin, isUnscored: true }));
    await store.change(save(listId, [{ ...unscored, origins }]));
    expect(tableOf(await store.people(listId))).toMatchObject([{ isScored: false }]);
    await store.change(save(listId, [savedOf(1, 'two', 3)], 3));
    expect(tableOf(await store.people(listId))).toMatchObject([{ isScored: true }]);
  });

  it('keep note, status and rating, including when a removed person is put back', async () => {
    const store = await open();
    const listId = newId('list');
    await store.change(make(listId));
    await store.change(save(listId, [savedOf(1)]));
    const said = { note: 'Two lines,\nkept', status: 'on holiday', rating: 'good' } as const;
    await store.change({ type: 'edit', listId, urls: [urlOf(1)], change: said, at: at(2) });
    const [person] = await store.people(listId);
    expect(person).toMatchObject(said);
    await store.change({ type: 'remove', listId, urls: [urlOf(1)], at: at(3) });
    expect(await store.people(listId)).toEqual([]);
    if (person !== undefined) await store.change(save(listId, [asSaved(person)], 4));
    const { updatedAt: _, ...kept } = person ?? { updatedAt: '' };
    expect(await store.people(listId)).toMatchObject([kept]);
    await store.change({ type: 'edit', listId, urls: [urlOf(1)], change: { rating: null }, at: at(5) });
    expect((await store.people(listId))[0]?.rating).toBeUndefined();
  });

  it('do not include the hidden people', async () => {
    const store = await open();
    await store.change(save(HIDDEN_LIST_ID, [{ profile: profileOf(7), origins: [] }]));
    expect(await store.lists()).toMatchObject({ lists: [], hidden: { size: 1 } });
    expect(await store.people(HIDDEN_LIST_ID)).toMatchObject([{ profile: { profileUrl: urlOf(7) } }]);
    await store.change({ type: 'remove', listId: HIDDEN_LIST_ID, urls: [urlOf(7)], at: at(2) });
    expect((await store.lists()).hidden.size).toBe(0);
  });

  it('accept more people at once than fit in one request', async () => {
    const store = await open();
    const listId = newId('list');
    await store.change(make(listId));
    const added = await store.change(
      save(
        listId,
        Array.from({ length: 60 }, (_value, index) => savedOf(index)),
      ),
    );
    expect(added).toHaveLength(60);
    expect(await store.people(listId)).toHaveLength(60);
  });

  it('accept people of whom all that fits is recorded, in a script with several bytes per letter', async () => {
    const store = await open();
    const listId = newId('list');
    await store.change(make(listId));
    const letters = (count: number) => '漢'.repeat(count);
    const people = Array.from({ length: LIST_LIMITS.peoplePerRequest }, (_value, index) => ({
      profile: profileOf(index, { summary: letters(4_000) }),
      origins: Array.from({ length: LIST_LIMITS.origins }, (_origin, answer) =>
        savedOf(index, `${answer}`).origins.map((origin) => ({
          ...origin,
          request: letters(LIST_LIMITS.request),
        })),
      ).flat(),
      note: letters(LIST_LIMITS.note),
    }));
    await store.change(save(listId, people));
    expect(await store.people(listId)).toHaveLength(people.length);
  });

  it('refuse a change to a deleted list, with a message', async () => {
    const store = await open();
    const lost = store.change(save(newId('list'), [savedOf(1)]));
    await expect(lost).rejects.toThrow(/is gone: it was removed on another page or device/);
    expect(await store.lists()).toMatchObject({ lists: [] });
  });
});

describe.each(Object.entries(pairs))('an undo in %s', (_, open) => {
  const listId = 'list_one';
  const remove: ListChange = { type: 'remove', listId, urls: [urlOf(1)], at: at(5) };

  async function openStale(...people: SavePersonRequest[]) {
    const [store, other] = await open();
    await store.change(make(listId));
    if (people.length > 0) await store.change(save(listId, people));
    const queries = new QueryClient();
    const actions = listActionsOn({
      store,
      queries,
      storage: undefined,
      now: Date.now,
      tell: () => undefined,
    });
    await queries.ensureQueryData(listsQuery({ store }));
    const known = await actions.readPeople(listId);
    const note = () =>
      other.change({ type: 'edit', listId, urls: [urlOf(1)], change: { note: 'Ask' }, at: at(4) });
    return { actions, known, other, note };
  }

  it('of a removal puts back what another page had written by then', async () => {
    const { actions, known, other, note } = await openStale(savedOf(1), savedOf(2));
    await note();
    const urls = known.map(({ profile }) => profile.profileUrl);
    expect(await actions.remove(listId, urls)).toBe(true);
    expect(await actions.putBack(listId, known)).toBe(true);
    const notes = (await other.people(listId)).map(({ profile, note }) => [profile.profileUrl, note]);
    expect(Object.fromEntries(notes)).toEqual({ [urlOf(1)]: 'Ask', [urlOf(2)]: '' });
    expect(await actions.readPeople(listId)).toEqual(await other.people(listId));
  });

  it('of a removal does not put back somebody whom another page had removed before', async () => {
    const { actions, known, other } = await openStale(savedOf(1));
    await other.change(remove);
    await actions.remove(listId, [urlOf(1)]);
    await actions.putBack(listId, known);
    expect(await other.people(listId)).toEqual([]);
  });

  it('of a save takes out only those who were not there before, which the save has found out', async () => {
    const { actions, other, note } = await openStale();
    await other.change(save(listId, [savedOf(1)]));
    await note();
    const saved = await actions.saveToLast([savedOf(1, 'two', 3), savedOf(2)]);
    expect(saved?.added).toEqual([urlOf(2)]);
    await actions.takeBack(listId, [urlOf(1), urlOf(2)]);
    expect(await other.people(listId)).toMatchObject([{ profile: { profileUrl: urlOf(1) }, note: 'Ask' }]);
  });

  it('of a removal and a save takes their order into account', async () => {
    const { actions, known, other } = await openStale(savedOf(1));
    await actions.remove(listId, [urlOf(1)]);
    await actions.save(listId, [savedOf(1, 'two', 3)]);
    await actions.takeBack(listId, [urlOf(1)]);
    expect(await other.people(listId)).toEqual([]);
    await actions.putBack(listId, known);
    expect(await other.people(listId)).toMatchObject([{ origins: [{ messageId: 'msg_two' }] }]);
  });
});

it('an edit in an account keeps a text that this page has not shown, and tells what the user had written', async () => {
  const account = await openAccount();
  const [store, other] = [new RemoteLists(account), new RemoteLists(account)];
  const listId = 'list_one';
  await store.change(make(listId));
  await store.change(save(listId, [savedOf(1), savedOf(2)]));
  const queries = new QueryClient();
  const actions = listActionsOn({ store, queries, storage: undefined, now: Date.now, tell: () => undefined });
  await actions.readPeople(listId);
  await other.change({
    type: 'edit',
    listId,
    urls: [urlOf(1)],
    change: { note: 'Offer accepted' },
    at: at(4),
  });
  const news: ListNews[] = [];
  const stop = store.subscribe((one) => news.push(one));
  const edit = (change: PersonEdit) => actions.edit(listId, [urlOf(1), urlOf(2)], change);
  expect(await edit({ note: 'Written on the train' })).toBe(true);
  await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
  expect(news.filter(({ type }) => type !== 'unsaved')).toEqual([
    {
      type: 'notice',
      text: 'Somebody has another note by now, from another page or device, which was kept. Yours was “Written on the train”.',
    },
    { type: 'changed' },
  ]);
  expect(await edit({ status: 'replied' })).toBe(true);
  const entries = (await actions.readPeople(listId)).map(({ profile, note, status }) => [
    profile.profileUrl,
    { note, status },
  ]);
  expect(Object.fromEntries(entries)).toEqual({
    [urlOf(1)]: { note: 'Offer accepted', status: 'replied' },
    [urlOf(2)]: { note: 'Written on the train', status: 'replied' },
  });
  // What has been shown since can be replaced.
  expect(await edit({ note: 'Both' })).toBe(true);
  expect((await other.people(listId)).map(({ note }) => note)).toEqual(['Both', 'Both']);
  stop();
});

it('an edit of several people that is kept from them is told once, without names', async () => {
  const account = await openAccount();
  const store = new RemoteLists(account);
  const listId = 'list_one';
  const people = [1, 2, 3].map((number) => ({ ...savedOf(number), status: 'replied' }));
  await store.change(make(listId));
  await store.change(save(listId, people));
  const news: ListNews[] = [];
  const stop = store.subscribe((one) => news.push(one));
  const urls = [urlOf(1), urlOf(2), urlOf(3)];
  const known = Object.fromEntries(urls.map((url) => [url, { status: '' }]));
  await store.change({ type: 'edit', listId, urls, change: { status: 'rejected' }, known, at: at(4) });
  expect(news.filter(({ type }) => type === 'notice')).toEqual([
    {
      type: 'notice',
      text: '3 people have another status by now, from another page or device, which was kept. Yours was “Rejected”.',
    },
  ]);
  stop();
});

it('an edit in an account replaces only the text that the user means to, though this page has read another', async () => {
  const account = await openAccount();
  const [store, other] = [new RemoteLists(account), new RemoteLists(account)];
  const listId = 'list_one';
  await store.change(make(listId));
  await store.change(save(listId, [savedOf(1), savedOf(2)]));
  const queries = new QueryClient();
  const actions = listActionsOn({ store, queries, storage: undefined, now: Date.now, tell: () => undefined });
  await actions.readPeople(listId);
  const written = { note: 'Offer accepted', status: 'replied' };
  await other.change({ type: 'edit', listId, urls: [urlOf(1)], change: written, at: at(4) });
  await actions.readPeople(listId);
  const urls = [urlOf(1), urlOf(2)];
  await actions.edit(listId, urls, { note: 'Call on Monday' }, { note: '' });
  await actions.edit(listId, [urlOf(2)], { status: 'rejected' });
  // The undo of a status.
  await actions.edit(listId, urls, { status: '' }, { status: 'rejected' });
  const entries = (await other.people(listId)).map(({ profile, note, status }) => [
    profile.profileUrl,
    { note, status },
  ]);
  expect(Object.fromEntries(entries)).toEqual({
    [urlOf(1)]: written,
    [urlOf(2)]: { note: 'Call on Monday', status: '' },
  });
});

it('an older service, which knows no texts that an edit replaces, makes the edit all the same', async () => {
  const account = await openAccount();
  const json: Api['json'] = async (schema, request) => {
    if (request.method === 'PATCH' && v.is(v.object({ known: v.unknown() }), request.body))
      throw new ApiError({ status: 400, code: 'invalid-input', message: 'Invalid key: "known"' });
    return await account.api.json(schema, request);
  };
  const store = new RemoteLists({ ...account, api: { ...account.api, json } });
  const listId = 'list_one';
  await store.change(make(listId));
  await store.change(save(listId, [savedOf(1)]));
  const known = { [urlOf(1)]: { note: '' } };
  const edit: ListChange = {
    ...{ type: 'edit', listId, urls: [urlOf(1)], at: at(4) },
    ...{ change: { note: 'Ask' }, known },
  };
  await store.change(edit);
  expect(await store.people(listId)).toMatchObject([{ note: 'Ask' }]);
  // What it refuses for another reason stays refused.
  await expect(store.change({ ...edit, change: { note: 'x'.repeat(9_999) } })).rejects.toThrow(ListError);
});

describe('a damaged entry in an account’s list', () => {
  it('is refused when its person is saved again, and does not block later changes', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const { table, ...account } = await openAccount();
    const store = new RemoteLists(account);
    const listId = newId('list');
    await store.change(make(listId));
    await store.change(save(listId, [savedOf(1)]));
    const address = { userId: account.userId, listId };
    const [entry] = await table.query(peopleOf(address), undefined);
    await table.put({ ...entry, ...toKey(entry), note: 7 }, undefined);
    await expect(store.change(save(listId, [savedOf(1, 'two', 3)], 3))).rejects.toMatchObject({
      message:
        'Somebody being saved is in this list already, but their entry is damaged. Take them out of the list, then save again.',
      cause: { status: 409 },
    });
    await store.change({ type: 'remove', listId, urls: [urlOf(1)], at: at(4) });
    await store.change(save(listId, [savedOf(1, 'two', 5)], 5));
    expect(await store.people(listId)).toMatchObject([{ origins: [{ messageId: 'msg_two' }] }]);
    log.mockRestore();
  });
});

describe('lists created without an account', () => {
  async function fill(local: LocalLists, name: string) {
    const listId = newId('list');
    await local.change(make(listId, name));
    await local.change(save(listId, [savedOf(1), savedOf(2)]));
    await local.change({
      type: 'edit',
      listId,
      urls: [urlOf(1)],
      change: { note: 'Ask', rating: 'bad' },
      at: at(2),
    });
    return listId;
  }

  it('move into the account with notes and times, and are removed from the browser', async () => {
    const local = openBrowser();
    const account = await openAccount();
    const own = newId('list');
    const store = new RemoteLists(account);
    await store.change(make(own, 'Shortlist'));
    const listId = await fill(local, 'Shortlist');
    await local.change(save(HIDDEN_LIST_ID, [{ profile: profileOf(7), origins: [] }]));
    const before = await local.people(listId);
    const news: string[] = [];
    const leave = new RemoteLists(account).subscribe(({ type }) => news.push(type));
    expect(await bringLists({ local, ...account })).toEqual({
      brought: { lists: 1, hidden: 1 },
      left: { lists: 0, hidden: 0 },
      refusals: [],
    });
    await expect.poll(() => news).toEqual(['changed']);
    await local.change(save(HIDDEN_LIST_ID, [{ profile: profileOf(8), origins: [] }]));
    expect((await bringLists({ local, ...account })).brought).toEqual({ lists: 0, hidden: 1 });
    await expect.poll(() => news).toEqual(['changed', 'changed']);
    leave();
    expect(await local.lists()).toMatchObject({ lists: [], hidden: { size: 0 } });
    expect(await store.lists()).toMatchObject({ hidden: { size: 2 } });
    const { lists } = await store.lists();
    expect(lists.map(({ name }) => name).sort()).toEqual(['Shortlist', 'Shortlist (from this browser)']);
    const people = await store.people(listId);
    expect(people.map(({ note, rating, addedAt }) => ({ note, rating, addedAt }))).toEqual(
      before.map(({ note, rating, addedAt }) => ({ note, rating, addedAt })),
    );
  });

  it('move even if the account has one of the same name, and that is the longest possible', async () => {
    const [local, account] = [openBrowser(), await openAccount()];
    const name = 'n'.repeat(LIMITS.titleLength);
    const store = new RemoteLists(account);
    await store.change(make(newId('list'), name));
    await fill(local, name);
    expect(await bringLists({ local, ...account })).toMatchObject({ brought: { lists: 1 }, refusals: [] });
    const names = (await store.lists()).lists.map((list) => list.name);
    expect(names).toContainEqual(expect.stringMatching(/^n+ \(from this browser\)$/));
  });

  it('arrive in their order, since the account dates them by their arrival', async () => {
    const local = openBrowser();
    const listIds = [await fill(local, 'Divers'), await fill(local, 'Sailors'), await fill(local, 'Pilots')];
    for (const [index, listId] of listIds.entries())
      await local.change(save(listId, [savedOf(3)], index + 3));
    expect((await local.lists()).lists.map(({ name }) => name)).toEqual(['Pilots', 'Sailors', 'Divers']);
    const made: string[] = [];
    const account = await openAccount(({ method, url }) => {
      if (method === 'PUT') made.push(url.split('/').at(-1) ?? '');
      return undefined;
    });
    expect(await bringLists({ local, ...account })).toMatchObject({ brought: { lists: 3 } });
    expect(made).toEqual(listIds);
  });

  it('stay complete when the account fails, and move on the next attempt', async () => {
    const local = openBrowser();
    let isDown = true;
    const account = await openAccount(({ method, url }) =>
      isDown && method === 'POST' && url.endsWith('/people')
        ? new Response('{}', { status: 503 })
        : undefined,
    );
    const listId = await fill(local, 'Divers');
    expect(await bringLists({ local, ...account })).toEqual({
      brought: { lists: 0, hidden: 0 },
      left: { lists: 1, hidden: 0 },
      refusals: [],
    });
    expect(await local.people(listId)).toHaveLength(2);
    isDown = false;
    expect(await bringLists({ local, ...account })).toMatchObject({
      brought: { lists: 1 },
      left: { lists: 0 },
    });
    expect((await new RemoteLists(account).lists()).lists).toMatchObject([{ name: 'Divers', size: 2 }]);
  });

  it.each([
    ['at all', () => true, 0],
    ['once its own lists have been read', (method: string) => method !== 'GET', 1],
  ])('all stay, without each being tried, if the account cannot be reached %s', async (_, isDown, count) => {
    const local = openBrowser();
    for (const name of ['Divers', 'Sailors', 'Pilots']) await fill(local, name);
    let tried = 0;
    const account = await openAccount(({ method }) => {
      if (method === 'PUT') tried += 1;
      return isDown(method) ? new Response('{}', { status: 503 }) : undefined;
    });
    expect(await bringLists({ local, ...account })).toMatchObject({
      brought: { lists: 0 },
      left: { lists: 3 },
      refusals: [],
    });
    expect(tried).toBe(count);
  });

  it('move with the people whom another page adds meanwhile', async () => {
    const storage = new MemoryStorage();
    const openPage = () => new LocalLists({ storage, tabs: undefined });
    const [local, other] = [openPage(), openPage()];
    const listId = await fill(local, 'Divers');
    const account = await openAccount(({ method, url }) => {
      if (method === 'POST' && url.endsWith('/people')) void other.change(save(listId, [savedOf(3)], 4));
      return undefined;
    });
    expect(await bringLists({ local, ...account })).toMatchObject({ brought: { lists: 1 } });
    expect((await new RemoteLists(account).lists()).lists).toMatchObject([{ name: 'Divers', size: 3 }]);
    expect((await local.lists()).lists).toEqual([]);
  });

  it('do not move if another page deletes them meanwhile', async () => {
    const storage = new MemoryStorage();
    const openPage = () => new LocalLists({ storage, tabs: undefined });
    const [local, other] = [openPage(), openPage()];
    const listIds = [await fill(local, 'Divers'), await fill(local, 'Sailors')];
    const [last = ''] = (await local.lists()).lists.map(({ id }) => id);
    expect(listIds).toContain(last);
    const account = await openAccount(({ method, url }) => {
      if (method === 'POST' && url.endsWith('/people')) other.removeList(last);
      return undefined;
    });
    expect(await bringLists({ local, ...account })).toMatchObject({
      brought: { lists: 1 },
      left: { lists: 0 },
    });
    expect((await new RemoteLists(account).lists()).lists).toHaveLength(1);
  });

  it('move even if the account’s damaged hidden list accepts nobody, which is reported', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const local = openBrowser();
    const { table, ...account } = await openAccount();
    const store = new RemoteLists(account);
    await store.change(save(HIDDEN_LIST_ID, [savedOf(1)]));
    const key = listKey({ userId: account.userId, listId: HIDDEN_LIST_ID });
    await table.put({ ...(await table.get(key, undefined)), ...key, name: 7 }, undefined);
    await local.change(save(HIDDEN_LIST_ID, [savedOf(2), savedOf(3)]));
    await fill(local, 'Divers');
    const refusal = 'Nobody more can be hidden: that list is damaged. ‘Hidden people’ in Lists says more.';
    expect(await bringLists({ local, ...account })).toEqual({
      brought: { lists: 1, hidden: 0 },
      left: { lists: 0, hidden: 2 },
      refusals: [refusal],
    });
    expect(await local.lists()).toMatchObject({ lists: [], hidden: { size: 2 } });
    await expect(store.change(save(HIDDEN_LIST_ID, [savedOf(2)]))).rejects.toThrow(refusal);
    expect(await store.lists()).toMatchObject({ lists: [{}], hidden: { size: 1, isDamaged: true } });
    await store.change({ type: 'remove', listId: HIDDEN_LIST_ID, urls: [urlOf(1)], at: at(3) });
    expect((await store.lists()).hidden).toMatchObject({ size: 0, isDamaged: true });
    log.mockRestore();
  });
});
