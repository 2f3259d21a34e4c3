import { beforeEach, describe, expect, it, vi } from 'vitest';
import { kindOf, listKey, peoplePartition, toKey } from '#functions/store/keys.ts';
import { begin, nameIn } from '#functions/store/list-item.ts';
import type { Store } from '#functions/store/store.ts';
import { Table } from '#functions/store/table.ts';
import { HIDDEN_LIST_ID, LIST_LIMITS, memberKeyOf } from '#shared/lists.ts';
import { toTimestamp } from '#shared/time.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { newPerson, originOf, personOf, profileOf } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const DAY = 86_400_000;

const setup = setUpStore();
let store: Store;
let userId: string;
let list: { userId: string; listId: string };
beforeEach(async () => {
  store = setup.open();
  userId = newPerson();
  list = { userId, listId: 'list_1' };
  await store.lists.create({ ...list, name: 'Engineers' });
});

const table = () => new Table(setup.database().client, setup.tableName(), setup.clock.read);
const entries = async () => await table().query({ partition: peoplePartition(list) }, undefined);
const sizeOf = async () => (await store.lists.list({ userId })).lists[0]?.size;
const slugsIn = async (options: { cursor?: string } = {}) => {
  const page = await store.lists.listPeople({ ...list, ...options });
  return page?.people.map(({ profile }) => profile.id);
};
const save = (...slugs: string[]) =>
  store.lists.save({ ...list, people: slugs.map((slug) => personOf(slug)) });
const remove = (slug: string) => store.lists.remove({ ...list, profileUrl: urlOf(slug) });
const slugs = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `p${from + index}`);

/** Fills the list with that many people without a request for each. */
async function fill(count: number): Promise<void> {
  const item = await table().get(listKey(list), undefined);
  const people = Object.fromEntries(slugs(count).map((slug) => [slug, '000000000-AAAAAAAAAAA']));
  await table().put({ ...item, ...listKey(list), people }, undefined);
}

