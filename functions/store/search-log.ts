import * as v from 'valibot';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { type ChatAddress, type Item, type Key, toKey } from './keys.ts';
import { expiredUpTo, toExpiry } from './lifetimes.ts';
import type { Cancellable, Signal, Table } from './requests.ts';
import { type AppendOptions, appendEvents, listEvents } from './search-events.ts';
import * as searchItem from './search-item.ts';
import { searchesOf } from './searched-with.ts';
import * as keys from './service-keys.ts';

/**
 * The lease on a search that is in the log. One instance at a time holds it, and counts as alive until `leaseUntil`.
 *
 *     first     claim ===== renew ===== renew ===== runs out
 *                                       (killed)       .
 *     second                                           .    takeOver ===== renew ===== end
 *     status    |-------------------------- running ------------------------------------|--- ended, until it expires
 *
 * - `claim` succeeds for one caller in the world. `withdraw` undoes it for a search that may not run.
 * - `renew` also brings requests to stop. It still succeeds after the lease ran out, until somebody takes it over.
 * - `takeOver` succeeds for one caller, once the lease ran out. From then on the former holder can neither renew nor end.
 * - `append` needs no lease: whoever writes an event's number first has it, so a former holder that is still alive notices.
 * - `end` succeeds for the holder alone. Afterwards nobody can renew or take over.
 * - `forget` deletes a search that has ended; of one that is running it is a stop, and `end` deletes it.
 */
export interface Lease {
  searchId: string;
  /** Names one instance's run of the search; never used twice. */
  holder: string;
  /** In milliseconds since 1970. */
  leaseUntil: number;
}

type SearchOptions = Cancellable & Pick<Lease, 'searchId'>;
type HolderOptions = Cancellable & Pick<Lease, 'searchId' | 'holder'>;

interface ClaimOptions extends Cancellable, Pick<searchItem.SearchState, 'search' | 'slots' | 'expiresAt'> {
  lease: Lease;
}

type Claim = { claimed: true } | { claimed: false; state: searchItem.SearchState };

/** Every search with its events, until it expires. Every method throws StoreError when storing fails. */
export type SearchLog = ReturnType<typeof createSearchLog>;

const READ_ERROR = 'Failed to fetch the events of the search';
const WRITE_ERROR = 'Failed to log the search';
const ERROR_TEXTS = {
  claim: WRITE_ERROR,
  withdraw: WRITE_ERROR,
  read: READ_ERROR,
  append: WRITE_ERROR,
  list: READ_ERROR,
  renew: WRITE_ERROR,
  takeOver: WRITE_ERROR,
  requestStop: 'Failed to stop the search',
  forget: 'Failed to delete the log of the search',
  end: WRITE_ERROR,
};

/** A search that was withdrawn or refused between the two requests is claimed again. */
const CLAIM_ROUNDS = 10;
/** How long a refusal is shown to repeats that arrived before it was decided, in milliseconds. */
const REFUSAL_STAYS = 60_000;

