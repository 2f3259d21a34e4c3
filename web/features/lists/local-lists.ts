import * as v from 'valibot';
import { HIDDEN_LIST_ID, ListedPerson, PersonList } from '#shared/lists.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { Timestamp, toTimestamp } from '#shared/time.ts';
import { JustWritten } from '#web/lib/just-written.ts';
import { browserStorage, type KeyValueStorage, keysWith, writeText } from '#web/lib/storage.ts';
import { overlay, StoredList, valuesOf } from '#web/lib/stored-list.ts';
import {
  asSaved,
  assertPossible,
  changeLists,
  changePeople,
  type ListChange,
  type Lists,
  type People,
} from './changes.ts';
import {
  addedLastFirst,
  changedLastFirst,
  type KnownLists,
  type ListNews,
  type ListStore,
} from './list-store.ts';
import { undoneEdit } from './undone-edit.ts';

/** The lists, and the people of each under a key of its own: what is changed often is small. docs/behaviour.md#browser-storage */
const LISTS_KEY = `${STORAGE_PREFIX}_lists`;
const PEOPLE_PREFIX = `${STORAGE_PREFIX}_people_`;

const NOTICES = {
  unreadable:
    'Some of the people saved in this browser could not be read. They were set aside; everything else is here.',
  unsaved:
    'This browser could not store your latest changes to lists: its storage is full or switched off. They are kept until this page is closed; earlier ones are untouched.',
} as const;

/** A list as it is stored, with the time of its name: of those that two tabs have given it the later one counts. */
const StoredPersonList = v.object({ ...PersonList.entries, namedAt: v.optional(Timestamp) });
type StoredPersonList = v.InferOutput<typeof StoredPersonList>;
type StoredLists = ReadonlyMap<string, StoredPersonList>;

/** Of a list whose own entry could not be read, though its people can. */
const RECOVERED = { name: 'Recovered list', namedAt: toTimestamp(0) };

interface FoundInLists {
  lists: string[];
  name?: string;
}

/** What is under one key, and what of it has just been written here. */
interface Kept<Value> {
  list: StoredList<Value>;
  written: JustWritten<Value>;
}

interface LocalListsOptions {
  storage: KeyValueStorage | undefined;
  now?: () => number;
  /** Where the browser tells of other tabs' writes. */
  tabs?: Pick<EventTarget, 'addEventListener'> | undefined;
}

/**
 * Anonymous people's lists, in this browser's storage. Each change is merged into what storage holds at that moment, so tabs do not
 * overwrite each other; what storage has no room for is kept in memory and tried again with the next change.
 */
export class LocalLists implements ListStore {
  readonly #storage: KeyValueStorage | undefined;
  readonly #now: () => number;
  readonly #lists: Kept<StoredPersonList>;
  readonly #people = new Map<string, Kept<ListedPerson>>();
  readonly #listeners = new Set<(news: ListNews) => void>();
  readonly #untold: ListNews[] = [];
  /** What is not stored, in the order in which it was done. */
  #unsaved: readonly ListChange[] = [];

  constructor({ storage, now = Date.now, tabs = globalThis.window }: LocalListsOptions) {
    this.#storage = storage;
    this.#now = now;
    this.#lists = this.#open(LISTS_KEY, StoredPersonList, ({ id }) => id);
    tabs?.addEventListener('storage', (event) => {
      const key = 'key' in event ? event.key : undefined;
      const isPeople = typeof key === 'string' && key.startsWith(PEOPLE_PREFIX);
      if (key !== null && key !== LISTS_KEY && !isPeople) return;
      this.tell({ type: 'changed' });
      if (key === LISTS_KEY) void this.#putBackLists(event);
      if (isPeople) void this.#putBackPeople(key.slice(PEOPLE_PREFIX.length), event);
    });
  }

