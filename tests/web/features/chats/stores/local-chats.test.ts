import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { clearLocalData } from '#web/features/chats/local-import.ts';
import type { StoreNews } from '#web/features/chats/stores/chat-store.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { NOTICES } from '#web/features/chats/stores/local-format.ts';
import { removePersonLocally } from '#web/features/chats/stores/local-removal.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { disabledStorage, MemoryStorage, storageEvent } from './memory-storage.ts';

const NOW = Date.UTC(2026, 10, 21);
const QUISPE = 'https://www.linkedin.com/in/nusta-quispe-aberg';

function open(storage: KeyValueStorage | undefined) {
  const tabs = new EventTarget();
  const store = new LocalChats({ storage, now: () => NOW, tabs });
  const news: StoreNews[] = [];
  store.subscribe((item) => news.push(item));
  return { store, news, tabs };
}

const seeded = () =>
  new MemoryStorage({
    expertscope_chats: JSON.stringify([sampleChat({ messageCount: 2, lastMessageAt: at(9) })]),
    expertscope_messages: JSON.stringify([sampleMessage(), answer()]),
  });

const unreadableOf = (storage: MemoryStorage) =>
  [...storage.entries.keys()].filter((key) => key.startsWith('expertscope_unreadable_'));

describe('LocalChats', () => {
  it('stores chats and messages under the specified keys as JSON with ISO dates', async () => {
    const storage = new MemoryStorage();
    const { store } = open(storage);
    await store.createChat(sampleChat());
    await store.putMessages('chat_1', [sampleMessage()]);
    await store.putMessages('chat_1', [sampleMessage(), answer()]);
    expect([...storage.entries.keys()].sort()).toEqual(['expertscope_chats', 'expertscope_messages']);
    expect(storage.json('expertscope_chats')).toEqual([
      sampleChat({ messageCount: 2, lastMessageAt: at(9), updatedAt: at(9) }),
    ]);
    expect(storage.json('expertscope_messages')).toEqual([sampleMessage(), answer()]);
  });

  it('lists chats that are not archived by latest activity, and archived ones separately', async () => {
    const { store } = open(new MemoryStorage());
    await store.createChat(sampleChat({ id: 'chat_a', lastMessageAt: at(1) }));
    await store.createChat(sampleChat({ id: 'chat_b', lastMessageAt: at(3) }));
    await store.createChat(sampleChat({ id: 'chat_c', lastMessageAt: at(2) }));
    await store.updateChat('chat_b', { isArchived: true });
    expect((await store.listChats()).chats.map(({ id }) => id)).toEqual(['chat_c', 'chat_a']);
    expect((await store.listArchivedChats()).chats.map(({ id }) => id)).toEqual(['chat_b']);
    await store.updateChat('chat_b', { isArchived: false });
    expect((await store.listArchivedChats()).chats).toEqual([]);
    expect((await store.listChats()).chats.map(({ id }) => id)).toEqual(['chat_b', 'chat_c', 'chat_a']);
    // As on the server, the order of chats with the same activity is fixed.
    await store.createChat(sampleChat({ id: 'chat_d', lastMessageAt: at(1) }));
    expect((await store.listChats()).chats.map(({ id }) => id)).toEqual([
      'chat_b',
      'chat_c',
      'chat_d',
      'chat_a',
    ]);
  });

  it('renames a chat and records when', async () => {
    const { store } = open(seeded());
    const renamed = await store.updateChat('chat_1', { title: 'Economists' });
    expect(renamed).toMatchObject({
      title: 'Economists',
      updatedAt: new Date(NOW).toISOString(),
      lastMessageAt: at(9),
    });
    expect((await store.listChats()).chats).toEqual([renamed]);
    await expect(store.updateChat('chat_none', { title: 'x' })).rejects.toThrow('Failed to update chat');
  });

  it('deletes a chat with its messages and no others', async () => {
    const storage = seeded();
    const { store } = open(storage);
    await store.createChat(sampleChat({ id: 'chat_2' }));
    await store.putMessages('chat_2', [sampleMessage({ id: 'msg_9', chatId: 'chat_2' })]);
    await store.deleteChat('chat_1');
    expect(await store.listMessages('chat_1')).toEqual([]);
    expect(storage.json('expertscope_messages')).toEqual([sampleMessage({ id: 'msg_9', chatId: 'chat_2' })]);
    expect((await store.listChats()).chats.map(({ id }) => id)).toEqual(['chat_2']);
  });

  it('does not restore a deleted chat when a late answer arrives', async () => {
    const storage = seeded();
    const { store } = open(storage);
    await store.deleteChat('chat_1');
    await store.putMessages('chat_1', [answer()]);
    expect(storage.json('expertscope_messages')).toEqual([]);
    expect((await store.listChats()).chats).toEqual([]);
  });

  it('stores and clears a rating', async () => {
    const storage = seeded();
    const { store } = open(storage);
    await store.rateMessage('chat_1', 'msg_2', 'good');
    expect((await store.listMessages('chat_1'))[1]?.metadata?.rating).toBe('good');
    await store.rateMessage('chat_1', 'msg_2', undefined);
    expect(storage.json('expertscope_messages')).toEqual([sampleMessage(), answer()]);
    await expect(store.rateMessage('chat_1', 'msg_none', 'bad')).rejects.toThrow('Failed to update message');
  });

  it('removes a message as if it had never been there', async () => {
    const { store } = open(seeded());
    const chat = async () => (await store.listChats()).chats[0];
    await store.removeMessage('chat_1', 'msg_none');
    expect(await chat()).toMatchObject({ messageCount: 2, lastMessageAt: at(9) });
    await store.removeMessage('chat_1', 'msg_2');
    expect(await chat()).toMatchObject({ messageCount: 1, lastMessageAt: at(1) });
    await store.removeMessage('chat_1', 'msg_1');
    expect(await chat()).toMatchObject({ messageCount: 0, lastMessageAt: at(0) });
    expect(await store.listMessages('chat_1')).toEqual([]);
  });

  it('normalises dates of any ISO form so that they sort chronologically', async () => {
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([
        { ...sampleChat({ id: 'chat_old' }), lastMessageAt: '2026-11-20T12:00:00+05:00' },
        { ...sampleChat({ id: 'chat_new' }), lastMessageAt: '2026-11-20T08:00:00Z' },
      ]),
    });
    const { store, news } = open(storage);
    const chats = (await store.listChats()).chats;
    expect(chats.map(({ id, lastMessageAt }) => [id, lastMessageAt])).toEqual([
      ['chat_new', '2026-11-20T08:00:00.000Z'],
      ['chat_old', '2026-11-20T07:00:00.000Z'],
    ]);
    expect(news).toEqual([]);
  });

  it('preserves unknown fields', async () => {
    const newer = { ...sampleChat(), shortlist: ['profile_1'] };
    const storage = new MemoryStorage({ expertscope_chats: JSON.stringify([newer]) });
    const { store } = open(storage);
    await store.createChat(sampleChat({ id: 'chat_2' }));
    expect(storage.json('expertscope_chats')).toEqual([newer, sampleChat({ id: 'chat_2' })]);
  });
});

