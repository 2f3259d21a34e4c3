import { focusManager } from '@tanstack/react-query';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ListedPerson,
  type ListsAnswer,
  type PeopleAnswer,
  SavePeopleRequest,
  type SavePersonRequest,
} from '#shared/lists.ts';
import { settled } from '#tests/web/features/chats/conversation-rig.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import { type ListChange, ListError } from '#web/features/lists/changes.ts';
import type { ListNews } from '#web/features/lists/list-store.ts';
import { announceRemovedPerson } from '#web/features/lists/list-tabs.ts';
import { RemoteLists } from '#web/features/lists/remote-lists.ts';
import { type Api, ApiError, type ApiRequest } from '#web/lib/api.ts';
import { listedOf, make, save, savedOf, urlOf } from './samples.ts';

const LIST = 'list_one';
const KEY = 'expertscope_draft_lists';

const failure = (status: number, message = 'x') => new ApiError({ status, code: 'unavailable', message });

/** A service with one list of one person, whose response to changes the test controls. */
function service() {
  const state = {
    down: undefined as ApiError | undefined,
    refuse: undefined as ApiError | undefined,
    /** The path of an item deleted elsewhere. */
    gone: '',
  };
  const sent: string[] = [];
  const lists: ListsAnswer = {
    lists: [{ id: LIST, name: 'Shortlist', createdAt: at(0), updatedAt: at(0), size: 0, members: [] }],
    hidden: { id: 'list_hidden', size: 0, members: [] },
  };
  const people: PeopleAnswer = { people: [listedOf(1)] };
  const changed = {
    PUT: lists.lists[0],
    PATCH: listedOf(1),
    POST: { people: [] },
    DELETE: { deleted: true },
  };
  const answer = async ({ method, path }: ApiRequest): Promise<unknown> => {
    if (state.down !== undefined) throw state.down;
    if (method === 'GET') return path === '/lists' ? lists : people;
    if (state.refuse !== undefined) throw state.refuse;
    if (path === state.gone) throw failure(404);
    sent.push(`${method} ${path}`);
    return changed[method];
  };
  const api: Api = {
    send: () => Promise.reject(new Error('not asked')),
    json: async (schema, request) => v.parse(schema, await answer(request)),
  };
  return { api, state, sent };
}

function open(options: Partial<ConstructorParameters<typeof RemoteLists>[0]> = {}) {
  const { api, state, sent } = service();
  const waits: (() => void)[] = [];
  const page = new EventTarget();
  const drafts = new MemoryStorage();
  const delay = () => new Promise<void>((resolve) => waits.push(resolve));
  const store = new RemoteLists({ api, userId: 'ada', drafts, delay, page, ...options });
  const news: ListNews[] = [];
  const stop = store.subscribe((one) => news.push(one));
  return { store, news, stop, state, sent, waits, page, drafts, api };
}

describe('an account’s lists', () => {
  it('name people in paths without percent signs, which CloudFront may sign differently', async () => {
    const { store, sent, stop } = open();
    const urls = ['jos%C3%A9-~1', 'ada'].map((slug) => `https://www.linkedin.com/in/${slug}`);
    await store.change({ type: 'remove', listId: LIST, urls, at: at(1) });
    await expect
      .poll(() => sent)
      .toEqual([`DELETE /lists/${LIST}/people/jos~C3~A9-~7E1`, `DELETE /lists/${LIST}/people/ada`]);
    stop();
  });

  it('are read in full even if large entries make their pages short', async () => {
    const [pages, perPage] = [13, 75];
    const api: Api = {
      send: () => Promise.reject(new Error('not asked')),
      json: async (schema, { path }) => {
        const page = Number(new URLSearchParams(path.split('?')[1]).get('cursor'));
        const people = Array.from({ length: perPage }, (_, index) => listedOf(page * perPage + index));
        return v.parse(schema, { people, ...(page + 1 < pages && { cursor: String(page + 1) }) });
      },
    };
    const { store, stop } = open({ api });
    expect(await store.people(LIST)).toHaveLength(pages * perPage);
    stop();
  });

  it('show people most recently added first, in whatever order the service answers', async () => {
    const people = [2, 3, 1].map((number) => listedOf(number, { addedAt: at(number) }));
    const api: Api = {
      send: () => Promise.reject(new Error('not asked')),
      json: async (schema) => v.parse(schema, { people }),
    };
    const { store, stop } = open({ api });
    const shown = await store.people(LIST);
    expect(shown.map(({ profile }) => profile.profileUrl)).toEqual([3, 2, 1].map(urlOf));
    stop();
  });
});

