import * as v from 'valibot';
import { unlessAborted } from '#functions/timing.ts';
import { SearchId } from '#shared/ids.ts';
import { DAY } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { type Item, toKey } from './keys.ts';
import { toExpiry } from './lifetimes.ts';
import { isHeld } from './search-item.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

/*
 * Limits how many searches, readers or jobs of an account may run at once. Each limited name has one item, with a map `held` from
 * holder to the time when its slot expires. DynamoDB counts the map's entries itself, so requests have the same size for one slot
 * as for a thousand:
 *
 *     take       SET held.<holder>                      if size(held) < atOnce, or the holder is in it
 *     release    REMOVE held.<holder>
 *     sweep      REMOVE held.<dead>, SET held.<holder>  if every dead entry is unchanged, and size(held) < atOnce + dead
 *
 * The first holder of a name creates the map. Only a caller that finds it full looks for expired slots, or for searches that have
 * died. There are no retry loops: the loser of a race retries once, and is refused if there is still no room.
 */

interface SlotHolder extends Cancellable {
  /** Who or what the slots belong to, e.g. `account:<id>`. Never contains an IP or email address. */
  name: string;
  /** The id of the search that takes a slot, or any other unique id. */
  holder: string;
}

interface TakeSlotOptions extends SlotHolder {
  /** The number of slots under that name. */
  atOnce: number;
  /** When the slot expires if it is not released, in milliseconds since 1970. */
  until: number;
}

/** Slots that limit concurrency. Every method throws StoreError when the database fails. */
export type Slots = ReturnType<typeof createSlots>;

const COUNT_ERROR = 'Failed to count what is running';
const ERROR_TEXTS = { take: COUNT_ERROR, release: COUNT_ERROR };

/** How long the item outlives the slot taken last, in milliseconds, since a slot taken earlier may expire a little later. */
const ITEM_LIFETIME = DAY;
/** The most dead holders to sweep in one request, which limits its size; sweeping one is enough to take a slot. */
const MAX_SWEPT = 20;
/** The most holders, earliest first, to check for having died: one batch. */
const MAX_LIVENESS_CHECKS = 100;

export const createSlots = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** False if all slots are taken. An expired slot counts as free. Idempotent for the same holder. */
    take: (options: TakeSlotOptions) => takeSlot(table, options),

    /** Releases the holder's slot. */
    async release({ name, holder, signal }: SlotHolder) {
      const update = new UpdateExpression();
      const own = update.entry('held', holder);
      await table.updateIf(
        serviceKeys.slotsKey(name),
        update.removeAt(own).require(`attribute_exists(${own})`),
        signal,
      );
    },
  });

interface ReleaseDeps {
  slots: Pick<Slots, 'release'>;
  log: (what: string, error: unknown) => void;
}

/** Releases a slot, or stops trying when its signal is aborted. Never rejects: a slot that is not released expires by itself. */
export async function releaseSlot(slot: SlotHolder, { slots, log }: ReleaseDeps): Promise<void> {
  const { signal } = slot;
  const releasing = slots.release(slot);
  await (signal ? unlessAborted(signal, releasing) : releasing).catch((error) =>
    log('a slot could not be released', error),
  );
}

async function takeSlot(table: Table, options: TakeSlotOptions): Promise<boolean> {
  if (options.atOnce < 1) return false;
  if (await hold(table, options)) return true;
  const item = await table.get(serviceKeys.slotsKey(options.name), options.signal);
  if (!v.is(StoredHeld, item?.['held'])) return await holdDamaged(table, options, item?.['held']);
  const held = readHeld(item);
  if (held === undefined) return (await holdFirst(table, options)) || (await hold(table, options));
  const hasRoom = held.size < options.atOnce || held.has(options.holder);
  const free = hasRoom ? [] : await findFree(table, held, options.signal);
  const isSwept = free.length > 0 && (await hold(table, options, free));
  return isSwept || ((hasRoom || free.length > 0) && (await hold(table, options)));
}

