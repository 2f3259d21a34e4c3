import { focusManager } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StoreNews } from '#web/features/chats/stores/chat-store.ts';
import { announceChats, announceRemoval, watchServer } from '#web/features/chats/stores/watch-server.ts';
import { Searches } from '#web/features/search/index.ts';
import { initialSearch } from '#web/features/search/search-state.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const stop of closing.splice(0)) stop();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** A page that watches a user's chats, and the news it received. */
function open(userId = 'sub-1') {
  const searches = new Searches({ openConnection: () => Promise.reject(new Error('no searches')) });
  const page = new EventTarget();
  const news: StoreNews['type'][] = [];
  const watch = watchServer({ userId, searches, page }, ({ type }) => news.push(type));
  closing.push(watch.stop);
  return { searches, news, watch, dispatch: (type: string) => page.dispatchEvent(new Event(type)) };
}

describe('a visible page', () => {
  it('polls every 30 s for other devices’ changes, except while hidden', async () => {
    vi.useFakeTimers();
    focusManager.setFocused(true);
    const { news, watch } = open();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(news).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(news).toEqual(['due', 'due', 'due']);
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(news).toEqual(['due', 'due', 'due']);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(news).toEqual(['due', 'due', 'due', 'changed', 'due']);
    watch.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(news).toHaveLength(5);
  });

  it('does not poll before it has been visible', async () => {
    vi.useFakeTimers();
    focusManager.setFocused(false);
    const { news } = open();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(news).toEqual([]);
  });

  it('refreshes when the network is back', () => {
    const { news, watch, dispatch } = open();
    dispatch('online');
    expect(news).toEqual(['changed']);
    watch.stop();
    dispatch('online');
    expect(news).toHaveLength(1);
  });

  it('refreshes on focus, once when the browser fires two events for it', async () => {
    vi.useFakeTimers();
    focusManager.setFocused(false);
    const { news, watch, dispatch } = open();
    focusManager.setFocused(true);
    dispatch('focus');
    expect(news).toEqual(['changed']);
    await vi.advanceTimersByTimeAsync(2_000);
    dispatch('focus');
    expect(news).toEqual(['changed', 'changed']);
    // The clock has been set back.
    vi.setSystemTime(Date.now() - 3_600_000);
    dispatch('focus');
    expect(news).toEqual(['changed', 'changed', 'changed']);
    await vi.advanceTimersByTimeAsync(2_000);
    watch.stop();
    dispatch('focus');
    expect(news).toHaveLength(3);
  });
});

describe('the tabs of one browser', () => {
  const told = (page: { news: readonly string[] }) => expect.poll(() => page.news).toEqual(['changed']);

  it('announce changes to each other, and not to another user’s tabs', async () => {
    const [here, there, other] = [open(), open(), open('sub-2')];
    here.watch.announce();
    await told(there);
    expect([here.news, other.news]).toEqual([[], []]);
  });

  it('learn of chats moved into the account', async () => {
    const [here, other] = [open(), open('sub-2')];
    announceChats('sub-1');
    await told(here);
    expect(other.news).toEqual([]);
  });

  it('all learn of a removed person, except another user’s', async () => {
    const [here, there, other] = [open(), open(), open('sub-2')];
    announceRemoval('sub-1');
    await expect.poll(() => [here.news, there.news]).toEqual([['removed'], ['removed']]);
    expect(other.news).toEqual([]);
  });

  it('announce when a search has stored its question and when it has ended', async () => {
    const [here, there] = [open(), open()];
    const begun = { ...initialSearch('chat_1'), lastEventId: 1 };
    here.searches.show('chat_1', initialSearch('chat_1'));
    here.searches.show('chat_1', begun);
    await told(there);
    here.searches.show('chat_1', { ...begun, lastEventId: 2 });
    here.searches.show('chat_1', { ...begun, lastEventId: 3, phase: 'finished' });
    await expect.poll(() => there.news).toEqual(['changed', 'changed']);
    expect(here.news).toEqual([]);
    // What is merely shown of another chat changes nothing.
    here.searches.show('chat_2', initialSearch('chat_2'));
    here.watch.announce();
    await expect.poll(() => there.news.length).toBe(3);
  });
});