describe('a list', () => {
  it('is created once, renamed and deleted; its id is not reused', async () => {
    const made = await store.lists.create({ ...list, name: 'Others' });
    expect(made).toMatchObject({ status: 'exists', list: { id: 'list_1', name: 'Engineers', size: 0 } });
    expect(await store.lists.rename({ ...list, name: 'Best' })).toMatchObject({ name: 'Best' });
    await save('ada', 'bea');
    expect(await store.lists.delete(list)).toBe(true);
    expect(await store.lists.delete(list)).toBe(false);
    expect(await store.lists.create({ ...list, name: 'Again' })).toEqual({ status: 'deleted' });
    expect([await store.lists.rename({ ...list, name: 'x' }), await store.lists.listPeople(list)]).toEqual([
      undefined,
      undefined,
    ]);
    expect([await save('cy'), await entries()]).toEqual([{ status: 'no-list' }, []]);
    expect((await store.lists.list({ userId })).lists).toEqual([]);
  });

  it('is deleted with its people even if it is damaged', async () => {
    await save('ada');
    const damaged = { ...(await table().get(listKey(list), undefined)), ...listKey(list), id: 7, people: 7 };
    await table().put(damaged, undefined);
    expect([await store.lists.delete(list), await store.lists.delete(list)]).toEqual([true, false]);
    expect(await entries()).toEqual([]);
  });

  it('leaves behind only its reserved id, for thirty days', async () => {
    await save('ada');
    await store.lists.delete(list);
    const left = await table().get(listKey(list), undefined);
    expect(Object.keys(left ?? {}).sort()).toEqual(['deletedAt', 'expiresAt', 'id', 'pk', 'sk', 'v']);
    expect(Number(left?.['expiresAt']) * 1_000).toBeGreaterThan(setup.clock.read() + 29 * DAY);
  });

  it('is ordered by its last change, and lists its members', async () => {
    await store.lists.create({
      userId,
      listId: 'list_2',
      name: 'Lawyers',
      createdAt: toTimestamp(NOON - DAY),
    });
    expect((await store.lists.list({ userId })).lists.map(({ id }) => id)).toEqual(['list_1', 'list_2']);
    await store.lists.save({ userId, listId: 'list_2', people: [personOf('ada')] });
    const { lists } = await store.lists.list({ userId });
    expect(lists.map(({ id, size, members }) => [id, size, members])).toEqual([
      ['list_2', 1, [await memberKeyOf(urlOf('ada'))]],
      ['list_1', 0, []],
    ]);
    await save('bea');
    await store.lists.remove({ userId, listId: 'list_2', profileUrl: urlOf('ada') });
    expect((await store.lists.list({ userId })).lists.map(({ id }) => id)).toEqual(['list_2', 'list_1']);
  });

  it('is one of a hundred at most, however many are created at once', async () => {
    const at = toTimestamp(NOON);
    for (let number = 2; number < LIST_LIMITS.lists; number += 1)
      await table().put(begin({ userId, listId: `list_${number}` }, { name: 'x', at }), undefined);
    const racing = setup.openForRaces();
    const made = await Promise.all(
      ['a', 'b', 'c'].map((id) => racing.lists.create({ userId, listId: `list_${id}`, name: 'x' })),
    );
    expect(made.filter(({ status }) => status === 'created').length).toBeLessThanOrEqual(1);
    const { lists } = await store.lists.list({ userId });
    expect(lists.length).toBeLessThanOrEqual(LIST_LIMITS.lists);
    await store.lists.create({ userId, listId: 'list_last', name: 'x' });
    expect(await store.lists.create({ userId, listId: 'list_more', name: 'x' })).toEqual({ status: 'full' });
    expect(await store.lists.create({ ...list, name: 'x' })).toMatchObject({ status: 'exists' });
    await store.lists.delete(list);
    expect(await store.lists.create({ userId, listId: 'list_more', name: 'x' })).toMatchObject({
      status: 'created',
    });
  });

  it('keeps the people of whoever finds it created while its account has no room for it', async () => {
    const at = toTimestamp(NOON);
    for (let number = 2; number <= LIST_LIMITS.lists; number += 1)
      await table().put(begin({ userId, listId: `list_${number}` }, { name: 'x', at }), undefined);
    list = { userId, listId: 'list_more' };
    const slow = setup.openFaulty();
    // The first page has put the list, and counted one too many.
    slow.beforeWrite(1, async () => {
      expect(await store.lists.create({ ...list, name: 'Divers' })).toMatchObject({ status: 'exists' });
      await save('ada', 'bea');
    });
    expect(await slow.store.lists.create({ ...list, name: 'Divers' })).toMatchObject({
      status: 'created',
      list: { id: 'list_more', size: 2 },
    });
    expect((await slugsIn())?.sort()).toEqual(['ada', 'bea']);
  });

  it('if damaged, is logged and left out of the lists, and still counts towards the limit', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const damaged = { ...(await table().get(listKey(list), undefined)), ...listKey(list), name: 7 };
    await table().put(damaged, undefined);
    const at = toTimestamp(NOON);
    for (let number = 2; number < LIST_LIMITS.lists; number += 1)
      await table().put(begin({ userId, listId: `list_${number}` }, { name: 'x', at }), undefined);
    expect(await store.lists.create({ userId, listId: 'list_last', name: 'x' })).toMatchObject({
      status: 'created',
    });
    expect(await store.lists.create({ userId, listId: 'list_more', name: 'x' })).toEqual({ status: 'full' });
    const { lists } = await store.lists.list({ userId });
    expect(lists).toHaveLength(LIST_LIMITS.lists - 1);
    expect(log.mock.calls.at(-1)).toMatchObject([{ errorMessage: 'a list could not be read' }]);
    log.mockRestore();
    expect(await table().get(listKey(list), undefined)).toEqual(damaged);
    expect(await store.lists.delete(list)).toBe(true);
  });

  it('whose deletion was cut off is deleted completely by the next read', async () => {
    await save('ada', 'bea');
    const faulty = setup.openFaulty();
    faulty.failWrite(1, 'killed after');
    await expect(faulty.store.lists.delete(list)).rejects.toMatchObject({ name: 'StoreError' });
    expect((await store.lists.list({ userId })).lists).toEqual([]);
    expect(await entries()).toEqual([]);
    expect(await table().get(listKey(list), undefined)).toHaveProperty('expiresAt');
  });
});

