import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '#shared/ids.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import { asSaved } from '#web/features/lists/changes.ts';
import { listActionsOn, listsQuery } from '#web/features/lists/lists.ts';
import { LocalLists } from '#web/features/lists/local-lists.ts';
import { describeAdded, describeStaying, findStaying, transferPeople } from '#web/features/lists/transfer.ts';
import { listedOf, make, save, savedOf, urlOf } from './samples.ts';

describe('people moved to a list that has them already', () => {
  it.each([
    ['nothing is recorded about them', {}, {}, []],
    ['the other list takes over what is recorded', { note: 'Met in Lima', rating: 'good' }, {}, []],
    ['both lists say the same', { note: 'Met in Lima' }, { note: 'Met in Lima' }, []],
    ['the notes differ', { note: 'Met in Lima' }, { note: 'Call on Monday' }, ['profile-1']],
    ['the statuses differ', { status: 'replied' }, { status: 'contacted' }, ['profile-1']],
    ['the ratings differ', { rating: 'good' }, { rating: 'bad' }, ['profile-1']],
  ] as const)('only stay in their list if that would lose something: %s', async (_, here, there, staying) => {
    const store = new LocalLists({ storage: new MemoryStorage(), tabs: undefined });
    const listId = newId('list');
    await store.change(make(listId));
    await store.change(save(listId, [{ ...savedOf(1), ...there }]));
    const people = [listedOf(1, here)];
    await store.change(save(listId, people.map(asSaved), 2));
    expect(findStaying(people, await store.people(listId)).map(({ profile }) => profile.id)).toEqual(staying);
  });

  it('stay with what is recorded about them if the other list cannot be read', () => {
    const people = [listedOf(1), listedOf(2, { note: 'Met in Lima' })];
    expect(findStaying(people, [])).toEqual([people[1]]);
  });

  it.each([
    [{ added: 3, known: 0 }, 0, '3 people moved to Divers'],
    [{ added: 2, known: 1 }, 0, '2 people moved to Divers, 1 was in it already'],
    [
      { added: 1, known: 2 },
      1,
      '1 person moved to Divers, 2 were in it already. 1 stays here too: Divers has another note, status or rating',
    ],
    [
      { added: 0, known: 2 },
      2,
      'Both are in Divers already. 2 stay here too: Divers has another note, status or rating',
    ],
    [{ added: 0, known: 1 }, 0, 'This person is in Divers already'],
    [{ added: 0, known: 1, taken: 1 }, 0, 'This person is in Divers already and was taken out of this list'],
    [{ added: 0, known: 3, taken: 3 }, 0, 'All 3 are in Divers already and were taken out of this list'],
    [
      { added: 0, known: 3, taken: 1 },
      2,
      'All 3 are in Divers already and 1 was taken out of this list. 2 stay here too: Divers has another note, status or rating',
    ],
  ])('are counted apart from the others: %j, %i of them staying', (counts, staying, text) => {
    expect(describeAdded('moved', { name: 'Divers', ...counts }) + describeStaying(staying, 'Divers')).toBe(
      text,
    );
  });
});

