import type { ListedPerson } from '#shared/lists.ts';
import type { ListChange } from './changes.ts';
import type { KnownLists } from './known-lists.ts';

/**
 * 'changed': lists or people were changed by something other than this page. 'refused': a change that was already shown was refused, and
 * why. 'unsaved': how many changes are not stored yet, and why if the service says so. 'notice': a sentence for the user. 'outdated': a notice
 * that is no longer true.
 */
export type ListNews =
  | { type: 'changed' }
  | { type: 'refused'; text: string }
  | { type: 'unsaved'; count: number; reason?: string | undefined }
  | { type: 'notice'; text: string }
  | { type: 'outdated'; text: string };

/** Where one user's lists are stored: the browser for anonymous users, the server for signed-in ones. Reads reflect all changes made. */
export interface ListStore {
  lists(): Promise<KnownLists>;
  /** Most recently added first. Empty for a list that does not exist. */
  people(listId: string): Promise<readonly ListedPerson[]>;
  /** The key that identifies a person among the members of a list. */
  memberKeyOf(profileUrl: string): Promise<string>;
  /**
   * Makes a change. A change that cannot be saved yet is not lost: it is retried, and reported as 'unsaved'. Resolves once it is saved or
   * kept for later. An undo puts people back as this page's removal found them, and takes out only those whom its save has added: with them
   * goes what has been written about them since.
   * @returns the profile URLs of those whom a save has added, if that is known by then
   * @throws ListError if it is refused: then nothing has changed.
   */
  change(change: ListChange): Promise<readonly string[] | undefined>;
  /** Retries unsaved changes at once. */
  retry(): void;
  subscribe(listener: (news: ListNews) => void): () => void;
}