describe('an unreachable account’s lists', () => {
  it('show changes at once and save them later', async () => {
    const { store, state, news, sent, waits, stop } = open();
    state.down = failure(503);
    await store.change(save(LIST, [savedOf(2)]));
    await store.change({ type: 'edit', listId: LIST, urls: [urlOf(1)], change: { note: 'Ask' }, at: at(2) });
    expect(news.at(-1)).toEqual({ type: 'unsaved', count: 2 });
    expect(sent).toEqual([]);
    state.down = undefined;
    state.refuse = failure(500);
    expect((await store.lists()).lists).toMatchObject([{ size: 1 }]);
    expect((await store.people(LIST)).map(({ note }) => note)).toEqual(['Ask', '']);
    state.refuse = undefined;
    for (const go of waits) go();
    await expect
      .poll(() => sent)
      .toEqual([`POST /lists/${LIST}/people`, `PATCH /lists/${LIST}/people/nusta-quispe-1`]);
    await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    stop();
  });

  it('show somebody saved to one list in that list only', async () => {
    const { store, state, stop } = open();
    state.down = failure(503);
    await store.change(save('list_two', [savedOf(2)]));
    state.down = undefined;
    state.refuse = failure(500);
    expect(await store.people(LIST)).toMatchObject([{ profile: { profileUrl: urlOf(1) } }]);
    stop();
  });

  it('save a second edit of a person later, although the first one was saved', async () => {
    const edit = { type: 'edit', listId: LIST, urls: [urlOf(1)] } as const;
    const { store, state, news, sent, page, stop } = open();
    await store.change({ ...edit, change: { note: 'Ask' }, at: at(1) });
    state.down = failure(503);
    await store.change({ ...edit, change: { status: 'replied' }, at: at(2) });
    state.down = undefined;
    page.dispatchEvent(new Event('online'));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    expect(sent).toEqual(Array(2).fill(`PATCH /lists/${LIST}/people/nusta-quispe-1`));
    stop();
  });

  it('pass on what the service says about a limit', async () => {
    const { store, state, news, stop } = open();
    state.refuse = failure(429, 'Your account has reached its storage limit for today.');
    await store.change(save(LIST, [savedOf(2)]));
    const reason = 'Your account has reached its storage limit for today.';
    expect(news.at(-1)).toEqual({ type: 'unsaved', count: 1, reason });
    stop();
  });

  it('retry once after several changes', async () => {
    const { store, state, waits, stop } = open();
    state.down = failure(503);
    for (const id of ['list_two', 'list_three', 'list_four']) await store.change(make(id));
    const scheduled = waits.splice(0);
    expect(scheduled).toHaveLength(3);
    for (const go of scheduled) {
      go();
      await settled();
    }
    expect(waits).toHaveLength(1);
    stop();
  });

  it('are retried less and less often, and from the start again after a change', async () => {
    const delays: number[] = [];
    const delay = async (milliseconds: number) => {
      delays.push(milliseconds);
      if (delays.length % 6 === 0) await new Promise(() => undefined);
    };
    const { store, state, stop } = open({ delay });
    state.down = failure(503);
    const expected = [1_000, 3_000, 10_000, 30_000, 30_000, 30_000];
    await store.change(make('list_two'));
    await expect.poll(() => delays).toEqual(expected);
    await store.change(make('list_three'));
    await expect.poll(() => delays).toEqual([...expected, ...expected]);
    stop();
  });

  it('are not saved from a page that the user has left', async () => {
    const { store, state, sent, waits, page, drafts, stop } = open();
    state.down = failure(503);
    await store.change(make('list_two'));
    stop();
    state.down = undefined;
    for (const go of waits) go();
    for (const event of ['online', 'focus']) page.dispatchEvent(new Event(event));
    await settled();
    expect(sent).toEqual([]);
    expect(drafts.getItem(KEY)).toContain('list_two');
  });

  it.each([
    ['network', 'online'],
    ['user', 'focus'],
  ])('save changes as soon as the %s is back', async (_, event) => {
    const { store, state, sent, page, stop } = open();
    state.down = failure(0);
    await store.change(make('list_two'));
    state.down = undefined;
    page.dispatchEvent(new Event(event));
    await expect.poll(() => sent).toEqual(['PUT /lists/list_two']);
    stop();
  });

  it('are read again as soon as the network is back', async () => {
    const { news, page, stop } = open();
    page.dispatchEvent(new Event('online'));
    expect(news).toContainEqual({ type: 'changed' });
    stop();
  });

  it('keep changes across a reload, for the same user only', async () => {
    const { store, state, drafts, stop } = open();
    state.down = failure(401);
    await store.change(save(LIST, [savedOf(2)]));
    stop();
    const other = open({ userId: 'eve', drafts });
    expect((await other.store.lists()).lists).toMatchObject([{ size: 0 }]);
    other.stop();
    const again = open({ drafts });
    await expect.poll(() => again.sent).toEqual([`POST /lists/${LIST}/people`]);
    await expect.poll(() => drafts.getItem(KEY)).toBeNull();
    expect(other.sent).toEqual([]);
    again.stop();
  });

  it('are not given a person who was removed from the account meanwhile', async () => {
    const { store, state, news, sent, page, drafts, stop } = open();
    state.down = failure(503);
    await store.change(save(LIST, [savedOf(2)]));
    await store.change(save(LIST, [savedOf(2), savedOf(3)]));
    announceRemovedPerson('ada', urlOf(2));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'changed' });
    expect(drafts.getItem(KEY)).not.toContain(urlOf(2));
    state.down = undefined;
    page.dispatchEvent(new Event('online'));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    expect(sent).toEqual([`POST /lists/${LIST}/people`]);
    stop();
  });

  it('do not say that somebody is gone who was removed from the account while changes to them were unsaved', async () => {
    const { store, state, news, sent, page, stop } = open();
    state.down = failure(503);
    await store.change({ type: 'edit', listId: LIST, urls: [urlOf(1)], change: { note: 'Ask' }, at: at(1) });
    announceRemovedPerson('ada', urlOf(1));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'changed' });
    state.down = undefined;
    state.gone = `/lists/${LIST}/people/nusta-quispe-1`;
    page.dispatchEvent(new Event('online'));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    expect([sent, news.filter(({ type }) => type === 'refused')]).toEqual([[], []]);
    stop();
  });

  it('say after a reload that changes are unsaved once they could not be sent, and why', async () => {
    const first = open();
    first.state.down = failure(503);
    await first.store.change(save(LIST, [savedOf(2)]));
    first.stop();
    const { api, drafts } = first;
    first.state.down = failure(429, 'Your account has reached its storage limit for today.');
    const { news, stop } = open({ api, drafts });
    expect(news).toEqual([]);
    const reason = 'Your account has reached its storage limit for today.';
    await expect.poll(() => news).toEqual([{ type: 'unsaved', count: 1, reason }]);
    stop();
  });

  it('ignore malformed stored changes', async () => {
    const drafts = new MemoryStorage({ [KEY]: '{"userId":"ada","changes":[{"type":1}]}' });
    const { store, sent, stop } = open({ drafts });
    expect((await store.lists()).lists).toMatchObject([{ size: 0 }]);
    expect(sent).toEqual([]);
    stop();
  });
});

