import * as v from 'valibot';
import { HIDDEN_LIST_ID, ListedPerson, PersonList } from '#shared/lists.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { Timestamp, toTimestamp } from '#shared/time.ts';
import { JustWritten } from '#web/lib/just-written.ts';
import { wait } from '#web/lib/schedule.ts';
import { browserStorage, type KeyValueStorage, keysWith, writeText } from '#web/lib/storage.ts';
import { StoredList, valuesOf } from '#web/lib/stored-list.ts';
import {
  asSaved,
  assertPossible,
  changeLists,
  changePeople,
  changeWithout,
  type Edit,
  isOtherKept,
  keptText,
  type ListChange,
  ListError,
  type Lists,
  mustFollow,
  type People,
  refusedNote,
  withoutRefused,
} from './changes.ts';
import { addedLastFirst, changedLastFirst, type KnownLists, withMembers } from './known-lists.ts';
import type { ListNews, ListStore } from './list-store.ts';
import { inverseEdit, leftOf, saveChanged, type TrackedList } from './own-writes.ts';
import { FoundBefore } from './undo.ts';

/** The lists, and each list's people under a separate key, so that frequent writes are small. docs/behaviour.md#browser-storage */
const LISTS_KEY = `${STORAGE_PREFIX}_lists`;
const PEOPLE_PREFIX = `${STORAGE_PREFIX}_people_`;

const NOTICES = {
  unreadable:
    'Some of the people saved in this browser could not be read. They were set aside; everything else is here.',
  unsaved:
    'This browser could not store your latest changes to lists: its storage is full or switched off. They are kept until this page is closed; earlier ones are untouched.',
} as const;

/** Milliseconds in which another tab writes all of a change, and in which what it has overwritten here is restored. */
const OTHERS_TIME = 300;

/** A list as stored, with the time of its name: if two tabs have renamed it, the later name wins. */
const StoredPersonList = v.object({ ...PersonList.entries, namedAt: v.optional(Timestamp) });
type StoredPersonList = v.InferOutput<typeof StoredPersonList>;
type StoredLists = ReadonlyMap<string, StoredPersonList>;

/** For a list whose own entry could not be read, although its people could. */
const RECOVERED = { name: 'Recovered list', namedAt: toTimestamp(0) };

interface FoundInLists {
  lists: string[];
  name?: string;
}

/** A change's list as the page knew it when the change was made: by comparison, what other tabs have made of it since shows. */
interface Seen {
  people: People;
  name: string | undefined;
}

interface LocalListsOptions {
  storage: KeyValueStorage | undefined;
  now?: () => number;
  /** Dispatches `storage` events for other tabs' writes. */
  tabs?: Pick<EventTarget, 'addEventListener'> | undefined;
}

/**
 * An anonymous user's lists, in this browser's storage. Each change is merged into what is stored at that moment, so that tabs do not
 * overwrite each other; changes for which storage has no room are kept in memory and retried with each later change, here or in another
 * tab.
 */
