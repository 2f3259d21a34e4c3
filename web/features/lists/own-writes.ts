import type { ListedPerson, PersonEdit } from '#shared/lists.ts';
import type { JustWritten, Versions } from '#web/lib/just-written.ts';
import { overlay, type StoredList, valuesOf } from '#web/lib/stored-list.ts';
import { differingFields, type Edit, editTo, type ListChange, type People } from './changes.ts';

/* What this tab has written to the lists in this browser, and what of it another tab has overwritten.
   What waits for room is written only as far as no other tab has written anything later. */

/** The list stored under one key, and what this tab has recently written to it. */
export interface TrackedList<Value> {
  list: StoredList<Value>;
  written: JustWritten<Value>;
}

/** Edits a stored list. Returns whether the result is stored. Unchanged entries are written back as they were. */
export function saveChanged<Value>(
  { list, written }: TrackedList<Value>,
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

/**
 * What this tab has just written about a person and another tab, which had not seen it, has overwritten with an older value. Fields that
 * the other tab itself has newly written stay. Undefined if nothing was overwritten.
 */
export function inverseEdit({ value: ours, stored, replaced }: EntryVersions): PersonEdit | undefined {
  const differing = differingFields(stored, ours);
  const undone = differing.filter((field) => replaced.some((before) => before[field] === stored[field]));
  if (undone.length === 0 || (differing.length === 1 && isDeliberateRevert(ours, stored))) return undefined;
  return editTo(ours, undone);
}

type EntryVersions = Versions<ListedPerson> & { stored: ListedPerson };

/** Whether the only differing field was written after ours: the user had seen ours, and reverted it. */
const isDeliberateRevert = (ours: ListedPerson, stored: ListedPerson): boolean =>
  stored.updatedAt > ours.updatedAt && stored.origins[0]?.savedAt === ours.origins[0]?.savedAt;

/**
 * What is left to do of a change that had to wait. Whoever another tab has taken out meanwhile stays out, and what it has written is later.
 * @param seen the people of the list as they were when the change was made, and `now` as they are
 */
export function leftOf(change: ListChange, seen: People, now: People): readonly ListChange[] {
  if (change.type === 'save') {
    const isGone = (url: string) => seen.has(url) && !now.has(url);
    return [{ ...change, people: change.people.filter(({ profile }) => !isGone(profile.profileUrl)) }];
  }
  return change.type === 'edit' ? leftOfEdit(change, seen, now) : [change];
}

/** An edit for each group of people in whose entries the same fields are left to write. */
function leftOfEdit(edit: Edit, seen: People, now: People): Edit[] {
  const laterIn = (url: string): readonly string[] => {
    const [before, after] = [seen.get(url), now.get(url)];
    return before && after ? differingFields(before, after) : [];
  };
  const groups = Map.groupBy(edit.urls, (url) => laterIn(url).join());
  return Array.from(groups.values(), (urls): Edit => {
    const [first = ''] = urls;
    const later = laterIn(first);
    const change: PersonEdit = Object.fromEntries(
      Object.entries(edit.change).filter(([field]) => !later.includes(field)),
    );
    return { ...edit, urls, change };
  }).filter(({ change }) => Object.keys(change).length > 0);
}