describe('LocalChats with damaged storage', () => {
  it('keeps what is valid, sets the rest aside and reports it once', async () => {
    const wrongDates = ['yesterday', '1 May 2026', 7].map((createdAt) => ({
      ...sampleChat({ id: 'chat_2' }),
      createdAt,
    }));
    const storage = seeded();
    storage.setItem('expertscope_chats', JSON.stringify([sampleChat(), ...wrongDates, 7, null]));
    const { store, news } = open(storage);
    expect((await store.listChats()).chats).toEqual([sampleChat()]);
    expect(await store.listMessages('chat_1')).toEqual([sampleMessage(), answer()]);
    expect(news).toEqual([{ type: 'notice', text: NOTICES.unreadable }]);
    expect(unreadableOf(storage)).toEqual([`expertscope_unreadable_${NOW}`]);
    expect(storage.json(`expertscope_unreadable_${NOW}`)).toEqual({
      key: 'expertscope_chats',
      content: [...wrongDates, 7, null],
    });
    expect(storage.json('expertscope_chats')).toEqual([sampleChat()]);
  });

  it('tells the first listener what it had to report before, and no other', async () => {
    const storage = new MemoryStorage({ expertscope_chats: '{oops' });
    const store = new LocalChats({ storage, tabs: undefined });
    await store.listChats();
    const news: StoreNews[][] = [[], []];
    for (const told of news) store.subscribe((item) => told.push(item));
    expect(news).toEqual([[{ type: 'notice', text: NOTICES.unreadable }], []]);
  });

  it('rebuilds chats from their messages when the chat list cannot be read', async () => {
    const storage = seeded();
    // An import may have stored them in another order.
    storage.setItem('expertscope_messages', JSON.stringify([answer(), sampleMessage()]));
    storage.setItem('expertscope_chats', '[{"id":"chat_1","title":"Peruv');
    const { store } = open(storage);
    const rebuilt = sampleChat({
      title: 'Peruvian economists in Lima 🦙',
      createdAt: at(1),
      updatedAt: at(9),
      lastMessageAt: at(9),
      messageCount: 2,
    });
    expect((await store.listChats()).chats).toEqual([rebuilt]);
    expect((await open(storage).store.listChats()).chats).toEqual([rebuilt]);
    await store.updateChat('chat_1', { title: 'Economists' });
    expect(storage.json('expertscope_chats')).toMatchObject([{ id: 'chat_1', title: 'Economists' }]);
  });

  it('keeps a message’s text and the readable part of its damaged metadata', async () => {
    const damaged = {
      ...answer(),
      metadata: { ...answer().metadata, searchResults: 'oops', model: 'small model' },
    };
    const storage = seeded();
    storage.setItem('expertscope_messages', JSON.stringify([sampleMessage(), damaged]));
    const { store, news } = open(storage);
    const messages = await store.listMessages('chat_1');
    expect(messages[1]).toEqual(answer({ metadata: { ...answer().metadata, model: 'small model' } }));
    expect(news).toHaveLength(1);
    expect(unreadableOf(storage)).toHaveLength(1);
    // What is left can be read.
    const next = open(storage);
    expect(await next.store.listMessages('chat_1')).toEqual(messages);
    expect(next.news).toEqual([]);
  });

  it('keeps at most five set-aside entries', async () => {
    const storage = new MemoryStorage();
    const { store } = open(storage);
    for (let turn = 0; turn < 8; turn += 1) {
      storage.setItem('expertscope_chats', `{broken ${turn}`);
      expect((await store.listChats()).chats).toEqual([]);
    }
    expect(unreadableOf(storage)).toHaveLength(5);
    expect(storage.getItem(unreadableOf(storage).at(-1) ?? '')).toContain('broken 7');
  });

  it('sets an unreadable list aside even when storage is full', async () => {
    const text = `{${'x'.repeat(1_000)}`;
    const storage = new MemoryStorage({ expertscope_chats: text });
    storage.quota = storage.used + 100;
    expect((await open(storage).store.listChats()).chats).toEqual([]);
    expect(storage.getItem(unreadableOf(storage)[0] ?? '')).toContain(text);
  });

  it('leaves an unreadable list where it is if there is no room to set it aside', async () => {
    const text = `{${'x'.repeat(1_000)}`;
    const storage = new MemoryStorage({ expertscope_chats: text });
    storage.quota = storage.used;
    const { store, news } = open(storage);
    expect((await store.listChats()).chats).toEqual([]);
    await store.createChat(sampleChat());
    expect((await store.listChats()).chats).toEqual([sampleChat()]);
    expect(Object.fromEntries(storage.entries)).toEqual({ expertscope_chats: text });
    expect(news).toEqual([
      { type: 'notice', text: NOTICES.unreadable },
      { type: 'notice', text: NOTICES.unsaved },
    ]);
  });

  it('leaves unreadable entries in their list if there is no room to set them aside', async () => {
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([sampleChat(), { id: 'chat_2' }]),
    });
    storage.quota = storage.used;
    const { store } = open(storage);
    const renamed = await store.updateChat('chat_1', { title: 'Economists' });
    expect((await store.listChats()).chats).toEqual([renamed]);
    expect(storage.json('expertscope_chats')).toEqual([renamed, { id: 'chat_2' }]);
  });
});

