import type { ListedPerson, PersonList } from '#shared/lists.ts';
import type { ListChange } from './changes.ts';

/** A list, and who is in it by {@link ListStore.memberKeyOf}. */
export type KnownList = PersonList & { members: ReadonlySet<string> };

export interface KnownLists {
  /** Changed last first. */
  lists: readonly KnownList[];
  /** Who is not to be shown. Where that cannot be read in full, nobody more can be hidden. */
  hidden: Pick<KnownList, 'size' | 'members'> & { isDamaged?: boolean | undefined };
}

/**
 * 'changed': lists or people changed otherwise than through this page. 'refused': a change that showed already was not taken, and why.
 * 'unsaved': how many changes have not reached where they are to be kept. 'notice': a sentence for the person.
 */
export type ListNews =
  | { type: 'changed' }
  | { type: 'refused'; text: string }
  | { type: 'unsaved'; count: number }
  | { type: 'notice'; text: string };

/** Where one person's lists live: the browser for anonymous people, the server for signed-in ones. What is read has all changes made. */
export interface ListStore {
  lists(): Promise<KnownLists>;
  /** Added last first. None of a list that there is not. */
  people(listId: string): Promise<readonly ListedPerson[]>;
  /** What names somebody among the members of a list. */
  memberKeyOf(profileUrl: string): Promise<string>;
  /**
   * Makes a change. It is not lost where it cannot be saved yet: that is tried again, and told as 'unsaved'. Resolves when it is saved or
   * kept for later. @throws ListError when it is refused: then nothing has changed.
   */
  change(change: ListChange): Promise<void>;
  /** Tries at once to save what is not saved. */
  retry(): void;
  subscribe(listener: (news: ListNews) => void): () => void;
}

/** As lists of people are shown: equals in the same order wherever they come from. */
export const addedLastFirst = (people: Iterable<ListedPerson>): ListedPerson[] =>
  [...people].sort(
    (a, b) =>
      Date.parse(b.addedAt) - Date.parse(a.addedAt) ||
      b.profile.relevanceScore - a.profile.relevanceScore ||
      Number(a.profile.profileUrl > b.profile.profileUrl) -
        Number(a.profile.profileUrl < b.profile.profileUrl),
  );

/** As lists are shown. */
export const changedLastFirst = <One extends Pick<PersonList, 'updatedAt'>>(lists: Iterable<One>): One[] =>
  [...lists].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt));