describe('a read in flight during a change', () => {
  /** A service whose responses to reads are held back, with the state at the time of the request. */
  function openSlow() {
    const { api, state } = service();
    const gate = Promise.withResolvers<void>();
    const slow: Api = {
      ...api,
      json: async (schema, request) => {
        const answer = await api.json(schema, request);
        if (request.method === 'GET') await gate.promise;
        return answer;
      },
    };
    return { ...open({ api: slow }), state, release: gate.resolve };
  }
  const urlsOf = (people: readonly ListedPerson[]) => people.map(({ profile }) => profile.profileUrl);

  it('shows changes saved before it arrives, whether made before or after it was requested', async () => {
    const { store, release, stop } = openSlow();
    const before = store.change(save(LIST, [savedOf(2)]));
    const [lists, people] = [store.lists(), store.people(LIST)];
    await Promise.all([before, store.change(save(LIST, [savedOf(3)]))]);
    release();
    expect((await lists).lists).toMatchObject([{ size: 2 }]);
    expect(urlsOf(await people)).toEqual(expect.arrayContaining([urlOf(2), urlOf(3)]));
    stop();
  });

  it('shows a change made while the ones before it are applied to it', async () => {
    const { store, release, stop } = openSlow();
    const [reading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const memberKeyOf = store.memberKeyOf.bind(store);
    store.memberKeyOf = async (url) => {
      reading.resolve();
      await gate.promise;
      return memberKeyOf(url);
    };
    const before = store.change(save(LIST, [savedOf(2)]));
    const lists = store.lists();
    await before;
    release();
    await reading.promise;
    await store.change(save(LIST, [savedOf(3)]));
    gate.resolve();
    expect((await lists).lists).toMatchObject([{ size: 2 }]);
    stop();
  });

  it('does not show an unsaved person who is removed from the account before it arrives', async () => {
    const { store, state, news, release, stop } = openSlow();
    const [lists, people] = [store.lists(), store.people(LIST)];
    state.down = failure(503);
    await store.change(save(LIST, [savedOf(2), savedOf(3)]));
    await store.change({ type: 'edit', listId: LIST, urls: [urlOf(3)], change: { note: 'Ask' }, at: at(2) });
    announceRemovedPerson('ada', urlOf(2));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'changed' });
    release();
    expect((await lists).lists).toMatchObject([{ size: 1 }]);
    const shown = (await people).map(({ profile, note }) => [profile.profileUrl, note]);
    expect(Object.fromEntries(shown)).toEqual({ [urlOf(1)]: '', [urlOf(3)]: 'Ask' });
    stop();
  });

  it('does not show a change refused before it arrives', async () => {
    const { store, state, release, stop } = openSlow();
    const [lists, people] = [store.lists(), store.people(LIST)];
    state.refuse = failure(409);
    await expect(store.change(save(LIST, [savedOf(2)]))).rejects.toThrow(ListError);
    release();
    expect((await lists).lists).toMatchObject([{ size: 0 }]);
    expect(urlsOf(await people)).toEqual([urlOf(1)]);
    stop();
  });
});

