import * as v from 'valibot';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { type ChatAddress, type Item, type Key, toKey } from './keys.ts';
import { expiryCutoff, toExpiry } from './lifetimes.ts';
import { searchesOf } from './related-searches.ts';
import { type AppendOptions, appendEvents, listEvents } from './search-events.ts';
import * as searchItem from './search-item.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

/**
 * The lease on a search in the log. One instance at a time holds it, and counts as alive until `leaseUntil`.
 *
 *     first     claim ===== renew ===== renew ===== expires
 *                                       (killed)       .
 *     second                                           .    takeOver ===== renew ===== end
 *     status    |-------------------------- running ------------------------------------|--- ended, until it expires
 *
 * - `claim` succeeds for exactly one caller. `withdraw` undoes it for a search that may not run.
 * - `renew` also reports stop requests. It still succeeds after the lease has expired, until another instance takes it over.
 * - `takeOver` succeeds for one caller, once the lease has expired. From then on the former holder can neither renew nor end.
 * - `append` needs no lease: the first write of an event number wins, so a former holder that is still alive notices.
 * - `end` succeeds only for the holder. Afterwards the lease can be neither renewed nor taken over.
 * - `forget` deletes a search that has ended. It stops one that is running, which `end` then deletes.
 */
export interface Lease {
  searchId: string;
  /** A unique name for one instance's run of the search. */
  holder: string;
  /** In milliseconds since 1970. */
  leaseUntil: number;
}

type SearchOptions = Cancellable & Pick<Lease, 'searchId'>;
type HolderOptions = Cancellable & Pick<Lease, 'searchId' | 'holder'>;

interface ClaimOptions extends Cancellable, Pick<searchItem.ClaimedState, 'search' | 'slots' | 'expiresAt'> {
  lease: Lease;
}

type Claim = { claimed: true } | { claimed: false; state: searchItem.ClaimedState };

/** All searches and their events, until they expire. Every method throws StoreError when the database fails. */
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

/** The claim is retried if the search was withdrawn or refused between the write and the read. */
const MAX_CLAIM_ROUNDS = 10;
/** How long a refusal is kept, in milliseconds, for repeats that arrived before it was decided. */
const REFUSAL_LIFETIME = 60_000;

