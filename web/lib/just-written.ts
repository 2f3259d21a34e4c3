import * as v from 'valibot';
import { wait } from './lazy.ts';
import { JsonList } from './stored-list.ts';

/** Milliseconds for which another tab may not have seen what this one has written. */
const UNSEEN = 5_000;
/** Milliseconds after which all that a tab writes at once has come here. */
const ONE_WRITE = 100;

interface Written<Value> {
  value: Value;
  /** Milliseconds since the epoch. */
  at: number;
  /** What this tab has just replaced, which a tab that has not seen that still takes to be stored. */
  replaced: readonly Value[];
}

/** One entry as this tab has written it, and as it is stored; undefined where it is gone. */
export type Versions<Value> = Written<Value> & { stored: Value | undefined };

/**
 * What this tab has just written of one stored list, by id. Browsers let two tabs write at the same moment, for example when both waited for the
 * same search: neither has seen what the other writes, and the later one overwrites it. The tab whose write was lost puts it back.
 */
export class JustWritten<Value> {
  readonly #written = new Map<string, Written<Value>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes what has been written, in whose place; null for what has been taken out. */
  note(id: string, value: Value | null, before?: Value): void {
    const at = this.#now();
    const last = this.#written.get(id);
    const replaced = last && at - last.at <= UNSEEN ? last.replaced : [];
    if (value === null) this.#written.delete(id);
    else
      this.#written.set(id, { value, at, replaced: before === undefined ? replaced : [...replaced, before] });
  }

  /** What this tab has written last under an id. */
  valueOf(id: string): Value | undefined {
    return this.#written.get(id)?.value;
  }

  forget(): void {
    this.#written.clear();
  }

  /**
   * What of it another tab that had not seen it may have overwritten, whole or in part, once all is here that it wrote with that. What it has
   * taken out, doing nothing else, was deleted.
   * @param event the browser's news of its write: `oldValue` is what storage held until then, or what that tab took it to hold, as browsers differ
   * @param stored what is stored when it is asked
   */
  async lostIn(event: Event, stored: () => ReadonlyMap<string, Value>): Promise<Versions<Value>[]> {
    if (this.#written.size === 0 || !('oldValue' in event && 'newValue' in event)) return [];
    // Nothing of the list is to be left.
    if (event.newValue === null) this.forget();
    const [before, after] = [`${event.oldValue}`, `${event.newValue}`];
    const isDeletion = onlyTakesOut(before, after);
    for (const [id, { at }] of this.#written) {
      const quoted = JSON.stringify(id);
      const isDeleted = isDeletion && before.includes(quoted) && !after.includes(quoted);
      if (this.#now() - at > UNSEEN || isDeleted) this.#written.delete(id);
    }
    if (this.#written.size === 0) return [];
    const unseen = [...this.#written.keys()];
    await wait(ONE_WRITE);
    const kept = stored();
    return unseen.flatMap((id) => {
      const written = this.#written.get(id);
      return written ? { ...written, stored: kept.get(id) } : [];
    });
  }
}

/** Whether one stored list has nothing that the other has not, word for word. */
function onlyTakesOut(before: string, after: string): boolean {
  const [old, written] = [before, after].map((text) => v.safeParse(JsonList, text));
  if (!old?.success || !written?.success) return true;
  const known = new Set(old.output.map((entry) => JSON.stringify(entry)));
  return written.output.every((entry) => known.has(JSON.stringify(entry)));
}