it('a save of somebody who is removed before its turn comes ends all the same', async () => {
  const { api, sent } = service();
  const gate = Promise.withResolvers<void>();
  const slow: Api = {
    ...api,
    json: async (schema, request) => {
      if (request.method === 'PUT') await gate.promise;
      return api.json(schema, request);
    },
  };
  const { store, news, stop } = open({ api: slow });
  const changes = [store.change(make('list_two')), store.change(save('list_two', [savedOf(2)]))];
  announceRemovedPerson('ada', urlOf(2));
  await expect.poll(() => news).toContainEqual({ type: 'changed' });
  gate.resolve();
  await Promise.all(changes);
  expect(sent).toEqual(['PUT /lists/list_two']);
  stop();
});

describe('a save during which one of its people is removed from the account', () => {
  /** A service that answers saves when the test says so: with the given failure, if there is one. */
  function openSaving() {
    const { api, sent } = service();
    const gate = Promise.withResolvers<void>();
    const bodies: unknown[] = [];
    const slow: Api = {
      ...api,
      json: async (schema, request) => {
        bodies.push(request.body);
        if (bodies.length === 1) await gate.promise;
        return api.json(schema, request);
      },
    };
    return { ...open({ api: slow }), sent, bodies, gate };
  }

  it('is sent once', async () => {
    const { store, news, sent, gate, stop } = openSaving();
    const change = store.change(save(LIST, [savedOf(2), savedOf(3)]));
    announceRemovedPerson('ada', urlOf(2));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'changed' });
    gate.resolve();
    await change;
    await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    expect(sent).toEqual([`POST /lists/${LIST}/people`]);
    stop();
  });

  it('is sent without them once it has failed', async () => {
    const { store, news, page, bodies, gate, stop } = openSaving();
    const change = store.change(save(LIST, [savedOf(2), savedOf(3)]));
    announceRemovedPerson('ada', urlOf(2));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'changed' });
    gate.reject(failure(503));
    await change;
    page.dispatchEvent(new Event('online'));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    expect(bodies).toEqual([{ people: [savedOf(2), savedOf(3)] }, { people: [savedOf(3)] }]);
    stop();
  });
});

