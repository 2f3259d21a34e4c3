import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listedOf } from '#tests/web/features/lists/samples.ts';
import { answer, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { forgetUser } from '#web/features/chats/drafts.ts';
import { dropCachedPeople, restoreOffline, saveOffline } from '#web/features/chats/stores/offline.ts';
import { LAST_USER_KEY } from '#web/lib/storage.ts';
import { MemoryStorage } from './memory-storage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const COPY = 'expertscope_offline';
const AT = '2026-11-01T00:00:00.000Z';
const HIDDEN = { size: 0, members: new Set() };
const CHATS = {
  pages: [{ chats: [sampleChat(), sampleChat({ id: 'chat_2' }), sampleChat({ id: 'chat_3' })] }],
  pageParams: [''],
};
const NO_CHATS = { pages: [{ chats: [] }], pageParams: [''] };
const MESSAGES = [sampleMessage(), answer()];

/** A query cache in which a user has read a chat, saved while the page is open. */
async function read(storage: MemoryStorage, userId = 'sub-1') {
  storage.setItem(LAST_USER_KEY, userId);
  const queries = new QueryClient();
  const stop = saveOffline({ queries, userId, storage });
  queries.setQueryData(['chats'], CHATS);
  queries.setQueryData(['messages', 'chat_1'], MESSAGES);
  queries.setQueryData(['health'], { status: 'ok' });
  await vi.advanceTimersByTimeAsync(1_000);
  return { queries, stop };
}

function reopened(storage: MemoryStorage, userId = 'sub-1') {
  const queries = new QueryClient();
  restoreOffline({ queries, userId, storage });
  return { chats: queries.getQueryData(['chats']), messages: queries.getQueryData(['messages', 'chat_1']) };
}

describe('a signed-in user’s offline copy', () => {
  it('is restored when the page is opened', async () => {
    const storage = new MemoryStorage();
    await read(storage);
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: MESSAGES });
  });

  it('is kept when the next refresh fails', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const queryFn = () => Promise.reject(new Error('no network'));
    await queries.fetchQuery({ queryKey: ['chats'], queryFn, retry: false }).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: MESSAGES });
  });

  it('includes lists and their people, marked stale, and does not replace newer data', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const list = { id: 'list_1', name: 'Divers', createdAt: AT, updatedAt: AT, size: 1 };
    const lists = { lists: [{ ...list, members: new Set(['k']) }], hidden: HIDDEN };
    queries.setQueryData(['lists'], lists);
    queries.setQueryData(['people', 'list_1'], [listedOf(1)]);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.advanceTimersByTime(60_000);
    const later = new QueryClient();
    later.setQueryData(['people', 'list_1'], [listedOf(2)]);
    restoreOffline({ queries: later, userId: 'sub-1', storage });
    expect(later.getQueryData(['lists'])).toEqual(lists);
    expect(later.getQueryState(['lists'])?.isInvalidated).toBe(true);
    expect(later.getQueryState(['chats'])).toMatchObject({
      isInvalidated: false,
      dataUpdatedAt: queries.getQueryState(['chats'])?.dataUpdatedAt,
    });
    expect(later.getQueryData(['people', 'list_1'])).toEqual([listedOf(2)]);
    const whole = new QueryClient();
    restoreOffline({ queries: whole, userId: 'sub-1', storage });
    expect(whole.getQueryData(['people', 'list_1'])).toEqual([listedOf(1)]);
  });

  it('omits messages of deleted chats, even if another page kept them', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const before = storage.getItem(COPY) ?? '';
    queries.setQueryData(['chats'], NO_CHATS);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(storage.getItem(COPY)).not.toContain(MESSAGES[0]?.content);
    storage.setItem('expertscope_offline', before.replace(JSON.stringify(CHATS), JSON.stringify(NO_CHATS)));
    expect(reopened(storage)).toEqual({ chats: NO_CHATS, messages: undefined });
  });

  it('omits messages that the page has dropped', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    queries.removeQueries({ queryKey: ['messages', 'chat_1'] });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: undefined });
  });

  it('is dropped after a person’s removal, and displayed data is read again', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const withPeople = [['messages', 'chat_2'], ['history'], ['lists'], ['people', 'list_1'], ['shares']];
    for (const queryKey of withPeople) queries.setQueryData(queryKey, [listedOf(1)]);
    const gate = Promise.withResolvers<typeof MESSAGES>();
    const shown = { queryKey: ['messages', 'chat_1'], queryFn: () => gate.promise, staleTime: 60_000 };
    const hide = new QueryObserver(queries, shown).subscribe(() => undefined);
    dropCachedPeople({ queries, storage });
    // The page may be closed before the new data is saved.
    expect(storage.getItem(COPY)).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: undefined });
    for (const queryKey of withPeople) expect(queries.getQueryData(queryKey)).toBeUndefined();
    gate.resolve([sampleMessage()]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: [sampleMessage()] });
    expect(storage.getItem(COPY)).not.toContain('chat_2"],');
    hide();
  });

  it('is deleted when another user opens the page', async () => {
    const storage = new MemoryStorage();
    await read(storage);
    expect(reopened(storage, 'sub-2')).toEqual({ chats: undefined, messages: undefined });
    expect(storage.getItem(COPY)).toBeNull();
  });

  it('is deleted when nobody is signed in', async () => {
    const storage = new MemoryStorage();
    await read(storage);
    vi.stubGlobal('localStorage', storage);
    forgetUser();
    expect(storage.getItem(COPY)).toBeNull();
  });

  it('is no longer saved once the page has stopped it', async () => {
    const storage = new MemoryStorage();
    const { queries, stop } = await read(storage);
    storage.removeItem(COPY);
    queries.setQueryData(['chats'], { pages: [], pageParams: [] });
    stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(storage.getItem(COPY)).toBeNull();
  });

  it('is not made by a tab that has not heard yet that the user left in another', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    storage.setItem(LAST_USER_KEY, 'sub-2');
    storage.setItem(COPY, 'that of the next user');
    queries.setQueryData(['chats'], NO_CHATS);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(storage.getItem(COPY)).toBe('that of the next user');
  });

  it('does not stay if the user leaves in another tab while it is made', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const set = storage.setItem.bind(storage);
    storage.setItem = (key, text) => {
      storage.removeItem(LAST_USER_KEY);
      storage.removeItem(COPY);
      set(key, text);
    };
    queries.setQueryData(['chats'], NO_CHATS);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(storage.getItem(COPY)).toBeNull();
  });

  it('holds at most a million characters', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const long = [sampleMessage({ id: 'msg_9', chatId: 'chat_2', content: 'x'.repeat(990_000) })];
    await vi.advanceTimersByTimeAsync(1_000);
    queries.setQueryData(['messages', 'chat_2'], long);
    queries.setQueryData(['messages', 'chat_3'], long);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(storage.used).toBeLessThan(1_001_000);
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: MESSAGES });
  });

  it('keeps the newest data if not all of it fits', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const messagesOf = (chatId: string) => {
      const whole = new QueryClient();
      restoreOffline({ queries: whole, userId: 'sub-1', storage });
      return whole.getQueryData(['messages', chatId]);
    };
    const long = (chatId: string) => [sampleMessage({ chatId, content: 'x'.repeat(600_000) })];
    // The chats take turns: with one turn each, the newest data would also be that of the chat first read last.
    for (const [newest, other] of [
      ['chat_2', 'chat_3'],
      ['chat_3', 'chat_2'],
      ['chat_2', 'chat_3'],
    ] as const) {
      queries.setQueryData(['messages', newest], long(newest));
      await vi.advanceTimersByTimeAsync(1_000);
      expect([messagesOf(newest), messagesOf(other)]).toEqual([long(newest), undefined]);
    }
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: MESSAGES });
  });

  it('keeps the list of chats whatever else it has room for, since no messages are shown without it', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    const long = [sampleMessage({ id: 'msg_9', chatId: 'chat_2', content: 'x'.repeat(999_500) })];
    await vi.advanceTimersByTimeAsync(1_000);
    queries.setQueryData(['messages', 'chat_2'], long);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reopened(storage)).toEqual({ chats: CHATS, messages: MESSAGES });
  });

  it('is dropped rather than left outdated when storage is full', async () => {
    const storage = new MemoryStorage();
    const { queries } = await read(storage);
    storage.quota = storage.used;
    queries.setQueryData(['messages', 'chat_2'], MESSAGES);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(storage.getItem(COPY)).toBeNull();
  });

  it.each(['{oops', '7', '{"userId":"sub-1","queries":[{"queryKey":["chats"],"state":{"data":7}}]}'])(
    'is ignored when storage holds %s',
    (text) => {
      const storage = new MemoryStorage({ expertscope_offline: text });
      expect(reopened(storage)).toEqual({ chats: undefined, messages: undefined });
    },
  );
});
