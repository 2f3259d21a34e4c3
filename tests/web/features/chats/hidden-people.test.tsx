import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HiddenPeopleProvider, useHiddenPeople } from '#web/features/chats/hidden-people.tsx';
import type { LocalChats } from '#web/features/chats/local-chats.ts';
import { MemoryStorage } from './memory-storage.ts';

const KEY = 'expertscope_hidden_people';
const urlOf = (slug: string) => `https://www.linkedin.com/in/${slug}`;

const Urls = () => useHiddenPeople().urls.join(' ');

/** A page that opens on a browser's storage. */
async function openPage(storage: MemoryStorage) {
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  const { LocalChats: Chats } = await import('#web/features/chats/local-chats.ts');
  const store: LocalChats = new Chats({ storage, tabs: undefined });
  const hidden = await import('#web/features/chats/hidden-people.tsx');
  const { clearLocalData } = await import('#web/features/chats/local-import.ts');
  const { removePersonLocally } = await import('#web/features/chats/local-removal.ts');
  return { store, ...hidden, clearLocalData, removePersonLocally };
}

let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage({ [KEY]: JSON.stringify([urlOf('ada'), urlOf('ben')]) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Test files share modules, and with them what this one has read.
  vi.resetModules();
});

describe('people whom a browser hides', () => {
  it('are left out of searches, the newest first', async () => {
    const { leftOut } = await openPage(storage);
    expect(leftOut([urlOf('cleo')])).toEqual([urlOf('ben'), urlOf('ada'), urlOf('cleo')]);
  });

  it('are forgotten with everything that the browser holds', async () => {
    const { store, leftOut, clearLocalData } = await openPage(storage);
    clearLocalData({ store, storage });
    expect([leftOut(), storage.getItem(KEY)]).toEqual([[], null]);
  });

  it('are forgotten one by one, when one of them is removed from everything', async () => {
    const { store, leftOut, removePersonLocally } = await openPage(storage);
    removePersonLocally({ store, profileUrl: urlOf('ada'), remove: false });
    expect(leftOut()).toHaveLength(2);
    removePersonLocally({ store, profileUrl: urlOf('ada'), remove: true });
    expect(leftOut()).toEqual([urlOf('ben')]);
  });

  it('give way to those that are kept elsewhere, where that is given', () => {
    const nothing = () => undefined;
    const value = { urls: [urlOf('cleo')], hide: nothing, show: nothing };
    const given = (
      <HiddenPeopleProvider value={value}>
        <Urls />
      </HiddenPeopleProvider>
    );
    expect([<Urls key="here" />, given].map((page) => renderToStaticMarkup(page))).toEqual([
      '',
      urlOf('cleo'),
    ]);
  });
});