describe('the list of hidden people', () => {
  it('always exists, is empty at first, and is not one of the shortlists', async () => {
    const hidden = { userId, listId: HIDDEN_LIST_ID };
    expect(await store.lists.listPeople(hidden)).toEqual({ people: [] });
    expect((await store.lists.list({ userId })).hidden).toEqual({ id: HIDDEN_LIST_ID, size: 0, members: [] });
    expect(await store.lists.save({ ...hidden, people: [personOf('ada')] })).toMatchObject({
      status: 'saved',
    });
    const { lists, hidden: described } = await store.lists.list({ userId });
    expect([lists.map(({ id }) => id), described.size]).toEqual([['list_1'], 1]);
    expect(await store.lists.remove({ ...hidden, profileUrl: urlOf('ada') })).toBeDefined();
    expect(await store.lists.listPeople(hidden)).toEqual({ people: [] });
  });
});

describe('a damaged list of hidden people', () => {
  it.each([
    ['its name', { name: 7 }],
    ['whom it names', { people: 7 }],
    ['one whom it names', { people: { somebody: 7 } }],
  ])('is marked, still hides those it can identify, and is not overwritten: %s', async (_, damage) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const hidden = { userId, listId: HIDDEN_LIST_ID };
    const hide = (...slugs: string[]) =>
      store.lists.save({ ...hidden, people: slugs.map((slug) => personOf(slug)) });
    const shown = async () =>
      (await store.lists.listPeople(hidden))?.people.map(({ profile }) => profile.id).sort();
    await hide('ada', 'bea');
    const damaged = { ...(await table().get(listKey(hidden), undefined)), ...listKey(hidden), ...damage };
    await table().put(damaged, undefined);
    const { hidden: described } = await store.lists.list({ userId });
    expect(described).toMatchObject({ size: 2, isDamaged: true });
    expect(described.members.sort()).toEqual(
      (await Promise.all(['ada', 'bea'].map((slug) => memberKeyOf(urlOf(slug))))).sort(),
    );
    expect(await shown()).toEqual(['ada', 'bea']);
    expect(await hide('cy')).toEqual({ status: 'damaged' });
    expect(await table().get(listKey(hidden), undefined)).toEqual(damaged);
    expect(await store.lists.remove({ ...hidden, profileUrl: urlOf('ada') })).toBeDefined();
    expect([await shown(), (await store.lists.list({ userId })).hidden.size]).toEqual([['bea'], 1]);
    expect(new Set(log.mock.calls.map(([{ errorMessage }]) => errorMessage))).toEqual(
      new Set(['a list could not be read']),
    );
    log.mockRestore();
  });
});

