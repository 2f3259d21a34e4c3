import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { disabledStorage, MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { StoredValue } from '#web/lib/stored-value.ts';

const tabOn = (storage: KeyValueStorage) => {
  vi.stubGlobal('localStorage', storage);
  return new StoredValue({ key: 'numbers', schema: v.array(v.number()), empty: [] });
};

/** The source of storage events from other tabs. */
const browser = new EventTarget();
const tellOf = (key: string | null) => browser.dispatchEvent(Object.assign(new Event('storage'), { key }));

beforeEach(() => {
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
});
afterEach(() => vi.unstubAllGlobals());

describe('a value stored in the browser', () => {
  it('survives a reload, and uses no storage when empty', () => {
    const storage = new MemoryStorage();
    const first = tabOn(storage);
    first.change((numbers) => [...numbers, 1]);
    expect(tabOn(storage).read()).toEqual([1]);
    first.change(() => []);
    expect(storage.entries.size).toBe(0);
  });

  it('picks up another tab’s change and notifies subscribers', () => {
    const storage = new MemoryStorage();
    const [here, there] = [tabOn(storage), tabOn(storage)];
    const changed = vi.fn();
    const unsubscribe = here.subscribe(changed);
    expect(here.read()).toEqual([]);
    there.change(() => [1]);
    tellOf('another');
    expect(here.read()).toEqual([]);
    tellOf('numbers');
    expect([changed.mock.calls.length, here.read()]).toEqual([1, [1]]);
    unsubscribe();
    tellOf('numbers');
    expect(changed).toHaveBeenCalledOnce();
  });

  it('picks up changes made while nobody was subscribed, and is otherwise referentially stable', () => {
    const storage = new MemoryStorage();
    const [here, there] = [tabOn(storage), tabOn(storage)];
    here.subscribe(() => undefined)();
    expect(here.read()).toEqual([]);
    there.change(() => [1]);
    expect(here.read()).toEqual([1]);
    expect(here.read()).toBe(here.read());
  });

  it('keeps another tab’s change that has not been announced yet', () => {
    const storage = new MemoryStorage();
    const [here, there] = [tabOn(storage), tabOn(storage)];
    here.read();
    there.change(() => [1]);
    here.change((numbers) => [...numbers, 2]);
    expect(tabOn(storage).read()).toEqual([1, 2]);
  });

  it.each([
    ['switched off', disabledStorage],
    ['full', new MemoryStorage({}, 3)],
  ])('lasts for the page’s lifetime when storage is %s', (_, storage) => {
    const value = tabOn(storage);
    value.change((numbers) => [...numbers, 1]);
    value.change((numbers) => [...numbers, 2]);
    expect(value.read()).toEqual([1, 2]);
  });

  it('keeps what could not be stored when the page may have missed changes, until another tab’s change', () => {
    const storage = new MemoryStorage({}, 'numbers[1]'.length);
    const value = tabOn(storage);
    value.subscribe(() => undefined);
    value.change(() => [1]);
    value.change((numbers) => [...numbers, 2]);
    tellOf(null);
    expect(value.read()).toEqual([1, 2]);
    storage.setItem('numbers', '[3]');
    tellOf('numbers');
    expect(value.read()).toEqual([3]);
  });

  it.each(['no JSON', '{}', '["1"]'])('is empty when the stored text is invalid: %s', (text) => {
    expect(tabOn(new MemoryStorage({ numbers: text })).read()).toEqual([]);
  });
});
