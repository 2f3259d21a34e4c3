import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { browserStorage, readText, writeText } from './storage.ts';

interface StoredValueOptions<Schema extends v.GenericSchema> {
  key: string;
  /** Schema of the stored JSON; a value that does not match counts as {@link empty}. */
  schema: Schema;
  /** The initial value. It is not stored: setting it removes the key. */
  empty: v.InferOutput<Schema>;
}

/**
 * A setting of this browser, shared by all of its tabs. If the browser stores nothing, it lasts until the page is closed. Every change is
 * applied to what is stored at that moment, so that two tabs do not undo each other's changes.
 */
export class StoredValue<Schema extends v.GenericSchema> {
  readonly #options: StoredValueOptions<Schema>;
  readonly #listeners = new Set<() => void>();
  #value: v.InferOutput<Schema> | undefined;
  /** The text last read from storage and its value, so that the same text yields the same object. */
  #lastRead: { text: string | undefined; value: v.InferOutput<Schema> } | undefined;
  /** The last change could not be stored: what is stored is older. */
  #isAhead = false;

  constructor(options: StoredValueOptions<Schema>) {
    this.#options = options;
  }

  readonly read = (): v.InferOutput<Schema> => {
    // Without listeners, changes made by other tabs go unnoticed.
    const isUpToDate = this.#listeners.size > 0 || this.#isAhead;
    this.#value = isUpToDate ? (this.#value ?? this.#stored()) : this.#stored();
    return this.#value;
  };

  change(edit: (value: v.InferOutput<Schema>) => v.InferOutput<Schema>): void {
    const { key, empty } = this.#options;
    this.#value = edit(this.#isAhead ? this.read() : this.#stored());
    const text = JSON.stringify(this.#value);
    this.#isAhead = !writeText(browserStorage(), key, text === JSON.stringify(empty) ? undefined : text);
    for (const changed of this.#listeners) changed();
  }

  readonly subscribe = (changed: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => {
      // If anything may have changed, what could not be stored is still newer.
      if (key !== this.#options.key && (key !== null || this.#isAhead)) return;
      this.#value = undefined;
      changed();
    };
    this.#listeners.add(changed);
    addEventListener('storage', onStorage);
    return () => {
      this.#listeners.delete(changed);
      removeEventListener('storage', onStorage);
    };
  };

  #stored(): v.InferOutput<Schema> {
    const { key, schema, empty } = this.#options;
    const text = readText(browserStorage(), key);
    if (this.#lastRead === undefined || this.#lastRead.text !== text) {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
      this.#lastRead = { text, value: parsed.success ? parsed.output : empty };
    }
    return this.#lastRead.value;
  }
}

/** Part of a stored value, kept up to date. `select` must return the same value until that part changes. */
export const useStoredValue = <Schema extends v.GenericSchema, Part>(
  stored: StoredValue<Schema>,
  select: (value: v.InferOutput<Schema>) => Part,
): Part =>
  useSyncExternalStore(
    stored.subscribe,
    () => select(stored.read()),
    () => select(stored.read()),
  );
