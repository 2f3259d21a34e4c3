import * as v from 'valibot';
import { searchKey, slotsKey } from '../../keys.ts';
import type { RunningSlots } from '../../ports/quotas.ts';
import { toExpiry } from '../expiry.ts';
import { getItem, getItems, updateItem } from '../requests.ts';
import type { Item, Table } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';
import { HeldSlot, slotName } from './slots-item.ts';

/** In milliseconds, beyond the last slot that was taken: another may be held for a little longer than that one. */
const ITEM_STAYS = 24 * 60 * 60 * 1_000;

type TakeOptions = Parameters<RunningSlots['take']>[0];

/**
 * One write where the first slot is free. Otherwise a look shows which one is, and a slot that somebody was faster to take is looked
 * for again: each time a slot fewer is left. Where none is, those of searches whose instances have died count as free.
 */
export async function takeSlot(table: Table, options: TakeOptions): Promise<boolean> {
  if (options.slots < 1) return false;
  if (await takeOne(table, { ...options, number: 0 })) return true;
  const waived = new Set<string>();
  for (;;) {
    const item = (await getItem(table, slotsKey(options.person), options.signal)) ?? {};
    const number = findFree(item, { ...options, waived, now: table.clock() });
    if (number !== undefined) {
      if (await takeOne(table, { ...options, number, insteadOf: holderOf(item, number) })) return true;
      continue;
    }
    const dead = await findDead(table, holdersOf(item, options.slots), options.signal);
    const found = dead.filter((searchId) => !waived.has(searchId));
    if (found.length === 0) return false;
    for (const searchId of found) waived.add(searchId);
  }
}

interface Wanted extends TakeOptions {
  /** Holders that count no more. */
  waived: ReadonlySet<string>;
  now: number;
}

/** The slot the search has already, or else the first that nobody holds. */
function findFree(item: Item, { slots, searchId, waived, now }: Wanted): number | undefined {
  const all = Array.from({ length: slots }, (_, number) => ({ number, held: item[slotName(number)] }));
  const own = all.find(({ held }) => v.is(HeldSlot, held) && held.heldBy === searchId);
  const free = all.find(
    ({ held }) => !v.is(HeldSlot, held) || held.heldUntil <= now || waived.has(held.heldBy),
  );
  return (own ?? free)?.number;
}

function holderOf(item: Item, number: number): string | undefined {
  const held = item[slotName(number)];
  return v.is(HeldSlot, held) ? held.heldBy : undefined;
}

const holdersOf = (item: Item, slots: number): string[] =>
  Array.from({ length: slots }, (_, number) => holderOf(item, number)).filter((held) => held !== undefined);

const Held = v.object({ pk: v.string(), isEnded: v.boolean(), leaseUntil: v.number() });

/** Those of the searches that have ended, or whose lease ran out: their instances died before they freed their slots. */
async function findDead(
  table: Table,
  searchIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const keys = [...new Set(searchIds)].map(searchKey);
  const found = await getItems(table, { keys, attributes: ['pk', 'isEnded', 'leaseUntil'] }, signal);
  const now = table.clock();
  const dead = new Set(
    found.flatMap((item) => {
      const { pk, isEnded, leaseUntil } = v.parse(Held, item);
      return isEnded || leaseUntil < now ? [pk] : [];
    }),
  );
  return searchIds.filter((searchId) => dead.has(searchKey(searchId).pk));
}

interface TakeOne extends TakeOptions {
  number: number;
  /** Who is seen to hold the slot without a right to it. */
  insteadOf?: string | undefined;
}

/** Takes the slot if it is free, the search's own or held by whom it is to be taken from, unless the search holds another. */
async function takeOne(
  table: Table,
  { number, person, searchId, slots, until, insteadOf, signal }: TakeOne,
): Promise<boolean> {
  const update = new UpdateExpression();
  const slot = slotName(number);
  const own = update.value(searchId);
  const time = update.value(table.clock());
  update.set(slot, { heldBy: searchId, heldUntil: until }).set('expiresAt', toExpiry(until + ITEM_STAYS));
  const taken = insteadOf === undefined ? own : update.value(insteadOf);
  update.require(
    `(attribute_not_exists(${slot}) OR ${slot}.heldUntil <= ${time} OR ${slot}.heldBy IN (${own}, ${taken}))`,
  );
  for (let other = 0; other < slots; other += 1) {
    if (other === number) continue;
    const name = slotName(other);
    update.require(`(attribute_not_exists(${name}) OR ${name}.heldBy <> ${own})`);
  }
  return (await updateItem(table, { Key: slotsKey(person), ...update.build() }, signal)) !== undefined;
}