describe('an undo of a change that is still to be sent', () => {
  const removal: ListChange = { type: 'remove', listId: LIST, urls: [urlOf(1)], at: at(1) };
  const undone = { type: 'save', listId: LIST, people: [savedOf(1)], at: at(2), isUndo: true } as const;

  /** A service that fails for the first request, in the given way, and answers saves and removals as given. */
  function openFailing(answers: { POST?: unknown; DELETE?: unknown }, first = failure(503)) {
    const { api } = service();
    const requests: string[] = [];
    let isFirst = true;
    const failing: Api = {
      ...api,
      json: async (schema, { method, path, body }) => {
        if (method === 'GET') return await api.json(schema, { method, path });
        if (isFirst) {
          isFirst = false;
          throw first;
        }
        requests.push(
          `${method} ${
            JSON.stringify(body)
              ?.match(/"note":"[^"]*"/)
              ?.join() ?? ''
          }`,
        );
        const answer = { POST: { people: [] }, DELETE: { deleted: true }, ...answers };
        const given = method === 'POST' ? answer.POST : answer.DELETE;
        if (given instanceof Error) throw given;
        return v.parse(schema, given);
      },
    };
    const { store, news, page, stop } = open({ api: failing });
    const send = async (...changes: ListChange[]) => {
      for (const change of changes) await store.change(change);
      page.dispatchEvent(new Event('online'));
      await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
      stop();
      return requests;
    };
    return { send };
  }

  it('puts people back as the removal has found them', async () => {
    const person = listedOf(1, { note: 'Met in Lima' });
    const { send } = openFailing({ DELETE: { deleted: true, person } });
    expect(await send(removal, undone)).toEqual(['DELETE ', 'POST "note":"Met in Lima"']);
  });

  it('puts them back as this page knows them if an earlier try may have removed them', async () => {
    const { send } = openFailing({ DELETE: failure(404) });
    const known = { ...undone, people: [{ ...savedOf(1), note: 'Call on Monday' }] };
    expect(await send(removal, known)).toEqual(['DELETE ', 'POST "note":"Call on Monday"']);
  });

  it.each([
    ['leaves alone somebody who was in the list before', [], ['DELETE ', 'POST ']],
    ['takes out somebody who was not', [urlOf(2)], ['DELETE ', 'POST ', 'DELETE ']],
    ['takes out somebody saved through an older service', undefined, ['DELETE ', 'POST ', 'DELETE ']],
  ])('%s', async (_, added, requests) => {
    const { send } = openFailing({ POST: { people: [], added } });
    const takeBack: ListChange = { ...removal, urls: [urlOf(2)], isUndo: true };
    // The first request, which fails, is not the save: an earlier try of it might have added them.
    expect(await send(removal, save(LIST, [savedOf(2)]), takeBack)).toEqual(requests);
  });
});

