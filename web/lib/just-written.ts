import * as v from 'valibot';
import { wait } from './schedule.ts';
import { JsonList } from './stored-list.ts';

/** Milliseconds during which another tab may not yet have seen this tab's write. */
const UNSEEN_PERIOD = 5_000;
/** Milliseconds after which everything that a tab writes in one go has arrived here. */
const SETTLE_TIME = 100;

interface Written<Value> {
  value: Value;
  /** Milliseconds since the epoch. */
  at: number;
  /** Values that this tab has just replaced; a tab that has not seen the replacement still believes them to be stored. */
  replaced: readonly Value[];
}

/** An entry as this tab wrote it, and as it is stored now; undefined if it is gone. */
export type Versions<Value> = Pick<Written<Value>, 'value' | 'replaced'> & { stored: Value | undefined };

/**
 * This tab's recent writes to one stored list, by id. Browsers let two tabs write at the same moment, for example when both waited for the
 * same search: neither has seen the other's write, and the later one overwrites the earlier. The tab whose write was lost restores it.
 */
export class JustWritten<Value> {
  readonly #written = new Map<string, Written<Value>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records a written value, and the one it replaced; null for a removal. */
  note(id: string, value: Value | null, before?: Value): void {
    const at = this.#now();
    const last = this.#written.get(id);
    const replaced = last && this.#isRecent(last) ? last.replaced : [];
    if (value === null) this.#written.delete(id);
    else
      this.#written.set(id, { value, at, replaced: before === undefined ? replaced : [...replaced, before] });
  }

  /** The value that this tab last wrote for an id. */
  valueOf(id: string): Value | undefined {
    return this.#written.get(id)?.value;
  }

  forget(): void {
    this.#written.clear();
  }

  /**
   * Recent writes of this tab that another tab, not having seen them, may have overwritten in whole or in part; resolves once everything
   * that the other tab wrote in the same go has arrived. Entries that it only removed, changing nothing else, count as deleted.
   * @param event the `storage` event of its write: `oldValue` is what storage contained until then, or what that tab believed it did,
   *   depending on the browser
   * @param stored reads what is stored at the time of the call
   */
  async lostIn(event: Event, stored: () => ReadonlyMap<string, Value>): Promise<Versions<Value>[]> {
    const unseen = this.unseenIn(event);
    if (unseen.size === 0) return [];
    await wait(SETTLE_TIME);
    const kept = stored();
    return [...unseen.keys()].flatMap((id) => {
      const written = this.#written.get(id);
      return written ? { ...written, stored: kept.get(id) } : [];
    });
  }

  /** The same writes by id, at once, whether or not they are still stored. */
  unseenIn(event: Event): ReadonlyMap<string, Written<Value>> {
    if (this.#written.size === 0 || !('oldValue' in event && 'newValue' in event)) return new Map();
    // The whole list was removed.
    if (event.newValue === null) this.forget();
    const [before, after] = [`${event.oldValue}`, `${event.newValue}`];
    const isDeletion = onlyRemovesEntries(before, after);
    for (const id of this.#written.keys()) {
      const quoted = JSON.stringify(id);
      if (isDeletion && before.includes(quoted) && !after.includes(quoted)) this.#written.delete(id);
    }
    return this.recent();
  }

  /** What this tab has written so recently that another may not have seen it, by id. */
  recent(): ReadonlyMap<string, Written<Value>> {
    for (const [id, written] of this.#written) if (!this.#isRecent(written)) this.#written.delete(id);
    return new Map(this.#written);
  }

  /** Not once the clock has been set back: until it catches up, the write would overwrite those of other tabs. */
  #isRecent({ at }: Written<Value>): boolean {
    return Math.abs(this.#now() - at) <= UNSEEN_PERIOD;
  }
}

/** Whether the new list only removes entries from the old one, comparing them as JSON; also true if either cannot be read. */
function onlyRemovesEntries(before: string, after: string): boolean {
  const [old, written] = [before, after].map((text) => v.safeParse(JsonList, text));
  if (!old?.success || !written?.success) return true;
  const known = new Set(old.output.map((entry) => JSON.stringify(entry)));
  return written.output.every((entry) => known.has(JSON.stringify(entry)));
}
