import * as v from 'valibot';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { disabledStorage, MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { LocalLists } from '#web/features/lists/local-lists.ts';
import { keysWith, readText, reportMissedWrites, tabStorage, writeText } from '#web/lib/storage.ts';
import { StoredValue } from '#web/lib/stored-value.ts';

describe('browser storage', () => {
  it('can be read, written and listed', () => {
    const storage = new MemoryStorage({ a_2: 'x', a_1: 'y', b: 'z' });
    expect(writeText(storage, 'c', 'new')).toBe(true);
    expect(readText(storage, 'c')).toBe('new');
    expect(writeText(storage, 'b', undefined)).toBe(true);
    expect(readText(storage, 'b')).toBeUndefined();
    expect(keysWith(storage, 'a_')).toEqual(['a_1', 'a_2']);
  });

  it('reports a full storage and keeps the old value', () => {
    const storage = new MemoryStorage({ a: 'x' }, 10);
    expect(writeText(storage, 'a', 'x'.repeat(20))).toBe(false);
    expect(readText(storage, 'a')).toBe('x');
  });

  it.each([
    ['switched off', disabledStorage],
    ['not there', undefined],
  ])('never throws when it is %s', (_, storage) => {
    expect(readText(storage, 'a')).toBeUndefined();
    expect(writeText(storage, 'a', 'x')).toBe(false);
    expect(keysWith(storage, 'a')).toEqual([]);
  });
});

it('a tab that may store nothing remembers what it would have stored until it is closed', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  Object.defineProperty(globalThis, 'sessionStorage', {
    configurable: true,
    get: () => disabledStorage.getItem('any'),
  });
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(globalThis, 'sessionStorage');
    else Object.defineProperty(globalThis, 'sessionStorage', own);
  });
  expect(writeText(tabStorage(), 'a', 'x')).toBe(true);
  expect([readText(tabStorage(), 'a'), keysWith(tabStorage(), 'a')]).toEqual(['x', ['a']]);
  writeText(tabStorage(), 'a', undefined);
  expect(readText(tabStorage(), 'a')).toBeUndefined();
});

it('is read again by a page that comes back from the back/forward cache, but not by one that is first shown', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal(
    'StorageEvent',
    class extends Event {
      readonly key = null;
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  reportMissedWrites();
  const news: string[] = [];
  new LocalChats({ storage: undefined, tabs: page }).subscribe(({ type }) => news.push(`chats ${type}`));
  new LocalLists({ storage: undefined, tabs: page }).subscribe(({ type }) => news.push(`lists ${type}`));
  new StoredValue({ key: 'x', schema: v.string(), empty: '' }).subscribe(() => news.push('value changed'));
  const show = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  show(false);
  expect(news).toEqual([]);
  show(true);
  expect(news).toEqual(['chats changed', 'lists changed', 'value changed']);
});
