import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, type KeyValueStorage, keysWith, readText, writeText } from './storage.ts';

/** A stored entry made usable. `intact` is false if part of it had to be left out. */
export interface Restored<Value> {
  value: Value;
  intact: boolean;
}

/**
 * Entries by id. `raw` is the entry as stored, so that unchanged entries are written back as they were, including fields of a newer
 * version.
 */
export type Entries<Value> = ReadonlyMap<string, { raw: unknown; value: Value }>;

/** The entries with changes applied; null deletes. */
export function overlay<Value>(
  entries: Entries<Value>,
  changes: ReadonlyMap<string, Value | null>,
): Entries<Value> {
  if (changes.size === 0) return entries;
  const merged = new Map(entries);
  for (const [id, value] of changes) {
    if (value === null) merged.delete(id);
    else merged.set(id, { raw: value, value });
  }
  return merged;
}

export const valuesOf = <Value>(entries: Entries<Value>): Map<string, Value> =>
  new Map(Array.from(entries, ([id, { value }]) => [id, value]));

interface StoredListOptions<Value> {
  storage: KeyValueStorage | undefined;
  key: string;
  restore: (raw: unknown) => Restored<Value> | undefined;
  /** The entry's id, unique within its list. */
  idOf: (value: Value) => string;
  now: () => number;
  /** Called once for each stored text that could not be read in full. */
  onUnreadable: () => void;
}

interface Loaded<Value> {
  text: string | undefined;
  entries: Entries<Value>;
  /** Entries that could be neither read nor set aside: they stay in the list. Undefined if the text is not a list at all. */
  leftovers: readonly unknown[] | undefined;
}

const EMPTY = { text: undefined, entries: new Map<string, never>(), leftovers: [] };

/** Prefix of the keys under which unreadable data of any list is set aside. docs/behaviour.md#browser-storage */
export const UNREADABLE = `${STORAGE_PREFIX}_unreadable_`;
/** More set-aside copies than this would use up the space that chats need; the oldest is removed. */
const MAX_SET_ASIDE = 5;

/** How many copies of unreadable data are set aside. */
export const countSetAside = (storage = browserStorage()): number => keysWith(storage, UNREADABLE).length;

/** A stored list, whatever its entries are. */
export const JsonList = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** One list of entries under one key of the browser's storage, read again whenever another tab has changed it. */
export class StoredList<Value> {
  readonly #options: StoredListOptions<Value>;
  #loaded: Loaded<Value> = EMPTY;

  constructor(options: StoredListOptions<Value>) {
    this.#options = options;
  }

  /** The entries that can be read. The rest is set aside. Never throws. */
  load(): Entries<Value> {
    const { storage, key } = this.#options;
    const text = readText(storage, key);
    if (text !== this.#loaded.text) this.#loaded = this.#parse(text);
    return this.#loaded.entries;
  }

  /** Returns whether the entries are now stored; if not, what was stored before is unchanged. */
  save(entries: Entries<Value>): boolean {
    const { storage, key } = this.#options;
    const { leftovers } = this.#loaded;
    if (leftovers === undefined) return false;
    const text = JSON.stringify([...Array.from(entries.values(), ({ raw }) => raw), ...leftovers]);
    if (!writeText(storage, key, text)) return false;
    this.#loaded = { text, entries, leftovers };
    return true;
  }

  #parse(text: string | undefined): Loaded<Value> {
    if (text === undefined) return EMPTY;
    const list = v.safeParse(JsonList, text);
    if (!list.success) return this.#moveAside(text);
    const { entries, unreadable } = this.#restoreAll(list.output);
    if (unreadable.length === 0) return { text, entries, leftovers: [] };
    this.#loaded = { text, entries, leftovers: this.#setAside(unreadable) ? [] : unreadable };
    this.save(entries);
    // Last, since whoever hears of it may load the list again.
    this.#options.onUnreadable();
    return this.#loaded;
  }

  #restoreAll(list: readonly unknown[]): { entries: Entries<Value>; unreadable: unknown[] } {
    const entries = new Map<string, { raw: unknown; value: Value }>();
    const unreadable: unknown[] = [];
    for (const raw of list) {
      const restored = this.#options.restore(raw);
      if (restored?.intact !== true) unreadable.push(raw);
      if (restored === undefined) continue;
      const { value, intact } = restored;
      entries.set(this.#options.idOf(value), { raw: intact ? raw : value, value });
    }
    return { entries, unreadable };
  }

  /** Moving the text needs no more space than it already had, so it works even when storage is full. */
  #moveAside(text: string): Loaded<Value> {
    const { storage, key, onUnreadable } = this.#options;
    writeText(storage, key, undefined);
    this.#loaded = EMPTY;
    if (!this.#setAside(text)) {
      writeText(storage, key, text);
      this.#loaded = { text, entries: new Map(), leftovers: undefined };
    }
    onUnreadable();
    return this.#loaded;
  }

  /**
   * Keeps unreadable content (the whole text, or the entries concerned) under a separate key, for people who can repair it. Returns whether
   * it was stored.
   */
  #setAside(content: unknown): boolean {
    const { storage, key, now } = this.#options;
    for (const oldest of keysWith(storage, UNREADABLE).slice(0, -MAX_SET_ASIDE + 1)) {
      writeText(storage, oldest, undefined);
    }
    let at = now();
    while (readText(storage, `${UNREADABLE}${at}`) !== undefined) at += 1;
    return writeText(storage, `${UNREADABLE}${at}`, JSON.stringify({ key, content }));
  }
}
