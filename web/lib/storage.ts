import { STORAGE_PREFIX } from '#shared/product.ts';

/** The parts of the Web Storage interface used here. Every call may throw: storage can be full, disabled or gone. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** The browser's local storage, or undefined if even accessing it is refused. */
export function browserStorage(): KeyValueStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

/** The tab's session storage, which survives a reload; if even accessing it is refused, one that does not. */
export function tabStorage(): KeyValueStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return MEMORY;
  }
}

const texts = new Map<string, string>();
const MEMORY: KeyValueStorage = {
  getItem: (key) => texts.get(key) ?? null,
  setItem: (key, text) => void texts.set(key, text),
  removeItem: (key) => void texts.delete(key),
  key: (index) => [...texts.keys()][index] ?? null,
  get length() {
    return texts.size;
  },
};

/** The text under a key; undefined when there is none or storage cannot be read. */
export function readText(storage: KeyValueStorage | undefined, key: string): string | undefined {
  try {
    return storage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores the text, or removes the entry if it is undefined. Returns whether that worked. */
export function writeText(storage: KeyValueStorage | undefined, key: string, text: string | undefined) {
  try {
    if (text === undefined) storage?.removeItem(key);
    else storage?.setItem(key, text);
    return storage !== undefined;
  } catch {
    return false;
  }
}

/** The stored keys that start with `prefix`, sorted; none when storage cannot be read. */
export function keysWith(storage: KeyValueStorage | undefined, prefix: string): string[] {
  try {
    const all = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
    return all.filter((key) => key.startsWith(prefix)).sort();
  } catch {
    return [];
  }
}

/**
 * A page that comes back from the browser's back/forward cache has missed what other tabs wrote meanwhile. Whoever listens for their
 * `storage` events is told that anything may have changed, with the event of a storage that was cleared.
 */
export const reportMissedWrites = (): void =>
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) dispatchEvent(new StorageEvent('storage'));
  });

/** Key of the reader's adjustments to answers, which are partly in their own words: removed when they sign out. */
export const ADJUSTED_KEY = `${STORAGE_PREFIX}_adjusted`;

/**
 * Key of the id of the last user who was signed in: in the tab's storage, in this tab, and in the browser's, in any tab. It tells whose
 * the data of an account are that each storage holds.
 */
export const LAST_USER_KEY = `${STORAGE_PREFIX}_person`;
