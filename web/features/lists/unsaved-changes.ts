import * as v from 'valibot';
import { DRAFT_PREFIX } from '#web/features/chats/index.ts';
import { type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import type { ListChange } from './changes.ts';

/** Stored with the drafts: survives a reload of its tab, and is removed when the user signs out. */
const UNSAVED_KEY = `${DRAFT_PREFIX}lists`;

const Change = v.object({ type: v.string(), listId: v.string(), at: v.string() });
/** One user's changes, as this page itself has written them. */
const Unsaved = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ userId: v.string(), changes: v.array(v.custom<ListChange>((raw) => v.is(Change, raw))) }),
);

/** Where a signed-in user's changes that the service does not have yet are stored: the tab's own storage. */
export class UnsavedChanges {
  readonly #drafts: KeyValueStorage | undefined;
  readonly #userId: string;

  constructor(drafts: KeyValueStorage | undefined, userId: string) {
    this.#drafts = drafts;
    this.#userId = userId;
  }

  read(): readonly ListChange[] {
    const stored = v.safeParse(Unsaved, readText(this.#drafts, UNSAVED_KEY));
    return stored.success && stored.output.userId === this.#userId ? stored.output.changes : [];
  }

  write(changes: readonly ListChange[]): void {
    const text = changes.length === 0 ? undefined : `${this.#opening()}${JSON.stringify(changes)}}`;
    writeText(this.#drafts, UNSAVED_KEY, text);
  }

  /** Writes what is left of the changes, unless none of the user's are stored any more: signing out has removed them. */
  update(changes: readonly ListChange[]): void {
    if (readText(this.#drafts, UNSAVED_KEY)?.startsWith(this.#opening())) this.write(changes);
  }

  /** How the JSON of the user's stored changes begins: they may hold hundreds of whole profiles, too many to parse at every write. */
  #opening = (): string => `{"userId":${JSON.stringify(this.#userId)},"changes":`;
}