describe('a move', () => {
  const FROM = 'list_from';
  const TO = 'list_to';

  /** Two tabs over the same two lists. The page has read the first one before the other tab changes it. */
  async function open() {
    const storage = new MemoryStorage();
    const [store, other] = [0, 1].map(() => new LocalLists({ storage, tabs: undefined }));
    if (store === undefined || other === undefined) throw new Error('Two were opened');
    await store.change(make(FROM, 'Shortlist'));
    await store.change(make(TO, 'Divers'));
    await store.change(save(FROM, [savedOf(1), savedOf(2)]));
    const queries = new QueryClient();
    const actions = listActionsOn({
      store,
      queries,
      storage: undefined,
      now: Date.now,
      tell: () => undefined,
    });
    const people = await actions.readPeople(FROM);
    await queries.ensureQueryData(listsQuery({ store }));
    const onMoved = vi.fn();
    const move = (isMove = true) =>
      transferPeople(actions, {
        from: { id: FROM, name: 'Shortlist' },
        to: { id: TO, name: 'Divers' },
        people,
        isMove,
        onMoved,
      });
    const note = (listId: string, text: string) =>
      other.change({ type: 'edit', listId, urls: [urlOf(1)], change: { note: text }, at: at(5) });
    const notesIn = async (listId: string) =>
      Object.fromEntries((await other.people(listId)).map(({ profile, note }) => [profile.id, note]));
    return { store, other, move, note, notesIn, onMoved };
  }

  it('takes along what another page has written meanwhile, and back again', async () => {
    const { move, note, notesIn, onMoved } = await open();
    await note(FROM, 'Met in Lima');
    const moved = await move();
    expect(moved?.message).toBe('2 people moved to Divers');
    expect(onMoved).toHaveBeenCalledOnce();
    expect(await notesIn(TO)).toEqual({ 'profile-1': 'Met in Lima', 'profile-2': '' });
    expect(await notesIn(FROM)).toEqual({});
    await moved?.undo?.();
    expect(await notesIn(FROM)).toEqual({ 'profile-1': 'Met in Lima', 'profile-2': '' });
    expect(await notesIn(TO)).toEqual({});
  });

  it('that is undone brings back what another page has written about them in the other list since', async () => {
    const { other, move, note, notesIn } = await open();
    const moved = await move();
    await note(TO, 'Offer accepted');
    const rated = { status: 'replied', rating: 'good' } as const;
    await other.change({ type: 'edit', listId: TO, urls: [urlOf(2)], change: rated, at: at(6) });
    await moved?.undo?.();
    expect(await notesIn(FROM)).toEqual({ 'profile-1': 'Offer accepted', 'profile-2': '' });
    const people = await other.people(FROM);
    expect(people.find(({ profile }) => profile.profileUrl === urlOf(2))).toMatchObject(rated);
    expect(await notesIn(TO)).toEqual({});
  });

  it('leaves out people whom another page has removed', async () => {
    const { other, move, notesIn } = await open();
    await other.change({ type: 'remove', listId: FROM, urls: [urlOf(1)], at: at(5) });
    const moved = await move();
    expect(moved?.message).toBe('1 person moved to Divers. 1 is not in Shortlist any more');
    expect(await notesIn(TO)).toEqual({ 'profile-2': '' });
    await moved?.undo?.();
    expect([await notesIn(FROM), await notesIn(TO)]).toEqual([{ 'profile-2': '' }, {}]);
    await other.change({ type: 'remove', listId: FROM, urls: [urlOf(2)], at: at(6) });
    expect(await move(false)).toEqual({ message: 'Nobody was copied. 2 are not in Shortlist any more' });
    expect(await notesIn(TO)).toEqual({});
  });

  it('does not touch what another page has put into the other list meanwhile', async () => {
    const { other, move, note, notesIn } = await open();
    await other.change(save(TO, [savedOf(1)]));
    await note(TO, 'Call on Monday');
    await note(FROM, 'Met in Lima');
    const moved = await move();
    expect(moved?.message).toBe(
      '1 person moved to Divers, 1 was in it already. 1 stays here too: Divers has another note, status or rating',
    );
    await moved?.undo?.();
    expect(await notesIn(FROM)).toEqual({ 'profile-1': 'Met in Lima', 'profile-2': '' });
    expect(await notesIn(TO)).toEqual({ 'profile-1': 'Call on Monday' });
  });

  it('changes nothing if their list cannot be read', async () => {
    const { store, move, notesIn, onMoved } = await open();
    store.people = () => Promise.reject(new Error('down'));
    expect(await move()).toEqual({
      message: 'Shortlist could not be read, so nobody was moved. Please try again.',
    });
    expect(onMoved).not.toHaveBeenCalled();
    expect([await notesIn(FROM), await notesIn(TO)]).toMatchObject([{ 'profile-1': '' }, {}]);
  });

  it('that is undone leaves them where they are if the list they come from is gone', async () => {
    const { store, move, notesIn } = await open();
    const moved = await move();
    await store.change({ type: 'delete', listId: FROM, at: at(6) });
    await moved?.undo?.();
    expect(await notesIn(TO)).toEqual({ 'profile-1': '', 'profile-2': '' });
  });

  it('of copies that is undone takes them away even if the list they come from is gone', async () => {
    const { store, move, notesIn } = await open();
    const copied = await move(false);
    await store.change({ type: 'delete', listId: FROM, at: at(6) });
    await copied?.undo?.();
    expect(await notesIn(TO)).toEqual({});
  });
});
