import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import { asSaved } from '#web/features/lists/changes.ts';
import { listActionsOn } from '#web/features/lists/lists.ts';
import { LocalLists } from '#web/features/lists/local-lists.ts';
import { describeAdded, describeStaying, findStaying, undoTransfer } from '#web/features/lists/transfer.ts';
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

describe('a move that is undone', () => {
  async function openMoved() {
    const store = new LocalLists({ storage: new MemoryStorage(), tabs: undefined });
    const [from, to] = [newId('list'), newId('list')];
    const moved = [listedOf(1, { note: 'Met in Lima' })];
    for (const listId of [from, to]) await store.change(make(listId));
    await store.change(save(to, moved.map(asSaved)));
    const session = {
      store,
      queries: new QueryClient(),
      storage: undefined,
      now: Date.now,
      tell: () => undefined,
    };
    const actions = listActionsOn(session);
    const undo = () => undoTransfer(actions, { from, to, moved, added: [urlOf(1)] });
    const undoCopy = () => undoTransfer(actions, { from, to, moved: [], added: [urlOf(1)] });
    return { store, from, to, undo, undoCopy };
  }

  it('puts people back as they were', async () => {
    const { store, from, to, undo } = await openMoved();
    await undo();
    expect(await store.people(from)).toMatchObject([{ note: 'Met in Lima' }]);
    expect(await store.people(to)).toEqual([]);
  });

  it('takes copies away even if the list they come from is gone', async () => {
    const { store, from, to, undoCopy } = await openMoved();
    await store.change({ type: 'delete', listId: from, at: at(2) });
    await undoCopy();
    expect(await store.people(to)).toEqual([]);
  });

  it('leaves them where they are if the list they come from is gone', async () => {
    const { store, from, to, undo } = await openMoved();
    await store.change({ type: 'delete', listId: from, at: at(2) });
    await undo();
    expect(await store.people(to)).toMatchObject([{ note: 'Met in Lima' }]);
  });
});
