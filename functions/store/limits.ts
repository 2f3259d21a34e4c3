import * as v from 'valibot';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { type Cancellable, expiredUpTo, type Item, type Signal, type Table, toExpiry } from './requests.ts';

/** One thing that is counted, such as the deep searches of one person on one day. */
export interface Quota {
  /** What is counted, e.g. `deep:account:<id>:2026-11-21`; names nobody by address or e-mail. */
  name: string;
  /** How many there may be; 0 allows none. */
  limit: number;
}

interface TakeQuotasOptions extends Cancellable {
  quotas: readonly Quota[];
  /** When the counters may be forgotten, in milliseconds since 1970. */
  expiresAt: number;
}

type TakenQuotas = { taken: true } | { taken: false; full: Quota };

/** Counters that pass exactly their limit, however many ask at once. Every method throws StoreError when storing fails. */
export type Quotas = ReturnType<typeof createQuotas>;

interface SlotHolder extends Cancellable {
  person: string;
  searchId: string;
}

interface TakeSlotOptions extends SlotHolder {
  slots: number;
  /** Until when the slot is held at the longest, in milliseconds since 1970. */
  until: number;
}

/** How many searches a person runs at once. Every method throws StoreError when storing fails. */
export type RunningSlots = ReturnType<typeof createRunningSlots>;

const COUNT_ERROR = 'Failed to count the search';
const QUOTA_TEXTS = { take: COUNT_ERROR, giveBack: COUNT_ERROR };
const SLOT_TEXTS = { take: COUNT_ERROR, release: COUNT_ERROR };

export const createQuotas = (table: Table) =>
  withStoreErrors(QUOTA_TEXTS, {
    /** Counts one in every quota, or in none: then `full` is the first that is used up. */
    take: (options: TakeQuotasOptions) => takeQuotas(table, options),
    /** Takes one back, e.g. for a search that could not begin. */
    async giveBack({ quotas, signal }: Cancellable & { quotas: readonly Quota[] }) {
      await Promise.all(quotas.map((quota) => giveBackQuota(table, quota, signal)));
    },
  });

/**
 * Counts in one quota after the other, one write each; when one is used up the earlier ones are given back. What cannot be
 * given back, because the process died or DynamoDB failed, stays counted: one too many, never one too few. The same goes for
 * a write whose response was lost and that was sent again after another change of the counter.
 */
async function takeQuotas(table: Table, { quotas, ...expiry }: TakeQuotasOptions): Promise<TakenQuotas> {
  const [quota, ...others] = quotas;
  if (quota === undefined) return { taken: true };
  if (!(await takeQuota(table, quota, expiry))) return { taken: false, full: quota };
  let isKept = false;
  try {
    const taken = await takeQuotas(table, { quotas: others, ...expiry });
    isKept = taken.taken;
    return taken;
  } finally {
    // Without the signal: what was counted is given back though nobody waits for it any more.
    if (!isKept) await giveBackQuota(table, quota, undefined).catch(() => undefined);
  }
}

/** A counter that expired is started again by one of its callers; the others then add to that. */
const ROUNDS = 5;

async function takeQuota(
  table: Table,
  quota: Quota,
  { expiresAt, signal }: Omit<TakeQuotasOptions, 'quotas'>,
): Promise<boolean> {
  if (quota.limit < 1) return false;
  const key = keys.quotaKey(quota.name);
  const attempt = table.newAttempt();
  const change = { quota, expiresAt: toExpiry(expiresAt), attempt };
  for (let round = 0; round < ROUNDS; round += 1) {
    if (await table.update(key, addOne(change, table.clock()), signal)) return true;
    const counter = await table.get(key, signal);
    // An earlier update succeeded, but its response was lost.
    if (counter?.['changedBy'] === attempt) return true;
    if (counter !== undefined && !table.isExpired(counter)) return false;
    if (await table.update(key, startAgain(change, table.clock()), signal)) return true;
  }
  throw new Error('The counter kept expiring');
}

interface Change {
  quota: Quota;
  /** In seconds since 1970. */
  expiresAt: number;
  attempt: string;
}

function addOne({ quota, expiresAt, attempt }: Change, now: number): UpdateExpression {
  const update = new UpdateExpression().add('taken', 1).set('expiresAt', expiresAt).set('changedBy', attempt);
  const isLive = `expiresAt > ${update.value(expiredUpTo(now))}`;
  const isNew = `changedBy <> ${update.value(attempt)}`;
  const hasRoom = `taken < ${update.value(quota.limit)}`;
  return update.require(`(attribute_not_exists(pk) OR (${hasRoom} AND ${isLive} AND ${isNew}))`);
}

function startAgain({ expiresAt, attempt }: Change, now: number): UpdateExpression {
  const update = new UpdateExpression().set('taken', 1).set('expiresAt', expiresAt).set('changedBy', attempt);
  return update.requireThat('expiresAt', '<=', expiredUpTo(now));
}