describe('LocalChats without storage space', () => {
  const heavy = () =>
    answer({
      metadata: {
        ...answer().metadata,
        searchResults: {
          totalResults: 1,
          currentPage: 1,
          hasNextPage: false,
          linkedinProfiles: [{ url: 'u', title: 't', snippet: 'x'.repeat(3_000), position: 1 }],
        },
      },
    });

  it('continues in memory, reports it once and leaves earlier chats untouched', async () => {
    const storage = seeded();
    const before = new Map(storage.entries);
    storage.quota = storage.used;
    const { store, news } = open(storage);
    await store.createChat(sampleChat({ id: 'chat_2', lastMessageAt: at(20) }));
    await store.putMessages('chat_2', [sampleMessage({ id: 'msg_3', chatId: 'chat_2' })]);
    expect((await store.listChats()).chats.map(({ id }) => id)).toEqual(['chat_1', 'chat_2']);
    expect(await store.listMessages('chat_2')).toEqual([sampleMessage({ id: 'msg_3', chatId: 'chat_2' })]);
    expect(storage.entries).toEqual(before);
    expect(news).toEqual([{ type: 'notice', text: NOTICES.unsaved }]);
  });

  it('reports it again if there has been space meanwhile, to whoever listens then', async () => {
    const storage = seeded();
    const { store, news } = open(storage);
    const notice = { type: 'notice', text: NOTICES.unsaved };
    for (const id of ['chat_2', 'chat_3']) {
      storage.quota = storage.used;
      await store.createChat(sampleChat({ id }));
      storage.quota = 5_000_000;
      await store.createChat(sampleChat({ id: `${id}_more` }));
    }
    expect(news).toEqual([notice, { type: 'stored' }, notice, { type: 'stored' }]);
    const later: unknown[] = [];
    store.subscribe((one) => later.push(one));
    expect(later).toEqual([]);
  });

  it('stores what it held in memory as soon as there is space', async () => {
    const storage = seeded();
    storage.quota = storage.used;
    const { store, news } = open(storage);
    await store.createChat(sampleChat({ id: 'chat_2' }));
    expect(store.outdatedNotice()).toBeUndefined();
    await store.deleteChat('chat_1');
    expect(storage.json('expertscope_chats')).toEqual([sampleChat({ id: 'chat_2' })]);
    expect(storage.json('expertscope_messages')).toEqual([]);
    expect(news).toEqual([{ type: 'notice', text: NOTICES.unsaved }, { type: 'stored' }]);
    expect(store.outdatedNotice()).toBe(NOTICES.unsaved);
  });

  it('stores a deletion at once, even if another message still has no room', async () => {
    const storage = seeded();
    const { store } = open(storage);
    await store.createChat(sampleChat({ id: 'chat_2' }));
    storage.quota = storage.used + 50;
    const large = sampleMessage({ id: 'msg_large', content: 'x'.repeat(5_000), timestamp: at(30) });
    await store.putMessages('chat_1', [large]);
    await store.deleteChat('chat_2');
    expect(removePersonLocally({ profileUrl: QUISPE, store })).toMatchObject({ answers: 1 });
    const next = open(storage).store;
    expect((await next.listChats()).chats).toMatchObject([{ id: 'chat_1' }]);
    expect(JSON.stringify(await next.listMessages('chat_1'))).not.toContain(QUISPE);
    expect(await store.listMessages('chat_1')).toContainEqual(large);
    // Of what is stored, another tab's later change counts.
    await next.rateMessage('chat_1', 'msg_2', 'good');
    expect((await store.listMessages('chat_1'))[1]?.metadata?.rating).toBe('good');
  });

  it('keeps a chat deleted that another tab goes on adding to, while nothing can be stored', async () => {
    const storage = seeded();
    const { store } = open(storage);
    storage.quota = 0;
    await store.deleteChat('chat_1');
    const added = sampleMessage({ id: 'msg_3', timestamp: at(20) });
    storage.entries.set('expertscope_messages', JSON.stringify([sampleMessage(), answer(), added]));
    expect((await store.listChats()).chats).toEqual([]);
  });

  it('drops the new message’s raw data first, never anything displayed or of earlier messages', async () => {
    const earlier = { ...heavy(), id: 'msg_0', timestamp: at(0) };
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([sampleChat()]),
      expertscope_messages: JSON.stringify([earlier]),
    });
    storage.quota = storage.used + 3_000;
    const { store, news } = open(storage);
    await store.putMessages('chat_1', [heavy()]);
    expect(storage.json('expertscope_messages')).toEqual([earlier, answer()]);
    expect(news).toEqual([{ type: 'notice', text: NOTICES.lightened }]);
  });

  it('drops the raw data of a verification too', async () => {
    const storage = seeded();
    const question = sampleMessage({ id: 'msg_3', timestamp: at(20) });
    const verified = {
      originalProfile: {
        ...{ url: 'u', title: 't', snippet: 'x'.repeat(3_000), position: 1, relevanceScore: 82 },
        ...{ reasoning: '', shouldVerify: true, scoreSource: 'model' as const },
      },
      finalRelevanceScore: 82,
      verificationReasoning: '',
      meetsAllCriteria: true,
    };
    const reply = answer({ id: 'msg_4', timestamp: at(29) });
    const deepResearchResults = {
      ...{ filteredProfiles: [], finalRecommendations: [], verifiedProfiles: [verified] },
      ...{ totalProcessed: 1, profilesForVerification: 1 },
    };
    storage.quota = storage.used + 3_000;
    const { store } = open(storage);
    const metadata = { ...reply.metadata, deepResearchResults };
    await store.putMessages('chat_1', [question, { ...reply, metadata }]);
    expect(storage.json('expertscope_messages')).toEqual([sampleMessage(), answer(), question, reply]);
  });

  it('drops raw search data of earlier messages when that is not enough', async () => {
    const storage = seeded();
    storage.setItem('expertscope_messages', JSON.stringify([sampleMessage(), heavy()]));
    storage.quota = storage.used + 100;
    const { store } = open(storage);
    const next = sampleMessage({ id: 'msg_3', timestamp: at(20) });
    await store.putMessages('chat_1', [next]);
    expect(storage.json('expertscope_messages')).toEqual([sampleMessage(), answer(), next]);
  });

  it.each([
    ['is switched off', disabledStorage],
    ['is not there', undefined],
  ])('works for the lifetime of the page when storage %s', async (_, storage) => {
    const { store, news } = open(storage);
    expect((await store.listChats()).chats).toEqual([]);
    await store.createChat(sampleChat());
    await store.putMessages('chat_1', [sampleMessage()]);
    expect(await store.listMessages('chat_1')).toEqual([sampleMessage()]);
    expect((await store.listChats()).chats).toMatchObject([{ id: 'chat_1', messageCount: 1 }]);
    expect(news).toEqual([{ type: 'notice', text: NOTICES.unsaved }]);
  });
});