export const createSearchLog = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /**
     * Claims the search's id, once for all callers in the world; the search as it is when somebody was faster. One write, and one
     * more read for those who come late.
     */
    async claim(options: ClaimOptions): Promise<Claim> {
      const { search, lease, signal } = options;
      for (let round = 0; round < CLAIM_ROUNDS; round += 1) {
        const put = {
          Item: searchItem.encode({ ...options, ...lease }),
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR attribute_exists(refusal)',
          ExpressionAttributeValues: { ':now': expiredUpTo(table.clock()) },
        };
        if (await table.putIf(put, signal)) return { claimed: true };
        const item = await table.get(keys.searchKey(search.searchId), signal);
        if (item === undefined || table.isExpired(item)) continue;
        const { state, holder } = searchItem.decode(item);
        if (state.refusal !== undefined) continue;
        // The same holder: an earlier put succeeded, but its response was lost.
        return holder === lease.holder ? { claimed: true } : { claimed: false, state };
      }
      throw new Error('The search kept being claimed and withdrawn');
    },

    /**
     * Undoes the caller's own claim of a search that never began; a refusal is shown for a minute, or until the search is claimed
     * again. Leaves a search that ended, or whose lease another instance took over, as it is: that one is ending it.
     */
    async withdraw({
      searchId,
      holder,
      refusal,
      signal,
    }: HolderOptions & { refusal?: searchItem.Refusal }): Promise<void> {
      const key = keys.searchKey(searchId);
      const update = new UpdateExpression().requireThat('isEnded', '=', false);
      update.requireThat('claimedBy', '=', holder).requireThat('holder', '=', holder);
      if (refusal === undefined) return await table.deleteIf(key, update, signal);
      const expiresAt = toExpiry(table.clock() + REFUSAL_STAYS);
      update.set('refusal', refusal).set('isEnded', true).set('expiresAt', expiresAt);
      await table.update(key, update, signal);
    },

    async read({ searchId, signal }: SearchOptions): Promise<searchItem.SearchState | undefined> {
      const item = await table.get(keys.searchKey(searchId), signal);
      return item === undefined || table.isExpired(item) ? undefined : searchItem.decode(item).state;
    },

    /** Writes events in their order; the same again changes nothing. @throws NumberTakenError where a number stands for another event. */
    append: (options: AppendOptions) => appendEvents(table, options),

    /** At most `limit` events after that number, without a gap: what follows a missing one is left out until that is there. */
    list: (options: keys.EventsAfter & Cancellable) => listEvents(table, options),

    /**
     * Prolongs the lease, also one that ran out and that nobody has taken over; tells whether to stop. Undefined when another holds
     * it or the search has ended.
     */
    async renew({ searchId, holder, leaseUntil, signal }: Lease & Cancellable) {
      const update = searchItem.updateOfRunning(table.clock()).requireThat('holder', '=', holder);
      update.set('leaseUntil', leaseUntil);
      const item = await table.update(keys.searchKey(searchId), update, signal);
      return item && v.parse(searchItem.Renewed, item);
    },

    /** Takes the lease of a running search whose holder let it run out before `now`; false when it has not. */
    async takeOver({ searchId, holder, leaseUntil, now, signal }: Lease & Cancellable & { now: number }) {
      const update = searchItem.updateOfRunning(now).set('holder', holder).set('leaseUntil', leaseUntil);
      // The same holder: an earlier update succeeded, but its response was lost.
      update.require(`(leaseUntil < ${update.value(now)} OR holder = ${update.value(holder)})`);
      return (await table.update(keys.searchKey(searchId), update, signal)) !== undefined;
    },

    /** Asks whoever runs the search to stop; false when it is not running. */
    async requestStop({ searchId, signal }: SearchOptions) {
      const update = searchItem.updateOfRunning(table.clock()).set('stopRequested', true);
      return (await table.update(keys.searchKey(searchId), update, signal)) !== undefined;
    },

    /**
     * Deletes the search with its events. One that is running is asked to stop, and deleted by whoever ends it, within seconds.
     * Safe to repeat.
     */
    forget: ({ searchId, signal }: SearchOptions) => forgetSearch(table, searchId, signal),

    /**
     * Marks the search as ended; false when another holds the lease. Safe to repeat. To be called once all its events are written: one that
     * is to be forgotten is deleted here.
     */
    async end({ searchId, holder, signal }: HolderOptions) {
      const update = new UpdateExpression().set('isEnded', true).requireThat('holder', '=', holder);
      const item = await table.update(keys.searchKey(searchId), update, signal);
      if (item?.['isForgotten'] === true) await deletePartition(table, searchId, signal);
      return item !== undefined;
    },
  });

/** Forgets the searches that a chat's items have asked for, which are known by nothing else: before the items go. */
export async function forgetSearchesOf(
  table: Table,
  items: readonly Item[],
  chat: ChatAddress & Cancellable,
): Promise<void> {
  for (const searchId of await searchesOf(table, items, chat))
    await forgetSearch(table, searchId, chat.signal);
}

/** As the log's `forget`. @returns whether the search is still running, so that whoever runs it deletes its log */
export async function forgetSearch(table: Table, searchId: string, signal: Signal): Promise<boolean> {
  const partition = keys.searchPartition(searchId);
  const query = { partition, attributes: ['pk', 'sk', 'isEnded', 'leaseUntil'] };
  const found = await table.query(query, signal);
  if (found.some((item) => searchItem.isHeld(item, table.clock()))) {
    const update = searchItem
      .updateOfRunning(table.clock())
      .set('stopRequested', true)
      .set('isForgotten', true);
    // Refused where it has ended just now.
    if (await table.updateIf(keys.searchKey(searchId), update, signal)) return true;
  }
  await deletePartition(table, searchId, signal);
  return false;
}

/** The events first: while there is the search itself, a repeat finds what is left. */
async function deletePartition(table: Table, searchId: string, signal: Signal): Promise<void> {
  const query = { partition: keys.searchPartition(searchId), attributes: ['pk', 'sk'] };
  const found = (await table.query(query, signal)).map(toKey);
  const isItself = ({ sk }: Key) => sk === keys.searchKey(searchId).sk;
  await table.deleteAll([...found.filter((key) => !isItself(key)), ...found.filter(isItself)], signal);
}
