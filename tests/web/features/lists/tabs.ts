import type { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { at } from '#tests/web/features/search/sample-events.ts';
import type { ListNews } from '#web/features/lists/list-store.ts';
import { LocalLists } from '#web/features/lists/local-lists.ts';
import { make, save, savedOf } from './samples.ts';

export const LIST = 'list_one';

/** A tab of a browser with this storage, whose clock stands still. */
export function openTab(storage: MemoryStorage) {
  const events = new EventTarget();
  const clock = { now: Date.parse(at(100)) };
  const store = new LocalLists({ storage, tabs: events, now: () => clock.now });
  const news: ListNews[] = [];
  store.subscribe((one) => news.push(one));
  return { store, news, events, clock };
}

/** A tab with a list of this many people. */
export async function withShortlist(storage: MemoryStorage, people = 2): Promise<ReturnType<typeof openTab>> {
  const tab = openTab(storage);
  await tab.store.change(make(LIST));
  await tab.store.change(
    save(
      LIST,
      Array.from({ length: people }, (_, index) => savedOf(index)),
    ),
  );
  return tab;
}