describe('LocalChats in two tabs', () => {
  it('merges with what the other tab has since written', async () => {
    const storage = seeded();
    const [a, b] = [open(storage).store, open(storage).store];
    await a.listChats();
    await b.createChat(sampleChat({ id: 'chat_b' }));
    await a.createChat(sampleChat({ id: 'chat_a' }));
    await b.putMessages('chat_b', [sampleMessage({ id: 'msg_b', chatId: 'chat_b' })]);
    await a.putMessages('chat_a', [sampleMessage({ id: 'msg_a', chatId: 'chat_a' })]);
    for (const store of [a, b]) {
      expect((await store.listChats()).chats.map(({ id }) => id).sort()).toEqual([
        'chat_1',
        'chat_a',
        'chat_b',
      ]);
      expect(await store.listMessages('chat_b')).toHaveLength(1);
      expect(await store.listMessages('chat_1')).toHaveLength(2);
    }
  });

  describe('one of which has no room for its changes to a chat', () => {
    async function openFull() {
      const storage = seeded();
      const [here, there] = [open(storage).store, open(storage).store];
      storage.quota = storage.used;
      await here.putMessages('chat_1', [sampleMessage({ id: 'msg_3', timestamp: at(20) })]);
      storage.quota = 1_000_000;
      return { storage, here, there };
    }

    it('keep the title and the place that the other tab gives it', async () => {
      const { storage, here, there } = await openFull();
      await there.updateChat('chat_1', { title: 'Economists' });
      await there.updateChat('chat_1', { isArchived: true });
      expect((await here.listArchivedChats()).chats).toMatchObject([
        { title: 'Economists', messageCount: 3 },
      ]);
      await here.rateMessage('chat_1', 'msg_2', 'good');
      expect(storage.json('expertscope_chats')).toMatchObject([
        { title: 'Economists', isArchived: true, messageCount: 3 },
      ]);
      expect(storage.json('expertscope_messages')).toHaveLength(3);
    });

    it('keep the title it was given here last', async () => {
      const { storage, here, there } = await openFull();
      await there.updateChat('chat_1', { title: 'Economists' });
      storage.quota = 0;
      await here.updateChat('chat_1', { title: 'Economists from Peru' });
      expect(await here.findChat('chat_1')).toMatchObject({ title: 'Economists from Peru' });
    });

    it('leave it deleted by the other tab', async () => {
      const { storage, here, there } = await openFull();
      await there.deleteChat('chat_1');
      expect((await here.listChats()).chats).toEqual([]);
      await here.createChat(sampleChat({ id: 'chat_2' }));
      expect(storage.json('expertscope_chats')).toEqual([sampleChat({ id: 'chat_2' })]);
      expect(storage.json('expertscope_messages')).toEqual([]);
    });

    it('store them once the other tab has made room', async () => {
      const storage = seeded();
      const [here, there] = [open(storage), open(storage).store];
      await there.createChat(sampleChat({ id: 'chat_2' }));
      await there.putMessages('chat_2', [sampleMessage({ id: 'msg_9', chatId: 'chat_2' })]);
      storage.quota = storage.used;
      await here.store.putMessages('chat_1', [sampleMessage({ id: 'msg_3', content: 'And in Puno?' })]);
      await there.deleteChat('chat_2');
      expect(storage.json('expertscope_messages')).toHaveLength(2);
      here.tabs.dispatchEvent(storageEvent('expertscope_messages'));
      expect(storage.json('expertscope_messages')).toHaveLength(3);
      expect(storage.json('expertscope_chats')).toMatchObject([{ id: 'chat_1', messageCount: 3 }]);
      expect(here.news).toContainEqual({ type: 'stored' });
    });

    it('keep it if only the list of chats is lost', async () => {
      const { storage, here } = await openFull();
      storage.setItem('expertscope_chats', 'garbage');
      expect((await here.listChats()).chats).toMatchObject([{ id: 'chat_1', messageCount: 3 }]);
      expect(await here.listMessages('chat_1')).toHaveLength(3);
    });
  });

  it('counts messages of which the other tab has not stored the number yet', async () => {
    const storage = seeded();
    const chats = storage.getItem('expertscope_chats') ?? '';
    const [a, b] = [open(storage).store, open(storage).store];
    const question = sampleMessage({ id: 'msg_3', timestamp: at(20) });
    const reply = answer({ id: 'msg_4', timestamp: at(21) });
    await a.putMessages('chat_1', [question, reply]);
    storage.setItem('expertscope_chats', chats);
    await b.putMessages('chat_1', [question, reply]);
    expect((await b.listChats()).chats).toMatchObject([{ messageCount: 4 }]);
  });

  describe('that write at the same moment', () => {
    const here = sampleMessage({ id: 'msg_here', timestamp: at(20) });
    const there = sampleMessage({ id: 'msg_there', timestamp: at(21) });

    /** A tab that has written, and a way to simulate a write in another tab. */
    async function openWritten() {
      vi.useFakeTimers();
      const storage = seeded();
      const tab = open(storage);
      const seenThere = storage.getItem('expertscope_messages') ?? '';
      await tab.store.putMessages('chat_1', [here]);
      const heldBefore = storage.getItem('expertscope_messages') ?? '';
      const writeThere = async (messages: readonly unknown[], oldValue = seenThere) => {
        const newValue = JSON.stringify(messages);
        storage.setItem('expertscope_messages', newValue);
        tab.tabs.dispatchEvent(Object.assign(storageEvent('expertscope_messages'), { oldValue, newValue }));
        await vi.advanceTimersByTimeAsync(1_000);
      };
      const stored = async () => (await tab.store.listMessages('chat_1')).map(({ id }) => id);
      return { ...tab, storage, seenThere, heldBefore, writeThere, stored };
    }
    afterEach(() => vi.useRealTimers());

    // Chromium reports the value before a write even if the writing tab had not seen it.
    it.each(['seenThere', 'heldBefore'] as const)(
      'restore what the other tab overwrote unseen (with %s as the reported old value)',
      async (before) => {
        const { writeThere, stored, news, ...told } = await openWritten();
        await writeThere([sampleMessage(), answer(), there], told[before]);
        expect(await stored()).toEqual(['msg_1', 'msg_2', 'msg_here', 'msg_there']);
        expect(news).toEqual([{ type: 'changed' }, { type: 'changed' }]);
      },
    );

    it('date the chat by the newest message, not by the one restored', async () => {
      const { writeThere, store } = await openWritten();
      await writeThere([sampleMessage(), answer(), there]);
      expect(await store.findChat('chat_1')).toMatchObject({ messageCount: 4, lastMessageAt: at(21) });
    });

    it('lose nothing when the other tab has changed a message both knew', async () => {
      const { writeThere, stored, heldBefore } = await openWritten();
      await writeThere([sampleMessage(), { ...answer(), content: 'Rated' }], heldBefore);
      expect(await stored()).toEqual(['msg_1', 'msg_2', 'msg_here']);
    });

    it('keep what the other tab has changed in the message just written', async () => {
      const { writeThere, store, heldBefore } = await openWritten();
      await writeThere([sampleMessage(), answer(), { ...here, content: 'Rated' }], heldBefore);
      expect((await store.listMessages('chat_1')).at(-1)?.content).toBe('Rated');
    });

    it('do not restore a message that was removed here', async () => {
      const { writeThere, stored, store } = await openWritten();
      await store.removeMessage('chat_1', 'msg_here');
      await writeThere([sampleMessage(), answer(), there]);
      expect(await stored()).toEqual(['msg_1', 'msg_2', 'msg_there']);
    });

    it('do not restore what the other tab has seen and deleted', async () => {
      const { writeThere, stored, storage } = await openWritten();
      await writeThere([sampleMessage(), answer()], storage.getItem('expertscope_messages') ?? '');
      expect(await stored()).toEqual(['msg_1', 'msg_2']);
      await writeThere([sampleMessage(), answer(), there]);
      expect(await stored()).toEqual(['msg_1', 'msg_2', 'msg_there']);
    });

    it('do not take a message for one whose id begins alike', async () => {
      const { writeThere, stored } = await openWritten();
      const alike = sampleMessage({ id: 'msg_here_too', timestamp: at(22) });
      const before = [sampleMessage(), answer(), here, alike];
      await writeThere([sampleMessage(), answer(), alike], JSON.stringify(before));
      expect(await stored()).toEqual(['msg_1', 'msg_2', 'msg_here_too']);
    });

    describe('for a chat that one of them has just begun', () => {
      const begun = sampleChat({ id: 'chat_begun', createdAt: at(20), lastMessageAt: at(20) });
      const question = sampleMessage({ id: 'msg_begun', chatId: 'chat_begun', timestamp: at(20) });
      const other = sampleChat({ id: 'chat_other', createdAt: at(20), lastMessageAt: at(20) });
      const asked = sampleMessage({ id: 'msg_other', chatId: 'chat_other', timestamp: at(20) });

      async function openBegun() {
        vi.useFakeTimers();
        const storage = seeded();
        const tab = open(storage);
        const unseen = {
          chats: [sampleChat({ messageCount: 2, lastMessageAt: at(9) })],
          messages: [sampleMessage(), answer()],
        };
        await tab.store.createChat(begun);
        await tab.store.putMessages('chat_begun', [question]);
        const writeThere = (key: 'chats' | 'messages', entries: readonly unknown[]) => {
          const oldValue = storage.getItem(`expertscope_${key}`);
          const newValue = JSON.stringify(entries);
          storage.setItem(`expertscope_${key}`, newValue);
          const event = Object.assign(storageEvent(`expertscope_${key}`), { oldValue, newValue });
          tab.tabs.dispatchEvent(event);
        };
        const ids = async () => (await tab.store.listChats()).chats.map(({ id }) => id).sort();
        return { ...tab, storage, unseen, writeThere, ids };
      }

      it('have both, with their questions', async () => {
        const { unseen, writeThere, ids, storage } = await openBegun();
        writeThere('chats', [...unseen.chats, other]);
        const all = ['chat_1', 'chat_begun', 'chat_other'];
        expect(await ids()).toEqual(all);
        writeThere('messages', [...unseen.messages, asked]);
        writeThere('chats', [...unseen.chats, { ...other, messageCount: 1 }]);
        expect(await ids()).toEqual(all);
        await vi.advanceTimersByTimeAsync(1_000);
        const { store } = open(storage);
        expect(
          (await store.listChats()).chats.map(({ id, messageCount }) => [id, messageCount]).sort(),
        ).toEqual([
          ['chat_1', 2],
          ['chat_begun', 1],
          ['chat_other', 1],
        ]);
        for (const [chatId, message] of [
          ['chat_begun', question],
          ['chat_other', asked],
        ] as const)
          expect(await store.listMessages(chatId)).toEqual([message]);
      });

      it('have it before the browser reports what the other tab has written', async () => {
        const { unseen, ids, storage, store } = await openBegun();
        storage.setItem('expertscope_chats', JSON.stringify([...unseen.chats, other]));
        storage.setItem('expertscope_messages', JSON.stringify([...unseen.messages, asked]));
        expect(await ids()).toEqual(['chat_1', 'chat_begun', 'chat_other']);
        expect(await store.findChat('chat_begun')).toMatchObject({ messageCount: 1 });
      });

      it('count every message, whichever of them has written the chats last', async () => {
        const { store, storage, unseen, writeThere } = await openBegun();
        await store.putMessages('chat_1', [here]);
        writeThere('chats', [...unseen.chats, begun]);
        // What the other tab is still writing must not be overwritten in turn.
        expect(storage.json('expertscope_chats')).toEqual([...unseen.chats, begun]);
        await vi.advanceTimersByTimeAsync(1_000);
        expect(await store.findChat('chat_1')).toMatchObject({ messageCount: 3 });
        expect(await store.findChat('chat_begun')).toMatchObject({ messageCount: 1 });
      });

      it('have no chat that the other tab has seen and deleted, or that was removed here', async () => {
        const { unseen, writeThere, ids } = await openBegun();
        writeThere('messages', unseen.messages);
        writeThere('chats', unseen.chats);
        await vi.advanceTimersByTimeAsync(1_000);
        expect(await ids()).toEqual(['chat_1']);
        const removed = await openBegun();
        await removed.store.deleteChat('chat_begun');
        removed.writeThere('chats', [...unseen.chats, other]);
        await vi.advanceTimersByTimeAsync(1_000);
        expect(await removed.ids()).toEqual(['chat_1', 'chat_other']);
      });

      it('have none of it once everything has been cleared', async () => {
        const { unseen, writeThere, ids, store, storage } = await openBegun();
        clearLocalData({ store, storage });
        writeThere('chats', [...unseen.chats, other]);
        await vi.advanceTimersByTimeAsync(1_000);
        expect(await ids()).toEqual(['chat_1', 'chat_other']);
      });
    });

    it('do not restore messages of a chat that either tab has deleted', async () => {
      const { writeThere, storage, store } = await openWritten();
      storage.setItem('expertscope_chats', '[]');
      await writeThere([]);
      expect([(await store.listChats()).chats, storage.json('expertscope_messages')]).toEqual([[], []]);
      const other = await openWritten();
      await other.store.deleteChat('chat_1');
      await other.writeThere([]);
      expect(other.storage.json('expertscope_messages')).toEqual([]);
    });
  });

  it('reports other tabs’ writes to chats and messages, and nothing else', () => {
    const { news, tabs } = open(seeded());
    tabs.dispatchEvent(storageEvent('expertscope_theme'));
    expect(news).toEqual([]);
    tabs.dispatchEvent(storageEvent('expertscope_messages'));
    tabs.dispatchEvent(storageEvent(null));
    expect(news).toEqual([{ type: 'changed' }, { type: 'changed' }]);
  });
});
