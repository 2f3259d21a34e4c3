/** Entries by id: `raw` as stored, so that what is not touched is written back as it was, fields of a newer version included. */
export type Entries<Value> = ReadonlyMap<string, { raw: unknown; value: Value }>;

/** The entries with changes laid over them; null deletes. */
export function overlay<Value>(
  entries: Entries<Value>,
  changes: ReadonlyMap<string, Value | null>,
): Entries<Value> {
  if (changes.size === 0) return entries;
  const merged = new Map(entries);
  for (const [id, value] of changes) {
    if (value === null) merged.delete(id);
    else merged.set(id, { raw: value, value });
  }
  return merged;
}

export const valuesOf = <Value>(entries: Entries<Value>): Map<string, Value> =>
  new Map(Array.from(entries, ([id, { value }]) => [id, value]));
