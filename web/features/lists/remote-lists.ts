import { type ListedPerson, ListsAnswer, memberKeyOf } from '#shared/lists.ts';
import { type Api, isMissing } from '#web/lib/api.ts';
import { watchReturns } from '#web/lib/page-return.ts';
import { notePending } from '#web/lib/pending-writes.ts';
import { isPermanent, limitTextOf } from '#web/lib/refusals.ts';
import { wait } from '#web/lib/schedule.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import {
  changePeople,
  changeWithout,
  isOtherKept,
  keptText,
  type ListChange,
  ListError,
  refusedText,
  removesUnsaved,
  restOf,
} from './changes.ts';
import {
  addedLastFirst,
  changedLastFirst,
  changeKnownLists,
  type KnownLists,
  memberKeysOf,
  withMembers,
} from './known-lists.ts';
import type { ListNews, ListStore } from './list-store.ts';
import { joinListTabs, type ListTabs } from './list-tabs.ts';
import { readEntries, sendChange } from './lists-api.ts';
import { type EntryBefore, FoundBefore } from './undo.ts';
import { UnsavedChanges } from './unsaved-changes.ts';

/** Milliseconds between two writes of how far a change to many people has got: the changes may hold hundreds of whole profiles. */
const STORE_INTERVAL = 1_000;

/** Milliseconds before each retry of changes that could not be saved; the last delay repeats for as long as it takes. */
const RETRY_DELAYS = [1_000, 3_000, 10_000, 30_000] as const;
const GONE_MESSAGE = 'This list, or this person in it, is gone: it was removed on another page or device.';

interface RemoteListsOptions {
  api: Api;
  userId: string;
  /** Stores the changes that the service does not have yet: the tab's own storage. */
  drafts?: KeyValueStorage | undefined;
  /** Waits for that many milliseconds. */
  delay?: (milliseconds: number) => Promise<void>;
  /** Dispatches focus and network events. */
  page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

interface Sent {
  added?: readonly string[] | undefined;
  kept: readonly ListedPerson[];
  failure?: unknown;
}

/**
 * A signed-in user's lists, on the server (docs/behaviour.md#http-contract), which other tabs and devices change as well. Changes are sent
 * one after another. Those that could not be sent are applied to everything that is read, and retried until the service accepts or refuses
 * them.
 */
export class RemoteLists implements ListStore {
  readonly #options: RemoteListsOptions;
  readonly #delay: (milliseconds: number) => Promise<void>;
  readonly #listeners = new Set<(news: ListNews) => void>();
  readonly #stored: UnsavedChanges;
  #unsaved: readonly ListChange[];
  /** The people for whom the first of them has been made. While it is being sent, it is shown in full. */
  readonly #made = new Set<string>();
  /** For each pending read, the changes that its response may lack: those that were unsaved when it began, and all made since. */
  readonly #reads = new Set<Set<ListChange>>();
  /** Changes whose outcome a caller is waiting for. */
  #awaited = new Map<ListChange, PromiseWithResolvers<readonly string[] | undefined>>();
  readonly #found = new FoundBefore();
  /** Changes that may have been made already, although no answer has said so. */
  readonly #tried: WeakSet<ListChange>;
  #isSending = false;
  #failures = 0;
  /** How many retries have been scheduled. Only the last one happens: each change made meanwhile is sent at once, and schedules another. */
  #retries = 0;
  #tabs: ListTabs | undefined;

  constructor(options: RemoteListsOptions) {
    this.#options = options;
    this.#delay = options.delay ?? wait;
    this.#stored = new UnsavedChanges(options.drafts, options.userId);
    this.#unsaved = this.#stored.read();
    this.#tried = new WeakSet(this.#unsaved);
    if (this.#unsaved.length > 0) this.retry();
  }

  lists(): Promise<KnownLists> {
    const read = () => this.#options.api.json(ListsAnswer, { method: 'GET', path: '/lists' });
    return this.#withChanges(read, async ({ lists, hidden: { id: _, ...hidden } }, changes) => {
      let known: KnownLists = {
        lists: changedLastFirst(lists.map((list) => withMembers(list, list.members))),
        hidden: withMembers(hidden, hidden.members),
      };
      for (const change of changes) known = changeKnownLists(known, change, await memberKeysOf(this, change));
      return known;
    });
  }