  async lists(): Promise<KnownLists> {
    const known = (id: string) => {
      const members = new Set(this.#peopleOf(id).keys());
      return { members, size: members.size };
    };
    const lists = Array.from(this.#allLists().values(), (list) => ({ ...list, ...known(list.id) }));
    return { lists: changedLastFirst(lists), hidden: known(HIDDEN_LIST_ID) };
  }

  async people(listId: string): Promise<readonly ListedPerson[]> {
    return addedLastFirst(this.#peopleOf(listId).values());
  }

  /** People are named by their addresses: nothing is to be kept short here. */
  async memberKeyOf(profileUrl: string): Promise<string> {
    return profileUrl;
  }

  async change(change: ListChange): Promise<void> {
    assertPossible(change, { lists: this.#allLists(), people: this.#peopleOf(change.listId) });
    this.#unsaved = [...this.#unsaved, change];
    this.#save();
  }

  /** Makes a change, unless storage has no room for it: then nothing has changed. @returns whether it is made @throws ListError */
  changeIfRoom(change: ListChange): boolean {
    assertPossible(change, { lists: this.#allLists(), people: this.#peopleOf(change.listId) });
    const { list, written } = this.#listOf(change.listId);
    const before = list.load();
    if (this.#unsaved.length === 0 && this.#store(change)) return true;
    list.save(before);
    written.forget();
    return false;
  }

  retry(): void {
    while (this.#unsaved[0] !== undefined && this.#store(this.#unsaved[0]))
      this.#unsaved = this.#unsaved.slice(1);
  }

  subscribe(listener: (news: ListNews) => void): () => void {
    this.#listeners.add(listener);
    for (const news of this.#untold.splice(0)) listener(news);
    return () => this.#listeners.delete(listener);
  }

  /** The ids of the lists that have somebody, and what one of them calls them. */
  findPerson(profileUrl: string): FoundInLists {
    const lists = this.#listIds().filter((id) => this.#peopleOf(id).has(profileUrl));
    const [first] = lists;
    const name = first && this.#peopleOf(first).get(profileUrl)?.profile.fullName;
    return { lists, ...(name !== undefined && { name }) };
  }

  /** Takes somebody out of all lists. @returns where they were */
  removePerson(profileUrl: string): FoundInLists {
    const found = this.findPerson(profileUrl);
    if (found.lists.length === 0) return found;
    for (const listId of found.lists) {
      this.#unsaved = [...this.#unsaved, { type: 'remove', listId, urls: [profileUrl], at: this.#time() }];
    }
    this.retry();
    this.tell({ type: 'changed' });
    return found;
  }

  /** Removes all lists, those of people who are hidden too, from this browser. */
  clear(): void {
    this.#unsaved = [];
    for (const { written } of [this.#lists, ...this.#people.values()]) written.forget();
    for (const key of [LISTS_KEY, ...keysWith(this.#storage, PEOPLE_PREFIX)])
      writeText(this.#storage, key, undefined);
    this.tell({ type: 'changed' });
  }

  /** A list that lives on elsewhere leaves this browser. */
  removeList(listId: string): void {
    this.#unsaved = [...this.#unsaved, { type: 'delete', listId, at: this.#time() }];
    this.retry();
    this.tell({ type: 'changed' });
  }

  #time = (): string => new Date(this.#now()).toISOString();

  #listIds(): string[] {
    return [...new Set([...this.#allLists().keys(), HIDDEN_LIST_ID])];
  }

  #allLists(): Lists {
    const stored = valuesOf(this.#lists.list.load());
    return this.#unsaved.reduce(changeLists, this.#withRecovered(stored));
  }

  /** With a list for people whose own is missing. */
  #withRecovered(lists: StoredLists): StoredLists {
    const ids = keysWith(this.#storage, PEOPLE_PREFIX).map((key) => key.slice(PEOPLE_PREFIX.length));
    const orphans = ids.filter((id) => id !== HIDDEN_LIST_ID && !lists.has(id));
    const recovered = orphans.flatMap((id): [string, StoredPersonList][] => {
      const times = Array.from(this.#listOf(id).list.load().values(), ({ value }) => value.addedAt).sort();
      const [createdAt] = times;
      const updatedAt = times.at(-1);
      if (createdAt === undefined || updatedAt === undefined) return [];
      return [[id, { id, ...RECOVERED, createdAt, updatedAt, size: times.length }]];
    });
    return recovered.length === 0 ? lists : new Map([...lists, ...recovered]);
  }

  #peopleOf(listId: string): People {
    const own = this.#unsaved.filter((change) => change.listId === listId);
    return own.reduce(changePeople, valuesOf(this.#listOf(listId).list.load()));
  }

  #listOf(listId: string): Kept<ListedPerson> {
    const kept =
      this.#people.get(listId) ??
      this.#open(PEOPLE_PREFIX + listId, ListedPerson, ({ profile }) => profile.profileUrl);
    this.#people.set(listId, kept);
    return kept;
  }

  #open<Value>(
    key: string,
    schema: v.GenericSchema<unknown, Value>,
    idOf: (value: Value) => string,
  ): Kept<Value> {
    const list = new StoredList<Value>({
      storage: this.#storage,
      key,
      now: this.#now,
      idOf,
      restore: (raw) => {
        const entry = v.safeParse(schema, raw);
        return entry.success ? { value: entry.output, intact: true } : undefined;
      },
      onUnreadable: () => this.tell({ type: 'notice', text: NOTICES.unreadable }),
    });
    return { list, written: new JustWritten(this.#now) };
  }

  /** Says so where there is no room for all. */
  #save(): void {
    this.retry();
    if (this.#unsaved.length > 0) this.tell({ type: 'notice', text: NOTICES.unsaved });
  }

  /** Whether the change is now stored. The people go first: a list that lacks them would say less than there is. */
  #store(change: ListChange): boolean {
    if (change.type === 'delete') {
      const { list, written } = this.#listOf(change.listId);
      if (!writeText(this.#storage, PEOPLE_PREFIX + change.listId, undefined)) return false;
      written.forget();
      list.load();
    } else if (!saveChanged(this.#listOf(change.listId), (people) => changePeople(people, change)))
      return false;
    return saveChanged(this.#lists, (lists) =>
      this.#withName(changeLists(this.#withRecovered(lists), change), change),
    );
  }

  /** With the time of a new name, or else with the name given here last, should another tab that had not seen it have overwritten it. */
  #withName(lists: StoredLists, { type, listId, at }: ListChange): StoredLists {
    const list = lists.get(listId);
    if (list === undefined) return lists;
    if (type === 'rename') return new Map(lists).set(listId, { ...list, namedAt: at });
    const ours = this.#lists.written.valueOf(listId);
    if (ours === undefined || nameTimeOf(ours) <= nameTimeOf(list)) return lists;
    return new Map(lists).set(listId, { ...list, name: ours.name, namedAt: nameTimeOf(ours) });
  }

  /** Stores lists and names again that another tab has overwritten. Lists with people are recovered meanwhile: they get their names back. */
  async #putBackLists(event: Event): Promise<void> {
    const lost = await this.#lists.written.lostIn(event, () => valuesOf(this.#lists.list.load()));
    this.#putBack(
      lost.flatMap(({ value: ours, stored }): ListChange[] => {
        const { id: listId, name, createdAt, updatedAt } = ours;
        if (stored === undefined)
          return [
            { type: 'make', listId, name, at: createdAt },
            { type: 'rename', listId, name, at: updatedAt },
          ];
        const isUndone = stored.name !== name && nameTimeOf(ours) > nameTimeOf(stored);
        return isUndone ? [{ type: 'rename', listId, name, at: nameTimeOf(ours) }] : [];
      }),
    );
  }

  /** The same with people, and with what has been written of them; not where their list is gone. */
  async #putBackPeople(listId: string, event: Event): Promise<void> {
    const { list, written } = this.#listOf(listId);
    const lost = await written.lostIn(event, () => valuesOf(list.load()));
    if (listId !== HIDDEN_LIST_ID && !this.#allLists().has(listId)) return;
    this.#putBack(
      lost.flatMap(({ value, stored, replaced }): ListChange[] => {
        if (stored === undefined)
          return [{ type: 'save', listId, people: [asSaved(value)], at: value.updatedAt }];
        const change = undoneEdit({ ours: value, stored, replaced });
        const urls = [value.profile.profileUrl];
        return change ? [{ type: 'edit', listId, urls, change, at: this.#time() }] : [];
      }),
    );
  }

  #putBack(changes: readonly ListChange[]): void {
    if (changes.length === 0) return;
    this.#unsaved = [...this.#unsaved, ...changes];
    this.#save();
    this.tell({ type: 'changed' });
  }

  /** Passes news to whoever listens; a notice waits for somebody who does. */
  tell(news: ListNews): void {
    if (news.type === 'notice' && this.#listeners.size === 0) this.#untold.push(news);
    for (const listener of this.#listeners) listener(news);
  }
}

const nameTimeOf = ({ namedAt, createdAt }: StoredPersonList): string => namedAt ?? createdAt;

/** Whether what has been changed of a stored list is stored. What is not changed is written back as it was. */
function saveChanged<Value>(
  { list, written }: Kept<Value>,
  edit: (values: ReadonlyMap<string, Value>) => ReadonlyMap<string, Value>,
): boolean {
  const entries = list.load();
  const before = valuesOf(entries);
  const after = edit(before);
  if (after === before) return true;
  const changes = new Map<string, Value | null>(
    [...before.keys()].filter((id) => !after.has(id)).map((id) => [id, null]),
  );
  for (const [id, value] of after) if (before.get(id) !== value) changes.set(id, value);
  if (!list.save(overlay(entries, changes))) return false;
  for (const [id, value] of changes) written.note(id, value, before.get(id));
  return true;
}

let shared: LocalLists | undefined;

/** This page's one store over the browser's storage. */
export function localLists(): LocalLists {
  shared ??= new LocalLists({ storage: browserStorage() });
  return shared;
}