describe('a person in a list', () => {
  it('is one entry however often saved: the latest profile and all origins, newest first', async () => {
    await save('ada');
    const later = toTimestamp(NOON + DAY);
    const again = personOf('ada', {
      profile: profileOf('ada', { headline: 'Lead engineer' }),
      origins: [originOf('msg_b', later), originOf('msg_a')],
    });
    expect(await store.lists.save({ ...list, people: [again] })).toMatchObject({
      status: 'saved',
      people: [{ isNew: false, person: { profile: { headline: 'Lead engineer' } } }],
    });
    const { people = [] } = (await store.lists.listPeople(list)) ?? {};
    expect(people).toMatchObject([{ origins: [{ messageId: 'msg_b' }, { messageId: 'msg_a' }] }]);
    expect([people[0]?.origins.length, await sizeOf()]).toEqual([2, 1]);
  });

  it('has the latest profile even if an earlier one was saved by a clock that is ahead', async () => {
    const savedAt = (headline: string, messageId: string, at: number) =>
      personOf('ada', {
        profile: profileOf('ada', { headline }),
        origins: [originOf(messageId, toTimestamp(at))],
      });
    const ahead = savedAt('Engineer', 'msg_a', NOON + 365 * DAY);
    await store.lists.save({ ...list, people: [ahead] });
    const later = savedAt('Lead engineer', 'msg_b', setup.clock.read());
    await store.lists.save({ ...list, people: [later] });
    const { people = [] } = (await store.lists.listPeople(list)) ?? {};
    expect(people).toMatchObject([
      { profile: { headline: 'Lead engineer' }, origins: [{ messageId: 'msg_b' }, { messageId: 'msg_a' }] },
    ]);
  });

  it('keeps the newest twenty origins', async () => {
    await save('ada');
    for (let number = 0; number < 3; number += 1) {
      const origins = Array.from({ length: 10 }, (_, index) =>
        originOf(`msg_${number}_${index}`, toTimestamp(NOON + (number * 10 + index) * 1_000)),
      );
      await store.lists.save({ ...list, people: [personOf('ada', { origins })] });
    }
    const { people = [] } = (await store.lists.listPeople(list)) ?? {};
    expect(people[0]?.origins.length).toBe(LIST_LIMITS.origins);
    expect(people[0]?.origins[0]?.messageId).toBe('msg_2_9');
  });

  it('keeps their notes when saved again, and takes over what was missing', async () => {
    await save('ada');
    await store.lists.update({ ...list, profileUrl: urlOf('ada'), note: 'Called', rating: 'good' });
    const sent = personOf('ada', { note: 'Old', status: 'contacted', rating: 'bad' });
    await store.lists.save({ ...list, people: [sent] });
    const { people = [] } = (await store.lists.listPeople(list)) ?? {};
    expect(people).toMatchObject([{ note: 'Called', status: 'contacted', rating: 'good' }]);
    const changed = await store.lists.update({ ...list, profileUrl: urlOf('ada'), note: '', rating: null });
    expect(changed).toMatchObject({ note: '', status: 'contacted' });
    expect(changed).not.toHaveProperty('rating');
  });

  it('is dated by the last edit', async () => {
    await save('ada');
    setup.clock.pass(DAY);
    const before = toTimestamp(setup.clock.read());
    const edited = await store.lists.update({ ...list, profileUrl: urlOf('ada'), note: 'Called' });
    expect(Date.parse(edited?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before));
  });

  it('keeps a text that whoever edits it has not seen, and takes the same edit twice', async () => {
    await save('ada');
    const ada = { ...list, profileUrl: urlOf('ada') };
    const edit = (note: string, known: string) =>
      store.lists.update({ ...ada, note, known: { note: known } });
    expect(await edit('Ask', '')).toMatchObject({ note: 'Ask' });
    expect(await edit('Ask', '')).toMatchObject({ note: 'Ask' });
    expect(await edit('Call', '')).toMatchObject({ note: 'Ask' });
    const status = { status: 'replied', known: { note: 'not edited', status: '' } };
    expect(await store.lists.update({ ...ada, ...status })).toMatchObject({ status: 'replied', note: 'Ask' });
    expect(await edit('Call', 'Ask')).toMatchObject({ note: 'Call' });
    expect(await store.lists.update({ ...ada, note: 'Unconditional' })).toMatchObject({
      note: 'Unconditional',
    });
    const gone = { ...list, profileUrl: urlOf('bea'), note: 'x', known: { note: '' } };
    expect(await store.lists.update(gone)).toBeUndefined();
  });

  it('is listed by the time they were added, newest first, a hundred per page', async () => {
    const people = slugs(120).map((slug, index) =>
      personOf(slug, { addedAt: toTimestamp(NOON - index * 60_000) }),
    );
    for (let start = 0; start < people.length; start += 25)
      await store.lists.save({ ...list, people: people.slice(start, start + 25) });
    const first = await store.lists.listPeople(list);
    expect(await slugsIn()).toEqual(slugs(100));
    expect(await slugsIn(first?.cursor === undefined ? {} : { cursor: first.cursor })).toEqual(
      slugs(20, 100),
    );
    await expect(store.lists.listPeople({ ...list, cursor: 'elsewhere' })).rejects.toThrow(
      'not one of this list',
    );
    const other = { userId, listId: 'list_2', ...(first?.cursor && { cursor: first.cursor }) };
    await expect(store.lists.listPeople(other)).rejects.toThrow('not one of this list');
  });

  it('is left out if their entry is damaged, without affecting the others', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await save('ada', 'bea', 'cy');
    const damage = { ada: { profile: 7 }, bea: { changedBy: 7 } };
    for (const item of await entries())
      for (const [slug, attributes] of Object.entries(damage))
        if (nameIn(item) === personOf(slug).profile.fullName)
          await table().put({ ...item, ...toKey(item), ...attributes }, undefined);
    expect(await slugsIn()).toEqual(['cy']);
    expect(log.mock.calls.at(-1)).toMatchObject([{ errorMessage: 'a person in a list could not be read' }]);
    // An entry that no list names belongs to nobody, and a damaged one cannot tell whether its writer is still at work.
    const item = await table().get(listKey(list), undefined);
    await table().put({ ...item, ...listKey(list), people: {} }, undefined);
    setup.clock.pass(DAY);
    expect([await slugsIn(), (await entries()).length]).toEqual([[], 1]);
    log.mockRestore();
  });

  it('with a damaged entry is not saved again until they are taken out, and the entry is left as it is', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await save('ada');
    const [entry] = await entries();
    const damaged = { ...entry, ...toKey(entry), profile: 7 };
    await table().put(damaged, undefined);
    expect(await save('ada')).toEqual({ status: 'damaged-entry' });
    expect(await save('bea', 'ada')).toEqual({ status: 'damaged-entry' });
    expect(await entries()).toContainEqual(damaged);
    expect(await store.lists.update({ ...list, profileUrl: urlOf('ada'), note: 'x' })).toBeUndefined();
    expect(new Set(log.mock.calls.map(([{ errorMessage }]) => errorMessage))).toEqual(
      new Set(['a person in a list could not be read']),
    );
    expect(await remove('ada')).toEqual({});
    expect(await save('ada', 'bea')).toMatchObject({ status: 'saved' });
    expect([(await slugsIn())?.sort(), await sizeOf()]).toEqual([['ada', 'bea'], 2]);
    log.mockRestore();
  });

  it('is removed once, and nothing of them remains', async () => {
    await save('ada', 'bea');
    expect([await remove('ada'), await remove('ada')]).toMatchObject([
      { person: { profile: profileOf('ada'), note: '' } },
      undefined,
    ]);
    expect([await slugsIn(), await sizeOf(), (await entries()).length]).toEqual([['bea'], 1, 1]);
    expect(await store.lists.update({ ...list, profileUrl: urlOf('ada'), note: 'x' })).toBeUndefined();
  });

  it('is new in the list after a save that added them, even if it had to begin again for another who was removed', async () => {
    await save('ada');
    const slow = setup.openFaulty();
    // Bea is in the list by now, and ada’s entry is about to be read.
    slow.beforeRead(1, () => remove('ada'));
    const people = ['ada', 'bea'].map((slug) => personOf(slug));
    expect(await slow.store.lists.save({ ...list, people })).toMatchObject({
      status: 'saved',
      people: [{ isNew: true }, { isNew: true }],
    });
    expect((await slugsIn())?.sort()).toEqual(['ada', 'bea']);
  });

  it('is in it after a save during which it was read', async () => {
    const slow = setup.openFaulty();
    // Ada’s entry is stored by then, but the list does not name it yet.
    slow.beforeWrite(1, () => store.lists.listPeople(list));
    await slow.store.lists.save({ ...list, people: [personOf('ada')] });
    expect([await slugsIn(), await sizeOf()]).toEqual([['ada'], 1]);
  });

  it('may have an address with any letters, up to the maximum length', async () => {
    const slug = encodeURIComponent('é'.repeat(300));
    expect(await save(slug)).toMatchObject({ status: 'saved' });
    expect([await remove(slug), await sizeOf()]).toMatchObject([{ person: {} }, 0]);
  });
});