/** When each holder's slot expires, in milliseconds since 1970; undefined if no slot was ever taken. */
const StoredHeld = v.optional(v.record(v.string(), v.number()));
type Held = ReadonlyMap<string, number>;

/** Undefined if no slot was ever taken. */
export function readHeld(item: Item | undefined): Held | undefined {
  const stored = v.parse(StoredHeld, item?.['held']);
  return stored && new Map(Object.entries(stored));
}

type Entry = readonly [holder: string, until: unknown];

/** Adds the holder to the map, replacing the `free` entries. False if there is no room, or one of those has changed. */
async function hold(table: Table, options: TakeSlotOptions, free: readonly Entry[] = []): Promise<boolean> {
  const { name, holder, atOnce, until, signal } = options;
  const update = new UpdateExpression();
  const own = update.entry('held', holder);
  update.setAt(own, until).set('expiresAt', toExpiry(until + ITEM_LIFETIME));
  for (const [dead, seen] of free) {
    const entry = update.entry('held', dead);
    update.removeAt(entry).require(`${entry} = ${update.value(seen)}`);
  }
  update.require(`attribute_type(held, ${update.value('M')})`);
  update.require(`(size(held) < ${update.value(atOnce + free.length)} OR attribute_exists(${own}))`);
  return await table.updateIf(serviceKeys.slotsKey(name), update, signal);
}

/** Creates the map with this holder in it. False if it already exists. */
async function holdFirst(table: Table, { name, holder, until, signal }: TakeSlotOptions): Promise<boolean> {
  const update = new UpdateExpression().require('attribute_not_exists(held)');
  update.set('held', { [holder]: until }).set('expiresAt', toExpiry(until + ITEM_LIFETIME));
  return await table.updateIf(serviceKeys.slotsKey(name), update, signal);
}

/**
 * Takes a slot in a damaged map: replaces entries without a time, or else the whole map, since a slot that is never freed would block its
 * name forever. False if there is no room, or the map has changed in the meantime.
 */
async function holdDamaged(table: Table, options: TakeSlotOptions, damaged: unknown): Promise<boolean> {
  const { name, holder, until, signal } = options;
  const timeless = Object.entries(damaged ?? {}).filter(([, until]) => typeof until !== 'number');
  if (typeof damaged === 'object' && timeless.length > 0)
    return await hold(table, options, timeless.slice(0, MAX_SWEPT));
  const update = new UpdateExpression().requireThat('held', '=', damaged);
  update.set('held', { [holder]: until }).set('expiresAt', toExpiry(until + ITEM_LIFETIME));
  return await table.updateIf(serviceKeys.slotsKey(name), update, signal);
}

/** The expired entries; if there are none, those of searches that have ended, or whose instance died before releasing its slot. */
async function findFree(table: Table, held: Held, signal: Signal): Promise<Entry[]> {
  const now = table.clock();
  const entries = [...held].sort(([, one], [, other]) => one - other);
  const overdue = entries.filter(([, until]) => until <= now);
  if (overdue.length > 0) return overdue.slice(0, MAX_SWEPT);
  const oldest = entries.slice(0, MAX_LIVENESS_CHECKS).map(([holder]) => holder);
  const dead = await findDead(table, oldest, signal);
  return entries.filter(([holder]) => dead.has(holder)).slice(0, MAX_SWEPT);
}

/** The holders that are searches which have ended, or whose lease has expired. */
async function findDead(table: Table, holders: readonly string[], signal: Signal): Promise<Set<string>> {
  const byPartition = new Map(
    holders
      .filter((holder) => v.is(SearchId, holder))
      .map((holder) => [serviceKeys.searchKey(holder).pk, holder] as const),
  );
  const searches = [...byPartition.values()].map(serviceKeys.searchKey);
  const found = await table.getAll(searches, ['pk', 'isEnded', 'leaseUntil'], signal);
  const now = table.clock();
  return new Set(
    found.flatMap((item) => {
      const holder = byPartition.get(toKey(item).pk);
      return holder !== undefined && !isHeld(item, now) ? [holder] : [];
    }),
  );
}
