/* Which rows of a table are selected. Rows are known by their keys. */

export interface Selection {
  keys: ReadonlySet<string>;
  /** Where a range begins: the row that was selected, or let go, last. */
  anchor: string | undefined;
  /** What was selected when the range was begun: growing and shrinking it leaves that alone. */
  base: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const NOTHING_SELECTED: Selection = { keys: NONE, anchor: undefined, base: NONE };

/** One row more or less, from which a range then begins. */
export function toggle({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key, base: next };
}

/** All rows from the anchor, or from `from` where there is none, to `to`. `rows` are those shown, in their order. */
export function extend(
  { anchor, base }: Selection,
  rows: readonly string[],
  { from, to }: { from: string; to: string },
): Selection {
  const start = anchor !== undefined && rows.includes(anchor) ? anchor : from;
  const [first = 0, last = 0] = [rows.indexOf(start), rows.indexOf(to)].sort((one, two) => one - two);
  return { keys: new Set([...base, ...rows.slice(Math.max(first, 0), last + 1)]), anchor: start, base };
}

/** All rows that are shown, beside those selected that are not. */
export function selectAll({ keys, anchor }: Selection, rows: readonly string[]): Selection {
  const next = new Set([...keys, ...rows]);
  return { keys: next, anchor, base: next };
}

/** None of the rows shown. */
export function deselectAll({ keys }: Selection, rows: readonly string[]): Selection {
  const gone = new Set(rows);
  const next = new Set([...keys].filter((key) => !gone.has(key)));
  return { keys: next, anchor: undefined, base: next };
}
