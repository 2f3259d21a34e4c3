import { orLogFailure } from '#functions/log.ts';
import { forEachConcurrently } from '#functions/timing.ts';
import { toTimestamp } from '#shared/time.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { isHeld } from './search-item.ts';
import { createSearchLog } from './search-log.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import { noteErasure } from './users.ts';
import type { Signal } from './versioned-items.ts';

export interface AccountOptions {
  table: Table;
  userId: string;
  signal?: Signal;
}

export interface EraseOptions extends AccountOptions {
  /** Finds all of the account's items except the note of the erasure. The keys suffice. */
  find: () => Promise<readonly keys.Item[]>;
  /**
   * How long functions that saw the account before the erasure may still write for it, in ms (`ERASURE_SETTLE_TIME`); 0 if none is
   * running.
   */
  settles: number;
  wait: (milliseconds: number) => Promise<unknown>;
  /** Called with the reason before waiting. */
  onWait?: (what: { for: 'functions' } | { for: 'searches'; running: number }) => void;
}

/** The pause between rounds, in milliseconds. All rounds together take far longer than a search needs to stop. */
const STOP_POLL_PAUSE = 1_000;
const MAX_STOP_POLLS = 120;
const MAX_DELETION_ROUNDS = 5;

/**
 * Deletes everything that is stored of an account. First its record is replaced by a note, so that no token can create anything new. Once
 * every function has seen the note and the searches have ended, all items are deleted, in rounds until none are found. Idempotent,
 * and safe to run concurrently: a repeat continues an interrupted erasure, and waits only for what is left of the settling time.
 * @returns the number of deleted items
 */
export async function eraseAccount(options: EraseOptions): Promise<number> {
  const { table, userId, signal, find, settles, wait, onWait } = options;
  const erasedAt = await noteErasure(table, userId, signal);
  const left = Date.parse(erasedAt) + settles - table.clock();
  if (left > 0) {
    onWait?.({ for: 'functions' });
    await wait(left);
  }
  let found = await endSearches(options);
  let deleted = 0;
  for (let round = 0; round < MAX_DELETION_ROUNDS; round += 1) {
    if (found.length === 0) return deleted;
    deleted += await deleteItems(table, found, signal);
    found = await find();
  }
  throw new Error('Something is still being stored of the account: erase it once more');
}

/**
 * Immediately deletes what can be deleted before the settling time is over: all contents of chats, lists, shares and searches, in an order
 * in which a repeat finds the rest. The items of chats, lists and shares stay until the end, since only they record which partitions exist.
 * They are emptied, because functions that saw the account before the erasure still serve them.
 * @returns the number of deleted items
 */
export async function sweepAccount(options: Omit<EraseOptions, 'settles'>): Promise<number> {
  await noteErasure(options.table, options.userId, options.signal);
  const found = await endSearches(options);
  const isContent = (item: keys.Item) => ![...keys.CONTAINER_KINDS, undefined].includes(keys.kindOf(item));
  const deleted = await deleteItems(options.table, found.filter(isContent), options.signal);
  await forEachConcurrently(found, EMPTYING_CONCURRENCY, (item) =>
    emptyItem(options.table, item, options.signal),
  );
  return deleted;
}

/** Limited because these items share one partition, which accepts about 1,000 writes a second; a throttled item would keep its title. */
const EMPTYING_CONCURRENCY = 4;

/** The attributes that a chat, a list or a share loses, and the one that marks it as gone. */
const CONTENT_ATTRIBUTES: Partial<Record<keys.Kind, { marker: string; removed: readonly string[] }>> = {
  chat: { marker: 'deletedAt', removed: ['title'] },
  list: { marker: 'deletedAt', removed: ['name', 'people'] },
  share: { marker: 'revokedAt', removed: ['title'] },
};

/** A failure is only logged, since the item is deleted at the end anyway. */
async function emptyItem(table: Table, item: keys.Item, signal: Signal): Promise<void> {
  const kind = keys.kindOf(item);
  const content = kind && CONTENT_ATTRIBUTES[kind];
  if (content === undefined) return;
  const update = new UpdateExpression().require('attribute_exists(pk)');
  update.setOnce(content.marker, toTimestamp(table.clock()));
  for (const name of content.removed) update.remove(name);
  await orLogFailure('an item of an erased account could not be emptied', () =>
    table.updateIf(keys.toKey(item), update, signal),
  );
}

/** The kinds to delete after all others, in this order: messages, which refer to logs and parts, then what contains them. */
const DELETED_LAST: readonly (readonly (keys.Kind | undefined)[])[] = [
  ['message', 'digest'],
  keys.CONTAINER_KINDS,
];

async function deleteItems(table: Table, items: readonly keys.Item[], signal: Signal): Promise<number> {
  const rank = (item: keys.Item) => DELETED_LAST.findIndex((kinds) => kinds.includes(keys.kindOf(item)));
  const byRank = Map.groupBy(items, rank);
  for (const ranked of [-1, ...DELETED_LAST.keys()]) {
    const lanes = splitIntoLanes((byRank.get(ranked) ?? []).map(keys.toKey));
    await forEachConcurrently(lanes, LANES, (lane) => table.deleteAll(lane, signal));
  }
  return items.length;
}

const LANES = 8;

/** Splits the keys into lanes of similar length without splitting partitions, since parallel writes to one partition are throttled. */
function splitIntoLanes(all: readonly keys.Key[]): keys.Key[][] {
  const partitions = [...Map.groupBy(all, ({ pk }) => pk).values()];
  const lanes: keys.Key[][] = Array.from({ length: LANES }, () => []);
  for (const partition of partitions.sort((one, other) => other.length - one.length)) {
    const shortest = lanes.reduce((one, other) => (other.length < one.length ? other : one));
    for (const key of partition) shortest.push(key);
  }
  return lanes;
}

/**
 * Requests that the account's searches stop, and waits until they have ended or their leases have expired.
 * @returns all items stored after that
 */
async function endSearches(options: Omit<EraseOptions, 'settles'>): Promise<readonly keys.Item[]> {
  const { table, signal, find, wait, onWait } = options;
  const searchLog = createSearchLog(table);
  const isRunning = async (searchId: string) => {
    const item = await table.get(serviceKeys.searchKey(searchId), signal);
    return item !== undefined && !table.isExpired(item) && isHeld(item, table.clock());
  };
  const items = await find();
  const searches = items.filter((item) => keys.kindOf(item) === 'search').map(keys.toKey);
  for (let round = 0; round < MAX_STOP_POLLS; round += 1) {
    const running: string[] = [];
    for (const searchId of searches.map(serviceKeys.searchIdAt))
      if (await isRunning(searchId)) running.push(searchId);
    // Finding everything means reading everything; if no search was running, the first result is still valid.
    if (running.length === 0) return round === 0 ? items : await find();
    if (round === 0) onWait?.({ for: 'searches', running: running.length });
    for (const searchId of running) await searchLog.requestStop({ searchId, signal });
    await wait(STOP_POLL_PAUSE);
  }
  return await find();
}
