import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import { toTimestamp } from '#shared/time.ts';
import { wait } from '#web/lib/schedule.ts';
import { browserStorage, type KeyValueStorage } from '#web/lib/storage.ts';
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
  withoutRefused,
} from './changes.ts';
import { addedLastFirst, changedLastFirst, type KnownLists, withMembers } from './known-lists.ts';
import type { ListNews, ListStore } from './list-store.ts';
import { inverseEdit, leftOf } from './own-writes.ts';
import { type ListsById, nameTimeOf, StoredLists } from './stored-lists.ts';
import { FoundBefore } from './undo.ts';

const NOTICES = {
  unreadable:
    'Some of the people saved in this browser could not be read. They were set aside; everything else is here.',
  unsaved:
    'This browser could not store your latest changes to lists: its storage is full or switched off. They are kept until this page is closed; earlier ones are untouched.',
} as const;

/** Milliseconds in which another tab writes all of a change, and in which what it has overwritten here is restored. */
const OTHERS_TIME = 300;

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
  readonly #now: () => number;
  readonly #stored: StoredLists;
  readonly #listeners = new Set<(news: ListNews) => void>();
  readonly #undeliveredNews: ListNews[] = [];
  readonly #found = new FoundBefore();
  /** Changes that are not stored, in the order in which they were made. */
  #unsaved: readonly ListChange[] = [];
  /** Not of changes that restore what another tab has overwritten: they are made in any case. */
  readonly #seen = new WeakMap<ListChange, Seen>();
  #hasReportedUnsaved = false;

  constructor({ storage, now = Date.now, tabs = globalThis.window }: LocalListsOptions) {
    this.#now = now;
    const onUnreadable = () => this.tell({ type: 'notice', text: NOTICES.unreadable });
    this.#stored = new StoredLists({ storage, now, onUnreadable });
    tabs?.addEventListener('storage', (event) => {
      const changed = this.#stored.changedIn(event);
      if (changed === undefined) return;
      this.tell({ type: 'changed' });
      if (changed === 'lists') void this.#putBackLists(event);
      else if (changed !== 'all') void this.#putBackPeople(changed.peopleOf, event);
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
    return this.#unsaved.length === 0 && this.#stored.storeWhole(change, this.#apply);
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
    this.#stored.clear();
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
    return this.#unsaved.reduce(this.#changeLists, this.#stored.lists);
  }

  /** The lists after a change, unless it is a name in whose place another tab has given a later one. */
  #changeLists = (lists: ListsById, change: ListChange): ListsById => {
    const list = lists.get(change.listId);
    const seen = this.#seen.get(change);
    const isOverruled =
      change.type === 'rename' && seen && list && list.name !== seen.name && nameTimeOf(list) > change.at;
    return isOverruled ? lists : changeLists(lists, change);
  };

  #peopleOf(listId: string): People {
    const own = this.#unsaved.filter((change) => change.listId === listId);
    return own.reduce(this.#changePeople, this.#stored.peopleOf(listId));
  }

  /** The people after a change, as far as other tabs' later ones leave it. */
  #changePeople = (people: People, change: ListChange): People =>
    this.#leftOf(change, people).reduce(changePeople, people);

  readonly #apply = { lists: this.#changeLists, people: this.#changePeople };

  #leftOf(change: ListChange, people: People): readonly ListChange[] {
    const seen = this.#seen.get(change);
    return seen ? leftOf(change, seen.people, people) : [change];
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
    const people = this.#stored.peopleOf(change.listId);
    const left = this.#leftOf(change, people);
    try {
      const { lists } = this.#stored;
      if (this.#seen.has(change)) for (const one of left) assertPossible(one, { lists, people });
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      refused.push(change);
      this.tell({ type: 'refused', text: error.message });
      return true;
    }
    if (!this.#stored.store(change, this.#apply)) return false;
    const now = this.#stored.peopleOf(change.listId);
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
    const kept = edit.urls.flatMap((url) => now.get(url) ?? []).filter((entry) => isOtherKept(edit, entry));
    const text = keptText(edit, kept);
    if (text !== undefined) this.tell({ type: 'notice', text });
  }

  /** Restores lists and names that another tab has overwritten. Until then, lists with people are recovered without their names. */
  async #putBackLists(event: Event): Promise<void> {
    const lost = await this.#stored.lostLists(event);
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
    const lost = await this.#stored.lostPeople(listId, event);
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

let shared: LocalLists | undefined;

/** This page's only store over the browser's storage. */
export function localLists(): LocalLists {
  shared ??= new LocalLists({ storage: browserStorage() });
  return shared;
}
