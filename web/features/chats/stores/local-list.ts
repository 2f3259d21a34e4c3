import type { KeyValueStorage } from '#web/lib/storage.ts';
import { readText, writeText } from '#web/lib/storage.ts';
import type { Entries } from './entries.ts';
import type { Restored } from './restore-entry.ts';
import { setAside } from './set-aside.ts';

interface LocalListOptions<Value> {
  storage: KeyValueStorage | undefined;
  key: string;
  restore: (raw: unknown) => Restored<Value> | undefined;
  now: () => number;
  /** Called once for each text that could not be read in full. */
  onUnreadable: () => void;
}

interface Loaded<Value> {
  text: string | undefined;
  entries: Entries<Value>;
  /** What could neither be read nor set aside: it stays in the list. Undefined for a text that is no list at all. */
  leftovers: readonly unknown[] | undefined;
}

/** One list of entries under one key of the browser's storage, read anew whenever another tab has changed it. */
export class LocalList<Value extends { id: string }> {
  readonly #options: LocalListOptions<Value>;
  #loaded: Loaded<Value> = { text: undefined, entries: new Map(), leftovers: [] };

  constructor(options: LocalListOptions<Value>) {
    this.#options = options;
  }

  /** What can be read. The rest is set aside. Never throws. */
  load(): Entries<Value> {
    const { storage, key } = this.#options;
    const text = readText(storage, key);
    if (text !== this.#loaded.text) this.#loaded = this.#parse(text);
    return this.#loaded.entries;
  }

  /** Whether the entries are now stored; otherwise what was stored before is still there. */
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
    const list = parseList(text);
    if (list === undefined) return this.#setTextAside(text);
    const { entries, unreadable } = this.#restoreAll(list);
    if (unreadable.length === 0) return { text, entries, leftovers: [] };
    const { storage, key, now, onUnreadable } = this.#options;
    onUnreadable();
    const kept = setAside({ storage, key, content: unreadable, now: now() });
    this.#loaded = { text, entries, leftovers: kept ? [] : unreadable };
    this.save(entries);
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
      entries.set(value.id, { raw: intact ? raw : value, value });
    }
    return { entries, unreadable };
  }

  /** Moving needs no more room than the text had, so a full storage can still take it. */
  #setTextAside(text: string | undefined): Loaded<Value> {
    const { storage, key, now, onUnreadable } = this.#options;
    onUnreadable();
    writeText(storage, key, undefined);
    if (setAside({ storage, key, content: text, now: now() })) {
      return { text: undefined, entries: new Map(), leftovers: [] };
    }
    writeText(storage, key, text);
    return { text, entries: new Map(), leftovers: undefined };
  }
}

function parseList(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
