/* Which rows of a table are selected. Rows are identified by their keys. */

export interface Selection {
  keys: ReadonlySet<string>;
  /** Where a range begins: the row that was last selected or deselected. */
  anchor: string | undefined;
  /** What was selected when the range was begun: extending or shrinking it leaves that unchanged. */
  base: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const NOTHING_SELECTED: Selection = { keys: NONE, anchor: undefined, base: NONE };

/** Selects or deselects one row, from which a range then begins. */
export function toggle({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key, base: next };
}

/** Selects all rows from the anchor, or from `from` if there is none, to `to`. `rows` are those shown, in order. */
export function extend(
  { anchor, base }: Selection,
  rows: readonly string[],
  { from, to }: { from: string; to: string },
): Selection {
  const start = anchor !== undefined && rows.includes(anchor) ? anchor : from;
  const [first = 0, last = 0] = [rows.indexOf(start), rows.indexOf(to)].sort((one, two) => one - two);
  return { keys: new Set([...base, ...rows.slice(first, last + 1)]), anchor: start, base };
}

/** Selects all rows that are shown, in addition to selected rows that are not. */
export function selectAll({ keys, anchor }: Selection, rows: readonly string[]): Selection {
  const next = new Set([...keys, ...rows]);
  return { keys: next, anchor, base: next };
}

/** Deselects all rows that are shown. */
export function deselectAll({ keys }: Selection, rows: readonly string[]): Selection {
  const gone = new Set(rows);
  const next = new Set([...keys].filter((key) => !gone.has(key)));
  return { keys: next, anchor: undefined, base: next };
}