export class LocalLists implements ListStore {
  readonly #storage: KeyValueStorage | undefined;
  readonly #now: () => number;
  readonly #lists: TrackedList<StoredPersonList>;
  readonly #people = new Map<string, TrackedList<ListedPerson>>();
  readonly #listeners = new Set<(news: ListNews) => void>();
  readonly #undeliveredNews: ListNews[] = [];
  readonly #found = new FoundBefore();
  /** Changes that are not stored, in the order in which they were made. */
  #unsaved: readonly ListChange[] = [];
  /** Not of changes that restore what another tab has overwritten: they are made in any case. */
  readonly #seen = new WeakMap<ListChange, Seen>();
  #hasReportedUnsaved = false;

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
      void this.#retryAfterOthers();
    });
  }

  async lists(): Promise<KnownLists> {
    const all = [...this.#allLists().values()];
    const lists = all.map((list) => withMembers(list, this.#peopleOf(list.id).keys()));
    return { lists: changedLastFirst(lists), hidden: withMembers({}, this.#peopleOf(HIDDEN_LIST_ID).keys()) };
  }

  async people(listId: string): Promise<readonly ListedPerson[]> {
    return addedLastFirst(this.#peopleOf(listId).values());
  }

  /** The URL itself: nothing has to be kept short here. */
  async memberKeyOf(profileUrl: string): Promise<string> {
    return profileUrl;
  }

  async change(change: ListChange): Promise<readonly string[]> {
    const due = this.#found.due(change);
    const people = this.#peopleOf(change.listId);
    assertPossible(due, { lists: this.#allLists(), people });
    this.#add(due);
    this.#save();
    return this.#found.noteAll(due, people);
  }

  /** Makes a change unless storage has no room for it, in which case nothing changes. @returns whether it was made @throws ListError */
  changeIfRoom(change: ListChange): boolean {
    assertPossible(change, { lists: this.#allLists(), people: this.#peopleOf(change.listId) });
    const { list, written } = this.#listOf(change.listId);
    const before = list.load();
    if (this.#unsaved.length === 0 && this.#store(change)) return true;
    list.save(before);
    written.forget();
    return false;
  }

  /** Stores the changes for which there is room. */
  retry(): void {
    this.#storeAll();
    if (this.#unsaved.length > 0 || !this.#hasReportedUnsaved) return;
    this.#hasReportedUnsaved = false;
    this.tell({ type: 'outdated', text: NOTICES.unsaved });
  }

  subscribe(listener: (news: ListNews) => void): () => void {
    this.#listeners.add(listener);
    for (const news of this.#undeliveredNews.splice(0)) listener(news);
    return () => this.#listeners.delete(listener);
  }

  /** The ids of the lists that contain a person, and the person's name in one of them. */
  findPerson(profileUrl: string): FoundInLists {
    const lists = this.#listIds().filter((id) => this.#peopleOf(id).has(profileUrl));
    const [first] = lists;
    const name = first && this.#peopleOf(first).get(profileUrl)?.profile.fullName;
    return { lists, ...(name !== undefined && { name }) };
  }

  /** Removes a person from all lists. @returns where they were */
  removePerson(profileUrl: string): FoundInLists {
    const found = this.findPerson(profileUrl);
    if (found.lists.length === 0) return found;
    // A removal would wait for an earlier save of the person, which may never be stored.
    this.#unsaved = this.#unsaved.map((change) => {
      if (change.type !== 'save') return change;
      const rest = changeWithout(change, profileUrl);
      const seen = this.#seen.get(change);
      if (seen) this.#seen.set(rest, seen);
      return rest;
    });
    for (const listId of found.lists)
      this.#add({ type: 'remove', listId, urls: [profileUrl], at: this.#time() });
    this.retry();
    this.tell({ type: 'changed' });
    return found;
  }

  /** Removes all lists, including the hidden people, from this browser. */
  clear(): void {
    this.#unsaved = [];
    this.retry();
    for (const { written } of [this.#lists, ...this.#people.values()]) written.forget();
    for (const key of [LISTS_KEY, ...keysWith(this.#storage, PEOPLE_PREFIX)])
      writeText(this.#storage, key, undefined);
    this.tell({ type: 'changed' });
  }

  /** Removes a list from this browser after it was moved elsewhere. */
  removeList(listId: string): void {
    this.#add({ type: 'delete', listId, at: this.#time() });
    this.retry();
    this.tell({ type: 'changed' });
  }

  #time = (): string => toTimestamp(this.#now());

  #listIds(): string[] {
    return [...new Set([...this.#allLists().keys(), HIDDEN_LIST_ID])];
  }

  #allLists(): Lists {
    const stored = valuesOf(this.#lists.list.load());
    return this.#unsaved.reduce(this.#changeLists, this.#withRecovered(stored));
  }

  /** The lists after a change, unless it is a name in whose place another tab has given a later one. */
  #changeLists = (lists: StoredLists, change: ListChange): StoredLists => {
    const list = lists.get(change.listId);
    const seen = this.#seen.get(change);
    const isOverruled =
      change.type === 'rename' && seen && list && list.name !== seen.name && nameTimeOf(list) > change.at;
    return isOverruled ? lists : changeLists(lists, change);
  };

  /** Adds a list for people whose own is missing. */
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
    return own.reduce(this.#changePeople, valuesOf(this.#listOf(listId).list.load()));
  }

  /** The people after a change, as far as other tabs' later ones leave it. */
  #changePeople = (people: People, change: ListChange): People =>
    this.#leftOf(change, people).reduce(changePeople, people);

  #leftOf(change: ListChange, people: People): readonly ListChange[] {
    const seen = this.#seen.get(change);
    return seen ? leftOf(change, seen.people, people) : [change];
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
    const list = new StoredList<Value>({
      storage: this.#storage,
      key,
      now: this.#now,
      idOf,
      restore: (raw) => {
        const entry = v.safeParse(schema, raw, { abortEarly: true });
        return entry.success ? { value: entry.output, intact: true } : undefined;
      },
      onUnreadable: () => this.tell({ type: 'notice', text: NOTICES.unreadable }),
    });
    return { list, written: new JustWritten(this.#now) };
  }

  /** Adds a change to the unsaved ones. A deletion replaces earlier changes to its list, for which it would otherwise wait. */
  #add(change: ListChange): void {
    const { type, listId } = change;
    this.#seen.set(change, { people: this.#peopleOf(listId), name: this.#allLists().get(listId)?.name });
    const kept = this.#unsaved.filter((earlier) => type !== 'delete' || earlier.listId !== listId);
    this.#unsaved = [...kept, change];
  }

  /** Stores the changes, and reports it if there is no room for all of them. */
  #save(): void {
    this.retry();
    if (this.#unsaved.length === 0) return;
    this.#hasReportedUnsaved = true;
    this.tell({ type: 'notice', text: NOTICES.unsaved });
  }

  /** Another tab may have made room, or changed what unsaved changes are about. */
  async #retryAfterOthers(): Promise<void> {
    if (this.#unsaved.length === 0) return;
    await wait(OTHERS_TIME);
    this.retry();
    this.tell({ type: 'changed' });
  }

  /** One change may make room for another, so this repeats until none can be stored. */
  #storeAll(): void {
    const before = this.#unsaved;
    const waiting: ListChange[] = [];
    const refused: ListChange[] = [];
    for (const change of before) {
      const due = refused.reduce(withoutRefused, change);
      if (waiting.some((earlier) => mustFollow(due, earlier)) || !this.#settle(due, refused))
        waiting.push(due);
    }
    this.#unsaved = waiting;
    if (waiting.length > 0 && waiting.length < before.length) this.#storeAll();
  }

  /**
   * Stores what other tabs' later changes have left of a change.
   * @param refused collects what they have made impossible
   * @returns whether nothing of it has to wait
   */
  #settle(change: ListChange, refused: ListChange[]): boolean {
    const { list } = this.#listOf(change.listId);
    const people = valuesOf(list.load());
    const left = this.#leftOf(change, people);
    try {
      const lists = this.#withRecovered(valuesOf(this.#lists.list.load()));
      if (this.#seen.has(change)) for (const one of left) assertPossible(one, { lists, people });
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      refused.push(change);
      this.tell({ type: 'refused', text: error.message + refusedNote(change) });
      return true;
    }
    if (!this.#store(change)) return false;
    const now = valuesOf(list.load());
    if (change.type === 'save')
      refused.push({
        ...change,
        people: change.people.filter(({ profile }) => !now.has(profile.profileUrl)),
      });
    if (change.type === 'edit') this.#tellKept(change, now);
    return true;
  }

  /** Tells the user which of their texts are not stored, since another tab has written later ones. */
  #tellKept(edit: Edit, now: People): void {
    const [first, ...others] = edit.urls
      .flatMap((url) => now.get(url) ?? [])
      .filter((entry) => isOtherKept(edit, entry));
    if (first !== undefined) this.tell({ type: 'notice', text: keptText(edit, [first, ...others]) });
  }

  /** Returns whether the change is now stored. The people go first: a list without them would show fewer than there are. */
  #store(change: ListChange): boolean {
    if (change.type === 'delete') {
      const { list, written } = this.#listOf(change.listId);
      if (!writeText(this.#storage, PEOPLE_PREFIX + change.listId, undefined)) return false;
      written.forget();
      list.load();
    } else if (!saveChanged(this.#listOf(change.listId), (people) => this.#changePeople(people, change)))
      return false;
    return saveChanged(this.#lists, (lists) =>
      this.#withName(this.#changeLists(this.#withRecovered(lists), change), change),
    );
  }

  /**
   * Sets the time of a new name. Otherwise restores the name last given here, in case another tab that had not seen it has overwritten it.
   */
  #withName(lists: StoredLists, change: ListChange): StoredLists {
    const { type, listId, at } = change;
    const list = lists.get(listId);
    if (list === undefined) return lists;
    if (type === 'rename' && list.name === change.name)
      return new Map(lists).set(listId, { ...list, namedAt: at });
    const ours = this.#lists.written.valueOf(listId);
    if (ours === undefined || nameTimeOf(ours) <= nameTimeOf(list)) return lists;
    return new Map(lists).set(listId, { ...list, name: ours.name, namedAt: nameTimeOf(ours) });
  }

  /** Restores lists and names that another tab has overwritten. Until then, lists with people are recovered without their names. */
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

  /** The same for people and what was written about them, unless their list is gone. */
  async #putBackPeople(listId: string, event: Event): Promise<void> {
    const { list, written } = this.#listOf(listId);
    const lost = await written.lostIn(event, () => valuesOf(list.load()));
    if (listId !== HIDDEN_LIST_ID && !this.#allLists().has(listId)) return;
    this.#putBack(
      lost.flatMap(({ value, stored, replaced }): ListChange[] => {
        if (stored === undefined)
          return [{ type: 'save', listId, people: [asSaved(value)], at: value.updatedAt }];
        const change = inverseEdit({ value, stored, replaced });
        const urls = [value.profile.profileUrl];
        return change ? [{ type: 'edit', listId, urls, change, at: this.#time() }] : [];
      }),
    );
  }

  #putBack(changes: readonly ListChange[]): void {
    if (changes.length === 0) return;
    this.#unsaved = [...changes, ...this.#unsaved];
    this.#save();
    this.tell({ type: 'changed' });
  }

  /** Passes news to the listeners; a notice waits until there is one. */
  tell(news: ListNews): void {
    if (news.type === 'notice' && this.#listeners.size === 0) this.#undeliveredNews.push(news);
    for (const listener of this.#listeners) listener(news);
  }
}

const nameTimeOf = ({ namedAt, createdAt }: StoredPersonList): string => namedAt ?? createdAt;

let shared: LocalLists | undefined;

/** This page's only store over the browser's storage. */
export function localLists(): LocalLists {
  shared ??= new LocalLists({ storage: browserStorage() });
  return shared;
}