/**
 * Takes one back from a counter that has one. A request that is sent again because its response was lost finds its own name
 * and does nothing; it takes effect twice only when another change of the counter came in between.
 */
async function giveBackQuota(table: Table, { name }: Quota, signal: Signal): Promise<void> {
  const attempt = table.newAttempt();
  const update = new UpdateExpression().add('taken', -1).set('changedBy', attempt);
  update.requireThat('taken', '>', 0).requireThat('changedBy', '<>', attempt);
  await table.update(keys.quotaKey(name), update, signal);
}

/** Each of a person's slots is an attribute of one item, so that one condition can see them all. */
const slotName = (number: number): string => `slot${number}`;

/** `heldUntil` in milliseconds since 1970. */
const HeldSlot = v.object({ heldBy: v.string(), heldUntil: v.number() });
type HeldSlot = v.InferOutput<typeof HeldSlot>;

/** In milliseconds, beyond the last slot that was taken: another may be held for a little longer than that one. */
const ITEM_STAYS = 24 * 60 * 60 * 1_000;

export const createRunningSlots = (table: Table) =>
  withStoreErrors(SLOT_TEXTS, {
    /** False when all slots are held. A slot whose time is over counts as free. Safe to repeat for the same search. */
    take: (options: TakeSlotOptions) => takeSlot(table, options),

    /** Frees the slot that the search holds, and no other's. */
    async release({ person, searchId, signal }: SlotHolder) {
      const key = keys.slotsKey(person);
      const item = (await table.get(key, signal)) ?? {};
      for (const [slot, held] of Object.entries(item)) {
        if (!v.is(HeldSlot, held) || held.heldBy !== searchId) continue;
        const update = new UpdateExpression().remove(slot).requireThat(`${slot}.heldBy`, '=', searchId);
        await table.update(key, update, signal);
      }
    },
  });

/**
 * One write where the first slot is free. Otherwise a read shows which one is; when somebody else takes that one first, it
 * reads again, each time with one slot fewer to try. When none is free, those of searches whose instances died count as free.
 */
async function takeSlot(table: Table, options: TakeSlotOptions): Promise<boolean> {
  if (options.slots < 1) return false;
  if (await takeOne(table, { ...options, number: 0 })) return true;
  const waived = new Set<string>();
  for (;;) {
    const item = (await table.get(keys.slotsKey(options.person), options.signal)) ?? {};
    const held = readSlots(item, options.slots);
    const number = findFree(held, options.searchId, waived, table.clock());
    if (number !== undefined) {
      if (await takeOne(table, { ...options, number, insteadOf: held[number]?.heldBy })) return true;
      continue;
    }
    const holders = held.flatMap((slot) => slot?.heldBy ?? []);
    const dead = await findDead(table, holders, options.signal);
    const found = dead.filter((searchId) => !waived.has(searchId));
    if (found.length === 0) return false;
    for (const searchId of found) waived.add(searchId);
  }
}

const readSlots = (item: Item, slots: number): (HeldSlot | undefined)[] =>
  Array.from({ length: slots }, (_, number) => {
    const held = item[slotName(number)];
    return v.is(HeldSlot, held) ? held : undefined;
  });

/** The slot the search has already, or else the first that nobody holds. @param waived holders that no longer count */
function findFree(
  held: readonly (HeldSlot | undefined)[],
  searchId: string,
  waived: ReadonlySet<string>,
  now: number,
) {
  const own = held.findIndex((slot) => slot?.heldBy === searchId);
  if (own >= 0) return own;
  const free = held.findIndex((slot) => !slot || slot.heldUntil <= now || waived.has(slot.heldBy));
  return free >= 0 ? free : undefined;
}

const Held = v.object({ pk: v.string(), isEnded: v.boolean(), leaseUntil: v.number() });

/** Those of the searches that have ended, or whose lease ran out: their instances died before freeing their slots. */
async function findDead(table: Table, searchIds: readonly string[], signal: Signal): Promise<string[]> {
  const searches = [...new Set(searchIds)].map(keys.searchKey);
  const found = await table.getAll(searches, ['pk', 'isEnded', 'leaseUntil'], signal);
  const now = table.clock();
  const dead = new Set(
    found.flatMap((item) => {
      const { pk, isEnded, leaseUntil } = v.parse(Held, item);
      return isEnded || leaseUntil < now ? [pk] : [];
    }),
  );
  return searchIds.filter((searchId) => dead.has(keys.searchKey(searchId).pk));
}

interface TakeOneOptions extends TakeSlotOptions {
  number: number;
  /** Who holds the slot, as last seen, without a right to it any more. */
  insteadOf?: string | undefined;
}

/** Takes the slot if it is free, the search's own or still held by `insteadOf`, unless the search holds another. */
async function takeOne(table: Table, options: TakeOneOptions): Promise<boolean> {
  const { number, person, searchId, slots, until, insteadOf, signal } = options;
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
  return (await table.update(keys.slotsKey(person), update, signal)) !== undefined;
}
