import * as v from 'valibot';
import { SearchId } from '#shared/ids.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { type Item, toKey } from './keys.ts';
import { toExpiry } from './lifetimes.ts';
import type { Cancellable, Signal, Table } from './requests.ts';
import { isHeld } from './search-item.ts';
import * as keys from './service-keys.ts';

/*
 * How many searches, readers or jobs of an account may run at once: one item for each name that is bounded, with a map `held` from
 * holder to the time until which it holds its slot. DynamoDB counts the map's entries itself, so that what is sent is as long for one
 * slot as for a thousand:
 *
 *     take       SET held.<holder>                      if size(held) < atOnce, or the holder is in it
 *     release    REMOVE held.<holder>
 *     sweep      REMOVE held.<dead>, SET held.<holder>  if every dead one is as it was seen, and size(held) < atOnce + dead
 *
 * The first holder of a name makes the map, and only who finds it full looks for holders whose time is over, or for searches that
 * have died. Nothing is tried in a loop: the loser of a race retries once, and is refused if there is no room then.
 */

interface SlotHolder extends Cancellable {
  /** Of whom or what the slots are, e.g. `account:<id>`; names nobody by address or e-mail. */
  name: string;
  /** The search that takes one, or any id that is used once. */
  holder: string;
}

interface TakeSlotOptions extends SlotHolder {
  /** How many slots there are of that name. */
  atOnce: number;
  /** Until when the slot is held at the longest, in milliseconds since 1970. */
  until: number;
}

/** How many hold a slot at once. Every method throws StoreError when storing fails. */
export type Slots = ReturnType<typeof createSlots>;

const COUNT_ERROR = 'Failed to count what is running';
const ERROR_TEXTS = { take: COUNT_ERROR, release: COUNT_ERROR };

/** In milliseconds, beyond the last slot that was taken: another may be held for a little longer than that one. */
const ITEM_STAYS = 24 * 60 * 60 * 1_000;
/** Dead holders swept at once, which bounds the request; one is enough to take a slot. */
const MOST_SWEPT = 20;
/** How many holders, the earliest first, are looked up to see whether they have died: one batch. */
const MOST_LOOKED_UP = 100;

export const createSlots = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** False when all slots are held. A slot whose time is over counts as free. Safe to repeat for the same holder. */
    take: (options: TakeSlotOptions) => takeSlot(table, options),

    /** Frees the holder's slot, and no other's. */
    async release({ name, holder, signal }: SlotHolder) {
      const update = new UpdateExpression();
      const own = update.entry('held', holder);
      await table.updateIf(
        keys.slotsKey(name),
        update.removeAt(own).require(`attribute_exists(${own})`),
        signal,
      );
    },
  });

async function takeSlot(table: Table, options: TakeSlotOptions): Promise<boolean> {
  if (options.atOnce < 1) return false;
  if (await hold(table, options)) return true;
  const item = await table.get(keys.slotsKey(options.name), options.signal);
  if (!v.is(StoredHeld, item?.['held'])) return await holdDamaged(table, options, item?.['held']);
  const held = readHeld(item);
  if (held === undefined) return (await holdFirst(table, options)) || (await hold(table, options));
  const hasRoom = held.size < options.atOnce || held.has(options.holder);
  const free = hasRoom ? [] : await findFree(table, held, options.signal);
  const isSwept = free.length > 0 && (await hold(table, options, free));
  return isSwept || ((hasRoom || free.length > 0) && (await hold(table, options)));
}

/** When each holder's time is over, in milliseconds since 1970; undefined where no slot was ever taken. */
const StoredHeld = v.optional(v.record(v.string(), v.number()));
type Held = ReadonlyMap<string, number>;

/** Undefined where no slot was ever taken. */
export function readHeld(item: Item | undefined): Held | undefined {
  const stored = v.parse(StoredHeld, item?.['held']);
  return stored && new Map(Object.entries(stored));
}

type Entry = readonly [holder: string, until: unknown];

/** Puts the holder into the map, in place of those that are `free` and unchanged. False when there is no room. */
async function hold(table: Table, options: TakeSlotOptions, free: readonly Entry[] = []): Promise<boolean> {
  const { name, holder, atOnce, until, signal } = options;
  const update = new UpdateExpression();
  const own = update.entry('held', holder);
  update.setAt(own, until).set('expiresAt', toExpiry(until + ITEM_STAYS));
  for (const [dead, seen] of free) {
    const entry = update.entry('held', dead);
    update.removeAt(entry).require(`${entry} = ${update.value(seen)}`);
  }
  update.require(`attribute_type(held, ${update.value('M')})`);
  update.require(`(size(held) < ${update.value(atOnce + free.length)} OR attribute_exists(${own}))`);
  return await table.updateIf(keys.slotsKey(name), update, signal);
}

/** Makes the map with this holder in it. False when somebody else has made it. */
async function holdFirst(table: Table, { name, holder, until, signal }: TakeSlotOptions): Promise<boolean> {
  const update = new UpdateExpression().require('attribute_not_exists(held)');
  update.set('held', { [holder]: until }).set('expiresAt', toExpiry(until + ITEM_STAYS));
  return await table.updateIf(keys.slotsKey(name), update, signal);
}

/**
 * Takes a slot where the map is damaged: in place of entries that say no time, or else in a map that is begun anew, since a slot that is never
 * freed would keep everybody waiting for ever. False when there is no room, or somebody else has changed it.
 */
async function holdDamaged(table: Table, options: TakeSlotOptions, damaged: unknown): Promise<boolean> {
  const { name, holder, until, signal } = options;
  const timeless = Object.entries(damaged ?? {}).filter(([, until]) => typeof until !== 'number');
  if (typeof damaged === 'object' && timeless.length > 0)
    return await hold(table, options, timeless.slice(0, MOST_SWEPT));
  const update = new UpdateExpression().requireThat('held', '=', damaged);
  update.set('held', { [holder]: until }).set('expiresAt', toExpiry(until + ITEM_STAYS));
  return await table.updateIf(keys.slotsKey(name), update, signal);
}

/** Those whose time is over; where there are none, those whose searches have ended, or whose instances died before freeing their slots. */
async function findFree(table: Table, held: Held, signal: Signal): Promise<Entry[]> {
  const now = table.clock();
  const entries = [...held].sort(([, one], [, other]) => one - other);
  const overdue = entries.filter(([, until]) => until <= now);
  if (overdue.length > 0) return overdue.slice(0, MOST_SWEPT);
  const oldest = entries.slice(0, MOST_LOOKED_UP).map(([holder]) => holder);
  const dead = await findDead(table, oldest, signal);
  return entries.filter(([holder]) => dead.has(holder)).slice(0, MOST_SWEPT);
}

/** Those of the holders that are searches and have ended, or whose lease ran out. */
async function findDead(table: Table, holders: readonly string[], signal: Signal): Promise<Set<string>> {
  const byPartition = new Map(
    holders
      .filter((holder) => v.is(SearchId, holder))
      .map((holder) => [keys.searchKey(holder).pk, holder] as const),
  );
  const searches = [...byPartition.values()].map(keys.searchKey);
  const found = await table.getAll(searches, ['pk', 'isEnded', 'leaseUntil'], signal);
  const now = table.clock();
  return new Set(
    found.flatMap((item) => {
      const holder = byPartition.get(toKey(item).pk);
      return holder !== undefined && !isHeld(item, now) ? [holder] : [];
    }),
  );
}
