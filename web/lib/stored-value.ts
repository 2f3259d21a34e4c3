import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { browserStorage, readText, writeText } from './storage.ts';

interface StoredValueOptions<Schema extends v.GenericSchema> {
  key: string;
  /** Of what is stored as JSON; what does not match it counts as {@link empty}. */
  schema: Schema;
  /** What there is before anything is stored; nothing is stored for it. */
  empty: v.InferOutput<Schema>;
}

/**
 * A setting of this browser, the same in all of its tabs. Where the browser stores nothing it lasts as long as the page. Every change is
 * made to what storage holds at that moment, so that two tabs do not undo each other's.
 */
export class StoredValue<Schema extends v.GenericSchema> {
  readonly #options: StoredValueOptions<Schema>;
  readonly #listeners = new Set<() => void>();
  #value: v.InferOutput<Schema> | undefined;
  /** What storage held when it was read last: the same text is the same value. */
  #read: { text: string | undefined; value: v.InferOutput<Schema> } | undefined;
  /** The last change could not be stored: what storage holds is older. */
  #isAhead = false;

  constructor(options: StoredValueOptions<Schema>) {
    this.#options = options;
  }

  readonly read = (): v.InferOutput<Schema> => {
    // Without listeners, changes by other tabs go unnoticed.
    const isHeard = this.#listeners.size > 0 || this.#isAhead;
    this.#value = isHeard ? (this.#value ?? this.#stored()) : this.#stored();
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
    const follow = ({ key }: StorageEvent) => {
      if (key !== this.#options.key && key !== null) return;
      this.#value = undefined;
      changed();
    };
    this.#listeners.add(changed);
    addEventListener('storage', follow);
    return () => {
      this.#listeners.delete(changed);
      removeEventListener('storage', follow);
    };
  };

  #stored(): v.InferOutput<Schema> {
    const { key, schema, empty } = this.#options;
    const text = readText(browserStorage(), key);
    if (this.#read === undefined || this.#read.text !== text) {
      const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
      this.#read = { text, value: parsed.success ? parsed.output : empty };
    }
    return this.#read.value;
  }
}

/** Part of a stored value as it is at any moment. `select` must give the same value as long as it has not changed. */
export const useStoredValue = <Schema extends v.GenericSchema, Part>(
  stored: StoredValue<Schema>,
  select: (value: v.InferOutput<Schema>) => Part,
): Part =>
  useSyncExternalStore(
    stored.subscribe,
    () => select(stored.read()),
    () => select(stored.read()),
  );
