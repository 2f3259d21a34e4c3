import type { KeyValueStorage } from '#web/lib/storage.ts';

/** A browser's storage, shared by any number of tabs, with a quota in characters. */
export class MemoryStorage implements KeyValueStorage {
  readonly entries: Map<string, string>;
  quota: number;

  constructor(entries: Record<string, string> = {}, quota = 5_000_000) {
    this.entries = new Map(Object.entries(entries));
    this.quota = quota;
  }

  get length(): number {
    return this.entries.size;
  }

  get used(): number {
    return Array.from(this.entries, ([key, text]) => key.length + text.length).reduce(
      (sum, size) => sum + size,
      0,
    );
  }

  key(index: number): string | null {
    return Array.from(this.entries.keys())[index] ?? null;
  }

  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    const before = this.entries.get(key);
    const freed = before === undefined ? 0 : key.length + before.length;
    if (this.used - freed + key.length + text.length > this.quota) {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    }
    this.entries.set(key, text);
  }

  removeItem(key: string): void {
    this.entries.delete(key);
  }

  /** The parsed JSON under a key. */
  json(key: string): unknown {
    return JSON.parse(this.getItem(key) ?? 'null');
  }
}

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** Storage disabled by a browser setting: every access throws. */
export const disabledStorage: KeyValueStorage = {
  get length() {
    return refuse();
  },
  key: refuse,
  getItem: refuse,
  setItem: refuse,
  removeItem: refuse,
};

/** The event other tabs receive when `key` is written; null when all is cleared. */
export const storageEvent = (key: string | null): Event => Object.assign(new Event('storage'), { key });
