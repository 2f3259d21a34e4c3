import type { JustWritten } from '#web/lib/just-written.ts';
import { overlay, type StoredList, valuesOf } from '#web/lib/stored-list.ts';

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
