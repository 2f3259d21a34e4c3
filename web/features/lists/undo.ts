import type { ListedPerson } from '#shared/lists.ts';
import { asSaved, type ListChange, type People } from './changes.ts';

/* Undoing what this page has changed, without what others have: what it knows of a list may be older than the list. */

/** A person's entry in a list before a change: true if all that is known is that there was one, false if there was none. */
export type EntryBefore = ListedPerson | boolean;

/** What this page's last save or removal of each person found in the list, as its store has answered. */
export class FoundBefore {
  readonly #entries = new Map<string, EntryBefore>();

  /** @param before undefined if the store has not said: what an earlier change has found says nothing about this one */
  note(listId: string, url: string, before: EntryBefore | undefined): void {
    if (before === undefined) this.#entries.delete(keyOf(listId, url));
    else this.#entries.set(keyOf(listId, url), before);
  }

  /** Notes what a change finds in a list of these people. @returns the profile URLs of those whom a save adds */
  noteAll(change: ListChange, people: People): readonly string[] {
    const urls = urlsOf(change);
    for (const url of urls) this.note(change.listId, url, people.get(url) ?? false);
    return urls.filter((url) => !people.has(url));
  }

  /**
   * A change as it is to be made, once those before it have been. An undo takes out only those who were added, and puts back only those who
   * were taken out, as they were then. Any other change is returned itself.
   */
  due(change: ListChange): ListChange {
    if (!('isUndo' in change)) return change;
    const { listId } = change;
    const beforeOf = (url: string) => this.#entries.get(keyOf(listId, url));
    if (change.type === 'remove')
      return { ...change, urls: change.urls.filter((url) => (beforeOf(url) ?? false) === false) };
    const people = change.people.flatMap((person) => {
      const before = beforeOf(person.profile.profileUrl) ?? true;
      if (typeof before === 'object') return [asSaved(before)];
      return before ? [person] : [];
    });
    return { ...change, people };
  }
}

const keyOf = (listId: string, url: string): string => `${listId} ${url}`;

function urlsOf(change: ListChange): readonly string[] {
  if (change.type === 'save') return change.people.map(({ profile }) => profile.profileUrl);
  return change.type === 'remove' ? change.urls : [];
}