describe('a full list', () => {
  it('saves everyone sent or nobody; people already in it need no room', async () => {
    await fill(LIST_LIMITS.people - 2);
    expect(await save('ada', 'bea', 'cy')).toEqual({ status: 'full', room: 2 });
    expect([await sizeOf(), await entries()]).toEqual([LIST_LIMITS.people - 2, []]);
    expect(await save('ada', 'bea')).toMatchObject({ status: 'saved' });
    expect(await save('ada')).toMatchObject({ status: 'saved' });
    expect(await save('cy')).toEqual({ status: 'full', room: 0 });
    await remove('ada');
    expect(await save('cy')).toMatchObject({ status: 'saved' });
  });

  it('never exceeds a thousand, however many arrive at once', async () => {
    await fill(LIST_LIMITS.people - 3);
    const racing = setup.openForRaces();
    const saved = await Promise.all(
      slugs(8, 5_000).map((slug) => racing.lists.save({ ...list, people: [personOf(slug)] })),
    );
    expect(saved.filter(({ status }) => status === 'saved')).toHaveLength(3);
    expect([await sizeOf(), (await entries()).length]).toEqual([LIST_LIMITS.people, 3]);
  });
});

describe('the size of a list', () => {
  it('matches its people under concurrent changes', async () => {
    const racing = setup.openForRaces();
    const act = async (number: number) => {
      const slug = `p${number % 4}`;
      if (number % 3 === 2) await racing.lists.remove({ ...list, profileUrl: urlOf(slug) });
      else await racing.lists.save({ ...list, people: [personOf(slug)] });
    };
    await Promise.all(Array.from({ length: 24 }, (_, number) => act(number)));
    const listed = await slugsIn();
    expect(await sizeOf()).toBe(listed?.length);
    expect(new Set(listed).size).toBe(listed?.length);
    expect((await entries()).length).toBe(listed?.length);
  });

  it('is correct when every response is lost and retried', async () => {
    const losing = await setup.openLosingAnswers();
    expect(await losing.lists.save({ ...list, people: [personOf('ada'), personOf('bea')] })).toMatchObject({
      status: 'saved',
      people: [{ isNew: true }, { isNew: true }],
    });
    await losing.lists.save({ ...list, people: [personOf('ada')] });
    expect(await losing.lists.remove({ ...list, profileUrl: urlOf('bea') })).toMatchObject({ person: {} });
    expect([await slugsIn(), await sizeOf(), (await entries()).length]).toEqual([['ada'], 1, 1]);
  });

  it.each(FAULTS)('is correct wherever a save or a removal is interrupted: %s', async (fault) => {
    for (let write = 0; write < 3; write += 1) {
      const slug = `x${write}`;
      const saving = setup.openFaulty();
      saving.failWrite(write, fault);
      await saving.store.lists.save({ ...list, people: [personOf(slug)] }).catch(() => undefined);
      expect(await sizeOf()).toBe((await slugsIn())?.length);
      // As someone who is told that it failed would do.
      await save(slug);
      const removing = setup.openFaulty();
      removing.failWrite(write, fault);
      await removing.store.lists.remove({ ...list, profileUrl: urlOf(slug) }).catch(() => undefined);
      expect(await sizeOf()).toBe((await slugsIn())?.length);
      await remove(slug);
      expect([await sizeOf(), await slugsIn()]).toEqual([0, []]);
    }
    setup.clock.pass(16 * 60_000);
    await slugsIn();
    expect(await entries()).toEqual([]);
  });

  it('does not count a save that lost to the list’s deletion, and nothing of it remains', async () => {
    const faulty = setup.openFaulty();
    faulty.beforeWrite(1, () => store.lists.delete(list));
    expect(await faulty.store.lists.save({ ...list, people: [personOf('ada')] })).toEqual({
      status: 'no-list',
    });
    expect(await entries()).toEqual([]);
  });

  it('is corrected when a named person’s entry is missing', async () => {
    await save('ada');
    const [entry] = await entries();
    expect(entry && kindOf(entry)).toBe('listed person');
    await table().deleteAll([{ pk: String(entry?.['pk']), sk: String(entry?.['sk']) }], undefined);
    expect(await save('ada')).toMatchObject({ status: 'saved' });
    expect([await slugsIn(), await sizeOf()]).toEqual([['ada'], 1]);
  });
});