describe('an undo', () => {
  /**
   * A service with lists of these people, by number, that makes changes but may lose its answer to a request, counted from 0. An older one
   * does not say what it has found.
   */
  function openLossy(
    {
      people = [],
      isOld = false,
    }: { people?: readonly (readonly [string, readonly number[]])[]; isOld?: boolean },
    lose: (count: number, body: string) => ApiError | undefined,
  ) {
    const lists = new Map(people.map(([id, numbers]) => [id, new Set(numbers.map(urlOf))]));
    let count = 0;
    const make = ({ method, path, body }: ApiRequest): unknown => {
      const [, , id = '', , slug] = path.split('/');
      const members = lists.get(id) ?? new Set();
      lists.set(id, members);
      const url = `https://www.linkedin.com/in/${slug}`;
      if (method === 'DELETE') return members.delete(url) ? { deleted: true } : undefined;
      const { people } = v.parse(SavePeopleRequest, body);
      const added = people.map(({ profile }) => profile.profileUrl).filter((one) => !members.has(one));
      for (const one of added) members.add(one);
      return { people: [], ...(!isOld && { added }) };
    };
    const json: Api['json'] = async (schema, request) => {
      const answer = make(request);
      const lost = lose(count, JSON.stringify(request.body) ?? '');
      count += 1;
      if (lost !== undefined) throw lost;
      if (answer === undefined) throw failure(404);
      return v.parse(schema, answer);
    };
    const opened = open({ api: { send: () => Promise.reject(new Error('not asked')), json } });
    const goOnline = async () => {
      opened.page.dispatchEvent(new Event('online'));
      await expect.poll(() => opened.news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    };
    return { ...opened, goOnline, urlsIn: (id: string) => [...(lists.get(id) ?? [])] };
  }
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  const [everybody, urls] = [numbers.map((one) => savedOf(one)), numbers.map(urlOf)];
  const loseFirst = (count: number) => (count === 0 ? failure(503) : undefined);
  const takeOut = (listId: string, ...out: readonly string[]) =>
    ({ type: 'remove', listId, urls: out, at: at(2) }) as const;
  const putBack = (...people: readonly SavePersonRequest[]): ListChange => ({
    type: 'save',
    listId: LIST,
    people,
    at: at(3),
    isUndo: true,
  });

  it('of a save whose answer was lost takes out those whom it may have added', async () => {
    const { store, goOnline, urlsIn, stop } = openLossy({}, loseFirst);
    await store.change(save(LIST, [savedOf(1)]));
    await goOnline();
    await store.change({ ...takeOut(LIST, urlOf(1)), isUndo: true });
    expect(urlsIn(LIST)).toEqual([]);
    stop();
  });

  it('of a save in several requests knows what those that were answered have found', async () => {
    const lose = (count: number) => (count === 1 ? failure(503) : undefined);
    const { store, goOnline, urlsIn, stop } = openLossy({ people: [[LIST, [1]]] }, lose);
    await store.change(save(LIST, everybody));
    await goOnline();
    expect(urlsIn(LIST)).toHaveLength(60);
    await store.change({ ...takeOut(LIST, ...urls), isUndo: true });
    expect(urlsIn(LIST)).toEqual([urlOf(1)]);
    stop();
  });

  it('of a save takes them out if an older service does not say what it has found, whatever was found before', async () => {
    const { store, urlsIn, stop } = openLossy({ people: [[LIST, [1]]], isOld: true }, () => undefined);
    await store.change(takeOut(LIST, urlOf(1)));
    await store.change(save(LIST, [savedOf(1)]));
    await store.change({ ...takeOut(LIST, urlOf(1)), isUndo: true });
    expect(urlsIn(LIST)).toEqual([]);
    stop();
  });

  it.each([
    ['somebody else', [1]],
    ['one of them', [1, 9]],
  ])(
    'of a removal whose answer was lost puts them back even if %s was removed from the account meanwhile',
    async (_, removed) => {
      const { store, news, goOnline, urlsIn, stop } = openLossy({ people: [[LIST, removed]] }, loseFirst);
      await store.change(takeOut(LIST, ...removed.map(urlOf)));
      announceRemovedPerson('ada', urlOf(9));
      await expect.poll(() => news.at(-1)).toEqual({ type: 'changed' });
      await goOnline();
      await store.change(putBack(savedOf(1)));
      expect(urlsIn(LIST)).toContain(urlOf(1));
      stop();
    },
  );

  it('of a move leaves everybody in the other list if some of them are refused on a retry', async () => {
    const lists = [
      [LIST, numbers],
      ['list_two', numbers],
    ] as const;
    const state = { failure: failure(503) };
    const { store, urlsIn, stop } = openLossy({ people: lists }, (_, body) =>
      body.includes(`${urlOf(60)}"`) ? state.failure : undefined,
    );
    await store.change(takeOut(LIST, ...urls));
    await store.change(putBack(...everybody));
    state.failure = failure(413, 'This list is full.');
    const takeBack = store.change({ ...takeOut('list_two', ...urls), isUndo: true });
    await expect(takeBack).rejects.toThrow('This list is full.');
    expect(urlsIn('list_two')).toHaveLength(60);
    stop();
  });
});

describe('a change to several people', () => {
  const both = { type: 'edit', listId: LIST, urls: [urlOf(1), urlOf(2)], change: { status: 'new' } } as const;

  it('applies to those who are left, and is refused when nobody is', async () => {
    const { store, state, sent, stop } = open();
    state.gone = `/lists/${LIST}/people/nusta-quispe-1`;
    await store.change({ ...both, at: at(2) });
    expect(sent).toEqual([`PATCH /lists/${LIST}/people/nusta-quispe-2`]);
    state.refuse = failure(404);
    await expect(store.change({ ...both, at: at(3) })).rejects.toThrow('is gone');
    stop();
  });

  /** Fails for the second person the first time. */
  function failingOnce(api: Api): Api {
    let isDown = true;
    const json: Api['json'] = (schema, request) => {
      if (!isDown || !request.path.endsWith('-2')) return api.json(schema, request);
      isDown = false;
      return Promise.reject(failure(503));
    };
    return { ...api, json };
  }

  const kinds = [
    ['PATCH', both],
    ['DELETE', { type: 'remove', listId: LIST, urls: both.urls }],
  ] as const;

  it.each(kinds)('is retried with %s only for those for whom it was not made', async (method, change) => {
    const { api, sent } = service();
    const { store, news, page, stop } = open({ api: failingOnce(api) });
    await store.change({ ...change, at: at(2) });
    page.dispatchEvent(new Event('online'));
    await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
    expect(sent).toEqual([1, 2].map((number) => `${method} /lists/${LIST}/people/nusta-quispe-${number}`));
    stop();
  });

  it.each([false, true])(
    'is not refused if the others are gone by the next try (reloaded: %s)',
    async (isReloaded) => {
      const { api, state, sent } = service();
      const first = open({ api: failingOnce(api) });
      await first.store.change({ ...both, at: at(2) });
      state.gone = `/lists/${LIST}/people/nusta-quispe-2`;
      if (isReloaded) first.stop();
      const last = isReloaded ? open({ api, drafts: first.drafts }) : first;
      last.page.dispatchEvent(new Event('online'));
      await expect.poll(() => last.news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
      expect(sent).toEqual([`PATCH /lists/${LIST}/people/nusta-quispe-1`]);
      expect(last.news.filter(({ type }) => type === 'refused')).toEqual([]);
      last.stop();
    },
  );

  it.each(kinds)(
    'is sent with %s only for the others after a reload in the middle',
    async (method, change) => {
      const { api } = service();
      const reached = Promise.withResolvers<void>();
      const stuck: Api = {
        ...api,
        json: (schema, request) => {
          if (!request.path.endsWith('-2')) return api.json(schema, request);
          reached.resolve();
          return new Promise(() => undefined);
        },
      };
      const { store, drafts, stop } = open({ api: stuck });
      void store.change({ ...change, at: at(2) });
      await reached.promise;
      void store.change(make('list_two'));
      stop();
      const again = open({ drafts });
      await expect.poll(() => drafts.getItem(KEY)).toBeNull();
      expect(again.sent).toEqual([`${method} /lists/${LIST}/people/nusta-quispe-2`, 'PUT /lists/list_two']);
      again.stop();
    },
  );

  it('is not stored again once the user has signed out', async () => {
    const { api } = service();
    const drafts = new MemoryStorage();
    const leaving: Api = {
      ...api,
      json: (schema, request) => {
        if (request.path.endsWith('-2')) return Promise.reject(failure(401));
        // Signing out removes the drafts.
        drafts.removeItem(KEY);
        return api.json(schema, request);
      },
    };
    const { store, stop } = open({ api: leaving, drafts });
    await store.change({ ...both, at: at(2) });
    expect(drafts.getItem(KEY)).toBeNull();
    stop();
  });

  it('is not stored again either when an earlier one goes through after the user has signed out', async () => {
    const { api } = service();
    const drafts = new MemoryStorage();
    const gate = Promise.withResolvers<void>();
    const leaving: Api = {
      ...api,
      json: async (schema, request) => {
        await gate.promise;
        if (request.path.endsWith('list_two')) throw failure(401);
        return api.json(schema, request);
      },
    };
    const { store, stop } = open({ api: leaving, drafts });
    const changes = [store.change(make('list_one')), store.change(make('list_two'))];
    drafts.removeItem(KEY);
    gate.resolve();
    await Promise.all(changes);
    expect(drafts.getItem(KEY)).toBeNull();
    stop();
  });

  it('does not replace the unsaved changes of another user who has signed in before it goes through', async () => {
    const { api } = service();
    const drafts = new MemoryStorage();
    const gate = Promise.withResolvers<void>();
    const slow: Api = {
      ...api,
      json: async (schema, request) => {
        await gate.promise;
        return api.json(schema, request);
      },
    };
    const { store, stop } = open({ api: slow, drafts });
    const change = store.change(make('list_two'));
    const unsavedOfEve = JSON.stringify({ userId: 'eve', changes: [make('list_three')] });
    drafts.setItem(KEY, unsavedOfEve);
    gate.resolve();
    await change;
    expect(drafts.getItem(KEY)).toBe(unsavedOfEve);
    stop();
  });
});

describe('a refused change', () => {
  it('fails once, with the service’s message, and does not block the next change', async () => {
    const { store, state, sent, news, stop } = open();
    state.refuse = failure(413, 'This list is full.');
    await expect(store.change(save(LIST, [savedOf(2)]))).rejects.toThrow('This list is full.');
    state.refuse = undefined;
    await store.change(make('list_two'));
    expect(sent).toEqual(['PUT /lists/list_two']);
    expect(news.filter(({ type }) => type === 'refused')).toEqual([]);
    stop();
  });

  it('is reported even when nobody is waiting for it', async () => {
    const { store, state, news, page, stop } = open();
    state.down = failure(503);
    await store.change(save(LIST, [savedOf(2)]));
    state.down = undefined;
    state.refuse = failure(404);
    page.dispatchEvent(new Event('online'));
    const gone = { type: 'refused', text: expect.stringContaining('is gone') };
    // The view is refreshed once the change is settled.
    await expect.poll(() => news.slice(-3, -1)).toEqual([gone, { type: 'changed' }]);
    expect((await store.lists()).lists).toMatchObject([{ size: 0 }]);
    stop();
  });

  it.each([
    [403, 'The firewall blocked it.', 'The firewall blocked it.'],
    [404, 'x', 'This list, or this person in it, is gone: it was removed on another page or device.'],
  ])('for a note (%i) quotes the note, which is stored nowhere', async (status, answered, told) => {
    const { store, state, stop } = open();
    state.refuse = failure(status, answered);
    const change = { note: 'Ask about Kiel' };
    const refused = store.change({ type: 'edit', listId: LIST, urls: [urlOf(1)], change, at: at(2) });
    await expect(refused).rejects.toThrow(`${told} Your note was “Ask about Kiel”.`);
    stop();
  });

  it.each(['make', 'rename'] as const)('for a name (%s) quotes the name', async (type) => {
    const { store, state, stop } = open();
    state.refuse = failure(409, 'You have too many.');
    const refused = store.change({ type, listId: 'list_new', name: 'Divers in Kiel', at: at(2) });
    await expect(refused).rejects.toThrow('You have too many. The name was “Divers in Kiel”.');
    stop();
  });

  describe('that should have saved people to another list', () => {
    const remove = (listId: string, ...numbers: number[]): ListChange => ({
      type: 'remove',
      listId,
      urls: numbers.map(urlOf),
      at: at(2),
    });
    /** Two people are being saved to a list that turns out to be gone once the service can be reached again. */
    async function openMoving() {
      const opened = open();
      opened.state.down = failure(503);
      await opened.store.change(save('list_two', [savedOf(1), savedOf(2)]));
      opened.state.gone = '/lists/list_two/people';
      return opened;
    }

    it('leaves them in the list from which they were moved', async () => {
      const { store, state, news, sent, page, drafts, stop } = await openMoving();
      await store.change(remove(LIST, 1));
      state.down = undefined;
      page.dispatchEvent(new Event('online'));
      await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
      expect([sent, drafts.getItem(KEY)]).toEqual([[], null]);
      expect(news.filter(({ type }) => type === 'refused')).toHaveLength(1);
      expect(await store.people(LIST)).toMatchObject([{ profile: { profileUrl: urlOf(1) } }]);
      stop();
    });

    it('leaves them there even if one of them was removed from the account meanwhile', async () => {
      const { store, state, news, sent, page, stop } = await openMoving();
      await store.change(remove(LIST, 1, 2));
      announceRemovedPerson('ada', urlOf(2));
      await expect.poll(() => news.at(-1)).toEqual({ type: 'changed' });
      state.down = undefined;
      page.dispatchEvent(new Event('online'));
      await expect.poll(() => news.at(-1)).toEqual({ type: 'unsaved', count: 0 });
      expect(sent).toEqual([]);
      stop();
    });

    it('refuses their removal too, which is reported once', async () => {
      const { store, state, news, sent, stop } = await openMoving();
      state.down = undefined;
      await expect(store.change(remove(LIST, 2))).rejects.toThrow('is gone');
      expect([sent, news.filter(({ type }) => type === 'refused')]).toEqual([[], []]);
      stop();
    });

    it('does not affect the removal of others, or from that list', async () => {
      const { store, state, sent, page, stop } = await openMoving();
      await store.change(remove(LIST, 1, 3));
      await store.change(remove('list_two', 1));
      state.down = undefined;
      page.dispatchEvent(new Event('online'));
      await expect
        .poll(() => sent)
        .toEqual([
          `DELETE /lists/${LIST}/people/nusta-quispe-1`,
          `DELETE /lists/${LIST}/people/nusta-quispe-3`,
          'DELETE /lists/list_two/people/nusta-quispe-1',
        ]);
      stop();
    });
  });
});

it('tabs of one browser announce changes to each other, except to those of another user', async () => {
  const [eve, one, two] = [open({ userId: 'eve' }), open(), open()];
  await one.store.change(make('list_two'));
  await expect.poll(() => two.news).toContainEqual({ type: 'changed' });
  for (const { news } of [one, eve]) expect(news).not.toContainEqual({ type: 'changed' });
  for (const { stop } of [eve, one, two]) stop();
});

it('each return to the page refreshes the lists once, although it is both shown and focused', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    focusManager.setFocused(undefined);
  });
  const { news, page, stop } = open();
  const refreshes = () => news.filter(({ type }) => type === 'changed').length;
  const comeBack = () => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    page.dispatchEvent(new Event('focus'));
  };
  comeBack();
  expect(refreshes()).toBe(1);
  vi.advanceTimersByTime(5_000);
  comeBack();
  expect(refreshes()).toBe(2);
  // The clock is set back.
  vi.setSystemTime(Date.now() - 7_200_000);
  comeBack();
  expect(refreshes()).toBe(3);
  stop();
  vi.advanceTimersByTime(5_000);
  comeBack();
  expect(refreshes()).toBe(3);
});