export const createSearchLog = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /**
     * Claims the search's id, which succeeds for exactly one caller; the others get the state of the search. One write, and one
     * read if the search was already claimed.
     */
    async claim(options: ClaimOptions): Promise<Claim> {
      const { search, lease, signal } = options;
      for (let round = 0; round < MAX_CLAIM_ROUNDS; round += 1) {
        const put = {
          Item: searchItem.encode({ ...options, ...lease }),
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now OR attribute_exists(refusal)',
          ExpressionAttributeValues: { ':now': expiryCutoff(table.clock()) },
        };
        if (await table.putIf(put, signal)) return { claimed: true };
        const item = await table.get(serviceKeys.searchKey(search.searchId), signal);
        if (item === undefined || table.isExpired(item)) continue;
        const { state, holder } = searchItem.decode(item);
        if (state.refusal !== undefined) continue;
        // The same holder: an earlier put succeeded, but its response was lost.
        return holder === lease.holder ? { claimed: true } : { claimed: false, state };
      }
      throw new Error('The claim kept changing');
    },

    /**
     * Undoes the caller's own claim of a search that never started. A refusal is kept for a minute, or until the search is claimed
     * again, but not the request. Does nothing if the search has ended, or if another instance has taken it over, since that instance ends it.
     */
    async withdraw({
      searchId,
      holder,
      refusal,
      signal,
    }: HolderOptions & { refusal?: searchItem.Refusal }): Promise<void> {
      const key = serviceKeys.searchKey(searchId);
      const update = new UpdateExpression().requireThat('isEnded', '=', false);
      update.requireThat('claimedBy', '=', holder).requireThat('holder', '=', holder);
      if (refusal === undefined) return await table.deleteIf(key, update, signal);
      const expiresAt = toExpiry(table.clock() + REFUSAL_LIFETIME);
      update.set('refusal', refusal).set('isEnded', true).set('expiresAt', expiresAt);
      for (const name of searchItem.REQUEST_ATTRIBUTES) update.remove(name);
      await table.update(key, update, signal);
    },

    async read({ searchId, signal }: SearchOptions): Promise<searchItem.SearchState | undefined> {
      const item = await table.get(serviceKeys.searchKey(searchId), signal);
      return item === undefined || table.isExpired(item) ? undefined : searchItem.decode(item).state;
    },

    /** Writes events in order. Idempotent. @throws NumberTakenError if a number already belongs to a different event. */
    append: (options: AppendOptions) => appendEvents(table, options),

    /** At most `limit` events after that number, up to the first gap: later events are left out until the missing one is written. */
    list: (options: serviceKeys.EventsAfter & Cancellable) => listEvents(table, options),

    /**
     * Renews the lease, even after it has expired if no other instance has taken it over, and reports whether to stop. Undefined if
     * another instance holds it or the search has ended.
     */
    async renew({ searchId, holder, leaseUntil, signal }: Lease & Cancellable) {
      const update = searchItem.updateOfRunning(table.clock()).requireThat('holder', '=', holder);
      update.set('leaseUntil', leaseUntil);
      const item = await table.update(serviceKeys.searchKey(searchId), update, signal);
      return item && v.parse(searchItem.Renewed, item);
    },

    /** Takes over the lease of a running search if it expired before `now`; false otherwise. */
    async takeOver({ searchId, holder, leaseUntil, now, signal }: Lease & Cancellable & { now: number }) {
      const update = searchItem.updateOfRunning(now).set('holder', holder).set('leaseUntil', leaseUntil);
      // The same holder: an earlier update succeeded, but its response was lost.
      update.require(`(leaseUntil < ${update.value(now)} OR holder = ${update.value(holder)})`);
      return (await table.update(serviceKeys.searchKey(searchId), update, signal)) !== undefined;
    },

    /** Requests that the instance running the search stop it; false if it is not running. */
    async requestStop({ searchId, signal }: SearchOptions) {
      const update = searchItem.updateOfRunning(table.clock()).set('stopRequested', true);
      return (await table.update(serviceKeys.searchKey(searchId), update, signal)) !== undefined;
    },

    /**
     * Deletes the search with its events. A running search is asked to stop, and deleted within seconds by the instance that ends it.
     * Idempotent.
     */
    forget: ({ searchId, signal }: SearchOptions) => forgetSearch(table, searchId, signal),

    /**
     * Marks the search as ended; false if another instance holds the lease. Idempotent. Call it once all events are written, since a search
     * to be forgotten is deleted here.
     */
    async end({ searchId, holder, signal }: HolderOptions) {
      const update = new UpdateExpression().set('isEnded', true).requireThat('holder', '=', holder);
      const item = await table.update(serviceKeys.searchKey(searchId), update, signal);
      if (item?.['isForgotten'] === true) await deletePartition(table, searchId, signal);
      return item !== undefined;
    },
  });

/** Forgets the searches that a chat's items started. Call it before deleting the items: only they record which searches ran. */
export async function forgetSearchesOf(
  table: Table,
  items: readonly Item[],
  chat: ChatAddress & Cancellable,
): Promise<void> {
  for (const searchId of await searchesOf(table, items, chat))
    await forgetSearch(table, searchId, chat.signal);
}

/** The log's `forget`. @returns whether the search is still running, in which case the instance running it deletes the log */
export async function forgetSearch(table: Table, searchId: string, signal: Signal): Promise<boolean> {
  const partition = serviceKeys.searchPartition(searchId);
  const query = { partition, attributes: ['pk', 'sk', 'isEnded', 'leaseUntil'] };
  const found = await table.query(query, signal);
  if (found.some((item) => searchItem.isHeld(item, table.clock()))) {
    const update = searchItem
      .updateOfRunning(table.clock())
      .set('stopRequested', true)
      .set('isForgotten', true);
    // Fails if the search has ended in the meantime.
    if (await table.updateIf(serviceKeys.searchKey(searchId), update, signal)) return true;
  }
  await deletePartition(table, searchId, signal);
  return false;
}

/** Deletes the search item last, so that a repeat still finds whatever an interrupted deletion left. */
async function deletePartition(table: Table, searchId: string, signal: Signal): Promise<void> {
  const query = { partition: serviceKeys.searchPartition(searchId), attributes: ['pk', 'sk'] };
  const found = (await table.query(query, signal)).map(toKey);
  const isSearchItem = ({ sk }: Key) => sk === serviceKeys.searchKey(searchId).sk;
  await table.deleteAll(
    [...found.filter((key) => !isSearchItem(key)), ...found.filter(isSearchItem)],
    signal,
  );
}
