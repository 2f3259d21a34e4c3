import * as v from 'valibot';
import { HIDDEN_LIST_ID, ListedPerson, PersonList } from '#shared/lists.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { Timestamp, toTimestamp } from '#shared/time.ts';
import { JustWritten } from '#web/lib/just-written.ts';
import { type KeyValueStorage, keysWith, writeText } from '#web/lib/storage.ts';
import { StoredList, valuesOf } from '#web/lib/stored-list.ts';
import type { ListChange, People } from './changes.ts';
import { saveChanged, type TrackedList } from './own-writes.ts';

/** The lists, and each list's people under a separate key, so that frequent writes are small. docs/behaviour.md#browser-storage */
const LISTS_KEY = `${STORAGE_PREFIX}_lists`;
const PEOPLE_PREFIX = `${STORAGE_PREFIX}_people_`;

/** A list as stored, with the time of its name: if two tabs have renamed it, the later name wins. */
const StoredPersonList = v.object({ ...PersonList.entries, namedAt: v.optional(Timestamp) });
export type StoredPersonList = v.InferOutput<typeof StoredPersonList>;
export type ListsById = ReadonlyMap<string, StoredPersonList>;

/** When a list got its name. */
export const nameTimeOf = ({ namedAt, createdAt }: StoredPersonList): string => namedAt ?? createdAt;

/** For a list whose own entry could not be read, although its people could. */
const RECOVERED = { name: 'Recovered list', namedAt: toTimestamp(0) };

interface StoredListsOptions {
  storage: KeyValueStorage | undefined;
  now: () => number;
  /** Called when something stored could not be read and was set aside. */
  onUnreadable: () => void;
}

/** How a change is applied. */
interface Applied {
  lists: (lists: ListsById, change: ListChange) => ListsById;
  people: (people: People, change: ListChange) => People;
}

/** What a browser's storage holds of the lists, as it is at the moment of each call. */
export class StoredLists {
  readonly #options: StoredListsOptions;
  readonly #lists: TrackedList<StoredPersonList>;
  readonly #people = new Map<string, TrackedList<ListedPerson>>();

  constructor(options: StoredListsOptions) {
    this.#options = options;
    this.#lists = this.#open(LISTS_KEY, StoredPersonList, ({ id }) => id);
  }

  get lists(): ListsById {
    return this.#withRecovered(valuesOf(this.#lists.list.load()));
  }

  peopleOf(listId: string): People {
    return valuesOf(this.#listOf(listId).list.load());
  }

  /**
   * What a `storage` event says that another tab has changed: the lists, one list's people, by its id, or all of it. Undefined if it is
   * about something else.
   */
  changedIn(event: Event): 'lists' | 'all' | { peopleOf: string } | undefined {
    const key = 'key' in event ? event.key : undefined;
    if (key === null) return 'all';
    if (key === LISTS_KEY) return 'lists';
    return typeof key === 'string' && key.startsWith(PEOPLE_PREFIX)
      ? { peopleOf: key.slice(PEOPLE_PREFIX.length) }
      : undefined;
  }

  /** What another tab has overwritten of the lists that this one has written. */
  lostLists(event: Event) {
    return this.#lists.written.lostIn(event, () => valuesOf(this.#lists.list.load()));
  }

  /** The same of a list's people. */
  lostPeople(listId: string, event: Event) {
    return this.#listOf(listId).written.lostIn(event, () => this.peopleOf(listId));
  }

  /** Returns whether the change is now stored. The people go first: a list without them would show fewer than there are. */
  store(change: ListChange, apply: Applied): boolean {
    if (change.type === 'delete') {
      const { list, written } = this.#listOf(change.listId);
      if (!writeText(this.#options.storage, PEOPLE_PREFIX + change.listId, undefined)) return false;
      written.forget();
      list.load();
    } else if (!saveChanged(this.#listOf(change.listId), (people) => apply.people(people, change)))
      return false;
    return saveChanged(this.#lists, (lists) =>
      this.#withName(apply.lists(this.#withRecovered(lists), change), change),
    );
  }

  /** As `store`; if storage has no room for all of the change, its people stay as they were. */
  storeWhole(change: ListChange, apply: Applied): boolean {
    const { list, written } = this.#listOf(change.listId);
    const before = list.load();
    if (this.store(change, apply)) return true;
    list.save(before);
    written.forget();
    return false;
  }

  /** Removes all lists, including the hidden people. */
  clear(): void {
    for (const { written } of [this.#lists, ...this.#people.values()]) written.forget();
    for (const key of [LISTS_KEY, ...keysWith(this.#options.storage, PEOPLE_PREFIX)])
      writeText(this.#options.storage, key, undefined);
  }

  /** Adds a list for people whose own is missing. */
  #withRecovered(lists: ListsById): ListsById {
    const keys = keysWith(this.#options.storage, PEOPLE_PREFIX);
    const ids = keys.map((key) => key.slice(PEOPLE_PREFIX.length));
    const orphans = ids.filter((id) => id !== HIDDEN_LIST_ID && !lists.has(id));
    const recovered = orphans.flatMap((id): [string, StoredPersonList][] => {
      const times = Array.from(this.peopleOf(id).values(), ({ addedAt }) => addedAt).sort();
      const [createdAt] = times;
      const updatedAt = times.at(-1);
      if (createdAt === undefined || updatedAt === undefined) return [];
      return [[id, { id, ...RECOVERED, createdAt, updatedAt, size: times.length }]];
    });
    return recovered.length === 0 ? lists : new Map([...lists, ...recovered]);
  }

  /**
   * Sets the time of a new name. Otherwise restores the name last given here, in case another tab that had not seen it has overwritten it.
   */
  #withName(lists: ListsById, change: ListChange): ListsById {
    const { type, listId, at } = change;
    const list = lists.get(listId);
    if (list === undefined) return lists;
    if (type === 'rename' && list.name === change.name)
      return new Map(lists).set(listId, { ...list, namedAt: at });
    const ours = this.#lists.written.valueOf(listId);
    if (ours === undefined || nameTimeOf(ours) <= nameTimeOf(list)) return lists;
    return new Map(lists).set(listId, { ...list, name: ours.name, namedAt: nameTimeOf(ours) });
  }

  #listOf(listId: string): TrackedList<ListedPerson> {
    const tracked =
      this.#people.get(listId) ??
      this.#open(PEOPLE_PREFIX + listId, ListedPerson, ({ profile }) => profile.profileUrl);
    this.#people.set(listId, tracked);
    return tracked;
  }

  #open<Value>(
    key: string,
    schema: v.GenericSchema<unknown, Value>,
    idOf: (value: Value) => string,
  ): TrackedList<Value> {
    const { storage, now, onUnreadable } = this.#options;
    const restore = (raw: unknown) => {
      const entry = v.safeParse(schema, raw, { abortEarly: true });
      return entry.success ? { value: entry.output, intact: true } : undefined;
    };
    const list = new StoredList<Value>({ storage, key, now, idOf, restore, onUnreadable });
    return { list, written: new JustWritten(now) };
  }
}