  people(listId: string): Promise<readonly ListedPerson[]> {
    const read = () => readEntries(this.#options.api, listId);
    return this.#withChanges(read, async (people, changes) => {
      const own = changes.filter((change) => change.listId === listId);
      return addedLastFirst(own.reduce(changePeople, people).values());
    });
  }

  memberKeyOf(profileUrl: string): Promise<string> {
    return memberKeyOf(profileUrl);
  }

  /** Resolves once the service has accepted the change, or could not be reached. */
  change(change: ListChange): Promise<readonly string[] | undefined> {
    const answered = Promise.withResolvers<readonly string[] | undefined>();
    this.#awaited.set(change, answered);
    this.#unsaved = [...this.#unsaved, change];
    this.#stored.write(this.#left());
    for (const changes of this.#reads) changes.add(change);
    this.retry();
    return answered.promise;
  }

  retry(): void {
    this.#failures = 0;
    notePending(this.#flush());
  }

  subscribe(listener: (news: ListNews) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#watch();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#unwatch();
    };
  }

  #unwatch = (): void => undefined;

  /** Other tabs report changes at once; those of other devices are read when the page regains focus, or the browser its network. */
  #watch(): void {
    const { userId, page = globalThis.window } = this.#options;
    const tabs = joinListTabs(userId, (removedUrl) => {
      if (removedUrl !== undefined) this.#forgetPerson(removedUrl);
      this.#tell({ type: 'changed' });
    });
    this.#tabs = tabs;
    const stopReturns = watchReturns({
      onReturn: () => this.#tell({ type: 'changed' }),
      onEvent: () => {
        if (this.#unsaved.length > 0) this.retry();
      },
      page,
    });
    const onOnline = () => {
      this.retry();
      this.#tell({ type: 'changed' });
    };
    page?.addEventListener('online', onOnline);
    this.#unwatch = () => {
      stopReturns();
      page?.removeEventListener('online', onOnline);
      tabs.close();
      this.#tabs = undefined;
    };
  }

  /** Sends all changes. If the service cannot be reached, tries again after a delay. */
  async #flush(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (let next = this.#unsaved[0]; next !== undefined; next = this.#unsaved[0]) await this.#settle(next);
      this.#tell({ type: 'unsaved', count: 0 });
    } catch (error) {
      this.#tryLater(limitTextOf(error));
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends the first change. A refusal settles it too. @throws errors that do not concern the change itself: it can be sent later */
  async #settle(next: ListChange): Promise<void> {
    const isTried = this.#tried.has(next);
    const change = isTried ? next : this.#found.due(next);
    if (change !== next) this.#replace((one) => (one === next ? change : one));
    const { added, failure, kept } = await this.#send(change, isTried);
    const keptNotice = change.type === 'edit' ? keptText(change, kept) : undefined;
    if (keptNotice !== undefined) this.#tell({ type: 'notice', text: keptNotice });
    // Still the first one, although somebody may have been taken out of it.
    const [sent = change, ...later] = this.#unsaved;
    const rest = restOf(sent, this.#made);
    const isSettled = failure === undefined || isPermanent(failure);
    if (isSettled) this.#made.clear();
    if (isPermanent(failure)) {
      const text = isMissing(failure) ? GONE_MESSAGE : failure.message;
      return this.#drop(sent, new ListError(text + refusedText(sent), { cause: failure }));
    }
    if (failure !== undefined) {
      // Made again for everybody, it would also overwrite what was written about them elsewhere in the meantime.
      this.#unsaved = [rest, ...later];
      this.#tried.add(rest);
      throw failure;
    }
    this.#awaited.get(sent)?.resolve(added);
    this.#awaited.delete(sent);
    this.#tabs?.announce();
    this.#keepUnsaved(later);
    if (keptNotice === undefined) return;
    // So that the text which the service has kept is shown.
    for (const changes of this.#reads) changes.delete(sent);
    this.#tell({ type: 'changed' });
  }

  /**
   * Sends one change, person by person if it concerns several, and notes for whom it has been made and what was there before.
   * @returns who was added by it, the people with another text than the page knows, which the service has kept, and why it did not get further
   */
  async #send(change: ListChange, isTried: boolean): Promise<Sent> {
    let storedAt = Number.NEGATIVE_INFINITY;
    const kept: ListedPerson[] = [];
    const onMade = (url: string, entry: EntryBefore) => {
      this.#made.add(url);
      // Somebody who is gone may have been removed by an earlier try, and is then put back as this page knows them.
      if (change.type === 'remove') this.#found.note(change.listId, url, entry || isTried);
      if (change.type === 'edit' && typeof entry === 'object' && isOtherKept(change, entry)) kept.push(entry);
      const now = performance.now();
      if (now - storedAt < STORE_INTERVAL) return;
      storedAt = now;
      this.#keepUnsaved(this.#unsaved);
    };
    const onSaved = (urls: readonly string[], addedNow: readonly string[] | undefined) => {
      for (const url of urls) {
        const isFound = addedNow && !addedNow.includes(url);
        // An earlier try may have added whoever is found there by now. If it was answered, that has been noted.
        if (!isFound || !this.#made.has(url)) this.#found.note(change.listId, url, isFound && !isTried);
        this.#made.add(url);
      }
    };
    try {
      return { added: await sendChange(this.#options.api, change, onMade, onSaved), kept };
    } catch (failure) {
      return { failure, kept };
    }
  }

  /** Drops a refused change. People it should have saved also stay in the list they were to leave, since they may have been moved. */
  #drop(refused: ListChange, refusal: ListError): void {
    const isDropped = (change: ListChange) => change === refused || removesUnsaved(change, refused);
    const dropped = this.#unsaved.filter(isDropped);
    const isAwaited = dropped.some((change) => this.#awaited.has(change));
    for (const change of dropped) {
      for (const changes of this.#reads) changes.delete(change);
      this.#awaited.get(change)?.reject(refusal);
      this.#awaited.delete(change);
    }
    this.#keepUnsaved(this.#unsaved.filter((change) => !dropped.includes(change)));
    if (isAwaited) return;
    this.#tell({ type: 'refused', text: refusal.message });
    // So that the refused change is no longer shown.
    this.#tell({ type: 'changed' });
  }

  /** A save of the person that is still to be sent would put them back, and an edit would fail. */
  #forgetPerson(profileUrl: string): void {
    this.#replace((change) => changeWithout(change, profileUrl));
  }

  #replace(toNew: (change: ListChange) => ListChange): void {
    const all = [this.#unsaved, ...this.#reads].flatMap((changes) => [...changes]);
    const replaced = new Map(all.map((change) => [change, toNew(change)]));
    for (const [change, changed] of replaced) if (this.#tried.has(change)) this.#tried.add(changed);
    const replace = (change: ListChange) => replaced.get(change) ?? change;
    this.#keepUnsaved(this.#unsaved.map(replace));
    this.#awaited = new Map(Array.from(this.#awaited, ([change, answered]) => [replace(change), answered]));
    for (const changes of this.#reads) {
      const before = [...changes];
      changes.clear();
      for (const change of before) changes.add(replace(change));
    }
  }

  #tryLater(reason: string | undefined): void {
    for (const { resolve } of this.#awaited.values()) resolve(undefined);
    this.#awaited.clear();
    this.#tell({ type: 'unsaved', count: this.#unsaved.length, reason });
    const delay = RETRY_DELAYS[Math.min(this.#failures, RETRY_DELAYS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#retries += 1;
    const number = this.#retries;
    void this.#delay(delay).then(() => {
      // If the user has left the page, or another one has signed in, nothing is saved here.
      if (number === this.#retries && this.#listeners.size > 0) notePending(this.#flush());
    });
  }

  /** Reads, and applies to the response all changes made before it arrived. Applying a change twice has the same result. */
  async #withChanges<Answer, Shown>(
    read: () => Promise<Answer>,
    apply: (answer: Answer, changes: readonly ListChange[]) => Promise<Shown>,
  ): Promise<Shown> {
    const changes = new Set(this.#unsaved);
    this.#reads.add(changes);
    try {
      const answer = await read();
      for (;;) {
        const applied = [...changes];
        const shown = await apply(answer, applied);
        if (changes.size === applied.length) return shown;
      }
    } finally {
      this.#reads.delete(changes);
    }
  }

  #keepUnsaved(changes: readonly ListChange[]): void {
    this.#unsaved = changes;
    this.#stored.update(this.#left());
  }

  /** The unsaved changes without the people for whom the first of them has been made. */
  #left = (): ListChange[] =>
    this.#unsaved.map((change, index) => (index === 0 ? restOf(change, this.#made) : change));

  #tell(news: ListNews): void {
    for (const listener of this.#listeners) listener(news);
  }
}
