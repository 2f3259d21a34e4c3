import { orLogFailure } from '#functions/log.ts';
import { forEachOf } from '#functions/timing.ts';
import { toTimestamp } from '#shared/time.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import type { Signal, Table } from './requests.ts';
import { isHeld } from './search-item.ts';
import { createSearchLog } from './search-log.ts';
import * as serviceKeys from './service-keys.ts';
import { noteErasure } from './users.ts';

export interface PersonOptions {
  table: Table;
  userId: string;
  signal?: Signal;
}

export interface EraseOptions extends PersonOptions {
  /** Finds everything that is stored, the note of the erasure left out; their keys are enough. */
  find: () => Promise<readonly keys.Item[]>;
  /** How long functions that saw the person a moment ago may still write for them, in milliseconds (`SETTLES`); 0 where none is running. */
  settles: number;
  wait: (milliseconds: number) => Promise<unknown>;
  /** Told what is waited for. */
  onWait?: (what: { for: 'functions' } | { for: 'searches'; running: number }) => void;
}

/** In milliseconds; the longest search takes less than this, in which it is asked to stop. */
const STOPPING = 1_000;
const STOPPING_ROUNDS = 120;
const ROUNDS = 5;

/**
 * Deletes everything that is stored of a person. First a note takes the place of their record, so that no token makes anything anew; then,
 * once every function knows of it and their searches have ended, all is deleted, and looked for again until nothing is found. Safe to repeat,
 * also at once: what was cut off goes on, and waits no longer than the note is young.
 * @returns how many items were deleted.
 */
export async function erasePerson(options: EraseOptions): Promise<number> {
  const { table, userId, signal, find, settles, wait, onWait } = options;
  const erasedAt = await noteErasure(table, userId, signal);
  const left = Date.parse(erasedAt) + settles - table.clock();
  if (left > 0) {
    onWait?.({ for: 'functions' });
    await wait(left);
  }
  let found = await endSearches(options);
  let deleted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (found.length === 0) return deleted;
    deleted += await deleteItems(table, found, signal);
    found = await find();
  }
  throw new Error('Something is still being stored of the account: erase it once more');
}

/**
 * Deletes at once what can be deleted before everything has settled: all that a chat, a list, a share or a search holds, in an order in which a
 * repeat finds what is left. Chats, lists and shares themselves stay until the end, since they alone say which partitions there are, but say
 * nothing else any more: functions that saw the person a moment ago still serve them.
 * @returns how many items were deleted
 */
export async function sweepPerson(options: Omit<EraseOptions, 'settles'>): Promise<number> {
  await noteErasure(options.table, options.userId, options.signal);
  const found = await endSearches(options);
  const isContent = (item: keys.Item) => ![...keys.HOLDERS, undefined].includes(keys.kindOf(item));
  const deleted = await deleteItems(options.table, found.filter(isContent), options.signal);
  await forEachOf(found, EMPTIED_AT_ONCE, (item) => empty(options.table, item, options.signal));
  return deleted;
}

/** All in one partition, which takes about a thousand writes a second: what it turns away would keep its title until the end. */
const EMPTIED_AT_ONCE = 4;

/** What a chat, a list or a share loses, and what marks it as gone. */
const EMPTYING: Partial<Record<keys.Kind, { mark: string; lost: readonly string[] }>> = {
  chat: { mark: 'deletedAt', lost: ['title'] },
  list: { mark: 'deletedAt', lost: ['name', 'people'] },
  share: { mark: 'revokedAt', lost: ['title'] },
};

/** What cannot be emptied is deleted at the end all the same. */
async function empty(table: Table, item: keys.Item, signal: Signal): Promise<void> {
  const kind = keys.kindOf(item);
  const emptying = kind && EMPTYING[kind];
  if (emptying === undefined) return;
  const update = new UpdateExpression().require('attribute_exists(pk)');
  update.setOnce(emptying.mark, toTimestamp(table.clock()));
  for (const name of emptying.lost) update.remove(name);
  await orLogFailure('something of an erased account could not be emptied', () =>
    table.updateIf(keys.toKey(item), update, signal),
  );
}

/** What is deleted after all else, each once what is before it has gone: messages, which name logs and parts, then what holds them. */
const LATER: readonly (readonly (keys.Kind | undefined)[])[] = [['message', 'digest'], keys.HOLDERS];

async function deleteItems(table: Table, items: readonly keys.Item[], signal: Signal): Promise<number> {
  const rank = (item: keys.Item) => LATER.findIndex((kinds) => kinds.includes(keys.kindOf(item)));
  const byRank = Map.groupBy(items, rank);
  for (const ranked of [-1, ...LATER.keys()]) {
    const lanes = inLanes((byRank.get(ranked) ?? []).map(keys.toKey));
    await forEachOf(lanes, LANES, (lane) => table.deleteAll(lane, signal));
  }
  return items.length;
}

const LANES = 8;

/** The keys in lists of about the same length, each of whole partitions: one that is asked for more at once turns it away. */
function inLanes(all: readonly keys.Key[]): keys.Key[][] {
  const partitions = [...Map.groupBy(all, ({ pk }) => pk).values()];
  const lanes: keys.Key[][] = Array.from({ length: LANES }, () => []);
  for (const partition of partitions.sort((one, other) => other.length - one.length)) {
    const shortest = lanes.reduce((one, other) => (other.length < one.length ? other : one));
    for (const key of partition) shortest.push(key);
  }
  return lanes;
}

/**
 * Asks the person's searches to stop, and waits until they have, or the instances running them have died.
 * @returns everything that is stored then
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
  for (let round = 0; round < STOPPING_ROUNDS; round += 1) {
    const running: string[] = [];
    for (const searchId of searches.map(serviceKeys.searchIdAt))
      if (await isRunning(searchId)) running.push(searchId);
    // To find it all reads all of it: once is enough where nothing has run.
    if (running.length === 0) return round === 0 ? items : await find();
    if (round === 0) onWait?.({ for: 'searches', running: running.length });
    for (const searchId of running) await searchLog.requestStop({ searchId, signal });
    await wait(STOPPING);
  }
  return await find();
}
