import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { ERASURE_SETTLE_TIME } from '#functions/http/owner.ts';
import { eraseAccount as erase } from '#functions/store/account-erasure.ts';
import {
  type AccountPart,
  describeAccount,
  readMessages,
  readPeople,
  unreadableEntries,
} from '#functions/store/account-export.ts';
import { UpdateExpression } from '#functions/store/expressions.ts';
import * as keys from '#functions/store/keys.ts';
import { searchesOf } from '#functions/store/related-searches.ts';
import {
  accountName,
  searchIdAt,
  searchPartition,
  searchReaders,
  slotsKey,
} from '#functions/store/service-keys.ts';
import { tokenIn } from '#functions/store/share-item.ts';
import type { Table } from '#functions/store/table.ts';
import { fromTheStart, walkTable } from '../walk-table.ts';

const SEGMENTS = 4;

interface FindOptions {
  table: Table;
  userId: string;
  /** Approximate read units per second. */
  rate: number;
}

/** At most as many accounts are found in one scan: DynamoDB accepts 300 operators in a filter, and each account takes ten. */
const MAX_ACCOUNTS_AT_ONCE = 25;

/**
 * Everything stored of an account, in stored form, except the marker that an erasure leaves. It scans the whole table, since nothing else
 * finds the leftovers of an interrupted write or the log of a search whose chat is deleted. Damaged items that do not name their owner are
 * found through the items that refer to them: a share's snapshot by the share, a search by the message that started it.
 */
async function findItems({ userId, ...options }: FindOptions): Promise<keys.Item[]> {
  return (await findItemsOf([userId], options)).get(userId) ?? [];
}

/** The same for up to {@link MAX_ACCOUNTS_AT_ONCE} accounts, by user id, in a single scan. */
async function findItemsOf(
  userIds: readonly string[],
  { table, rate }: Omit<FindOptions, 'userId'>,
): Promise<Map<string, keys.Item[]>> {
  const scanned = new Map(userIds.map((userId): [string, keys.Item[]] => [userId, []]));
  await walkTable({
    ...{ table, rate, positions: fromTheStart(SEGMENTS), filter: filterOf(userIds) },
    async visit(items) {
      for (const [userId, found] of scanned) found.push(...items.filter((item) => belongsTo(item, userId)));
      return 0;
    },
  });
  for (const [userId, found] of scanned) found.push(...(await findReferred(table, userId, found)));
  return scanned;
}

/** The items that the ones found refer to, without those found. */
async function findReferred(table: Table, userId: string, found: readonly keys.Item[]): Promise<keys.Item[]> {
  const referred: keys.Item[] = [];
  for (const searchId of await searchesIn(table, userId, found)) {
    referred.push(...(await table.query({ partition: searchPartition(searchId) }, undefined)));
    const readers = await table.getStored(slotsKey(searchReaders(searchId)), undefined);
    if (readers !== undefined) referred.push(readers);
  }
  const shares = found.filter((item) => keys.kindOf(item) === 'share');
  for (const token of shares.flatMap((item) => tokenIn(item) ?? [])) {
    const snapshot = await table.getStored(keys.snapshotKey(token), undefined);
    if (snapshot !== undefined) referred.push(snapshot);
  }
  const known = new Set(found.map(nameOf));
  return referred.filter((item) => !known.has(nameOf(item)));
}

const nameOf = (item: keys.Item): string => Object.values(keys.toKey(item)).join(' / ');

/** The ids of the searches found, and of those referred to by the chats found. */
async function searchesIn(table: Table, userId: string, found: readonly keys.Item[]): Promise<Set<string>> {
  const byKind = Map.groupBy(found, keys.kindOf);
  const ids = new Set((byKind.get('search') ?? []).map((item) => searchIdAt(keys.toKey(item))));
  const asking = Map.groupBy([...(byKind.get('chat') ?? []), ...(byKind.get('message') ?? [])], chatIdOf);
  for (const [chatId, items] of asking)
    for (const id of await searchesOf(table, items, { userId, chatId })) ids.add(id);
  return ids;
}

/** The id of a chat, or of the chat that a message is in. */
function chatIdOf(item: keys.Item): string {
  const key = keys.toKey(item);
  return (keys.kindOf(item) === 'chat' ? keys.chatAt(key) : keys.messageAt(key)).chatId;
}

/** Whether two spellings are the same address, as at sign-in. */
export const isSameAddress = (one: unknown, other: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === other.toLowerCase();

/** Ids of the users whose records have the address, in any letter case, including users whose accounts are gone. */
export async function findByAddress(table: Table, email: string, rate: number): Promise<string[]> {
  const found: string[] = [];
  await walkTable({
    ...{ table, rate, positions: fromTheStart(SEGMENTS) },
    filter: {
      // DynamoDB cannot compare case-insensitively.
      FilterExpression: 'sk = :record AND attribute_exists(email)',
      ExpressionAttributeValues: { ':record': 'PROFILE' },
    },
    async visit(items) {
      found.push(
        ...items
          .filter((item) => isSameAddress(item['email'], email))
          .map((item) => keys.ownerAt(keys.toKey(item))),
      );
      return 0;
    },
  });
  return found;
}

/** A first filter, applied by DynamoDB: items that may belong to one of the accounts. */
const filterOf = (userIds: readonly string[]) => ({
  FilterExpression: userIds
    .map(
      (_, index) =>
        `pk = :user${index} OR begins_with(pk, :chats${index}) OR contains(pk, :account${index}) OR contains(#search, :owner${index}) OR #owner = :id${index}`,
    )
    .join(' OR '),
  ExpressionAttributeNames: { '#search': 'search', '#owner': 'owner' },
  ExpressionAttributeValues: Object.fromEntries(
    userIds.flatMap((userId, index) => [
      [`:user${index}`, keys.userPartition(userId)],
      [`:chats${index}`, `${keys.userPartition(userId)}#`],
      [`:account${index}`, accountName(userId)],
      [`:owner${index}`, JSON.stringify(userId)],
      [`:id${index}`, userId],
    ]),
  ),
});

function belongsTo(item: keys.Item, userId: string): boolean {
  const pk = String(item['pk']);
  if (item['erasedAt'] !== undefined) return false;
  if (pk === keys.userPartition(userId) || pk.startsWith(`${keys.userPartition(userId)}#`)) return true;
  if (keys.kindOf(item) === 'search') return searchOf(item)?.userId === userId;
  if (keys.kindOf(item) === 'snapshot') return item['owner'] === userId;
  return pk.split(':').includes(userId);
}

const Owner = v.object({ search: v.pipe(v.string(), v.parseJson(), v.object({ userId: v.string() })) });

const searchOf = (item: keys.Item): { userId: string } | undefined => {
  const found = v.safeParse(Owner, item);
  return found.success ? found.output.search : undefined;
};

type Counts = Partial<Record<keys.Kind | 'unknown', number>>;

/** How many items of each kind are stored of the account. */
export async function countAccount(options: FindOptions): Promise<Counts> {
  const counts: Counts = {};
  for (const item of await findItems(options)) {
    const kind = keys.kindOf(item) ?? 'unknown';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Everything stored of an account, in readable form. */
export async function exportAccount(options: FindOptions) {
  const { table, userId } = options;
  const items = await findItems(options);
  const byPartition = Map.groupBy(items, ({ pk }) => pk);
  const inPartition = (partition: string) => byPartition.get(partition) ?? [];
  const own = inPartition(keys.userPartition(userId));
  const partitions = own.flatMap((item) => {
    const key = keys.toKey(item);
    if (keys.kindOf(item) === 'chat') return [keys.messagesPartition({ userId, chatId: keys.chatIdAt(key) })];
    return keys.kindOf(item) === 'list' ? [keys.peoplePartition({ userId, listId: keys.listIdAt(key) })] : [];
  });
  const known = new Set([keys.userPartition(userId), ...partitions]);
  const isBelow = ({ pk }: keys.Item) => String(pk).startsWith(`${keys.userPartition(userId)}#`);
  const source = {
    own,
    ofChat: async (chatId: string) => inPartition(keys.messagesPartition({ userId, chatId })),
    ofList: async (listId: string) => inPartition(keys.peoplePartition({ userId, listId })),
    async ofShare(token: string) {
      const { pk } = keys.snapshotKey(token);
      known.add(pk);
      return inPartition(pk);
    },
    others: async () => items.filter((item) => !known.has(String(item['pk'])) && !isBelow(item)),
  };
  const parts = await sortParts(describeAccount({ table }, source));
  // Left behind by an interrupted write, or by a deleted chat or list whose own item has expired.
  const lost = items.filter((item) => isBelow(item) && !known.has(String(item['pk'])));
  const current = lost.map((item) => table.versions.read(item));
  const { messages, deleted } = readMessages(table, current, undefined);
  const { people: peopleWithoutList, unreadable } = await readPeople(
    current.filter((item) => keys.kindOf(item) === 'listed person'),
  );
  const messagesWithoutChat = await collect(messages);
  const all = [...parts.chats.flatMap((chat) => chat.messages), ...messagesWithoutChat];
  return {
    ...{ userId, ...parts, deleted: [...parts.deleted, ...deleted] },
    ...{ messagesWithoutChat, peopleWithoutList },
    unreadable: [...parts.unreadable, ...unreadable, ...all.flatMap(unreadableEntries)],
  };
}

async function sortParts(parts: AsyncIterable<AccountPart>) {
  const all = await collect(parts);
  const chats = all.flatMap((part) => (part.of === 'chats' ? [part.value] : []));
  return {
    user: all.find((part) => part.of === 'user')?.value,
    chats: await Promise.all(
      chats.map(async (chat) => ({ ...chat, messages: await collect(chat.messages) })),
    ),
    lists: all.flatMap((part) => (part.of === 'lists' ? [part.value] : [])),
    shares: all.flatMap((part) => (part.of === 'shares' ? [part.value] : [])),
    searches: all.flatMap((part) => (part.of === 'searches' ? [part.value] : [])),
    deleted: all.flatMap((part) => (part.of === 'deleted' ? [part.value] : [])),
    counters: all.flatMap((part) => (part.of === 'counters' ? [part.value] : [])),
    unreadable: all.flatMap((part) => (part.of === 'unreadable' ? [part.value] : [])),
  };
}

async function collect<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Ends an erasure whose note contains the address: removes that. Idempotent. */
export const forgetAddress = ({ table, userId }: { table: Table; userId: string }): Promise<boolean> =>
  table.updateIf(
    keys.userKey(userId),
    new UpdateExpression().require('attribute_exists(erasedAt)').remove('email'),
    undefined,
  );

interface EraseOptions extends FindOptions {
  /** Whether running functions may still accept the account: false for the local stack, which is stopped. */
  isServed: boolean;
  /** Receives a message about each wait. */
  say?: (what: string) => void;
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** Deletes everything stored of an account, wherever in the table it is. Idempotent. @returns how many items were deleted. */
export const eraseAccount = (options: EraseOptions): Promise<number> =>
  eraseFinding(options, () => findItems(options));

function eraseFinding(
  { say, isServed, wait = delay, ...options }: EraseOptions,
  find: () => Promise<readonly keys.Item[]>,
): Promise<number> {
  return erase({
    ...{ ...options, find, wait },
    settles: isServed ? ERASURE_SETTLE_TIME : 0,
    onWait: (what) =>
      say?.(
        what.for === 'functions'
          ? 'Waiting a minute, until no function accepts requests from the account any more …'
          : `Ending running searches: ${what.running} …`,
      ),
  });
}

/**
 * Erases several accounts side by side, and reads the table hardly more often than for one: a scan of it can take longer than everything
 * else. Idempotent. @throws once all are done, what one of them threw
 */
export async function eraseAccounts(
  userIds: readonly string[],
  options: Omit<EraseOptions, 'userId'>,
): Promise<void> {
  for (let start = 0; start < userIds.length; start += MAX_ACCOUNTS_AT_ONCE)
    await eraseTogether(userIds.slice(start, start + MAX_ACCOUNTS_AT_ONCE), options);
}

type Finding = PromiseWithResolvers<readonly keys.Item[]>;

async function eraseTogether(
  userIds: readonly string[],
  options: Omit<EraseOptions, 'userId'>,
): Promise<void> {
  let underway = userIds.length;
  const waiting = new Map<string, Finding>();
  const said = new Set<string>();
  /** They wait for the same at the same time. */
  const say = (what: string) => {
    if (!said.has(what)) options.say?.(what);
    said.add(what);
  };
  /** Scans the table once every erasure under way needs that. */
  const scanForAll = async () => {
    if (waiting.size < underway || underway === 0) return;
    const finding = new Map(waiting);
    waiting.clear();
    try {
      const found = await findItemsOf([...finding.keys()], options);
      for (const [userId, { resolve }] of finding) resolve(found.get(userId) ?? []);
    } catch (error) {
      for (const { reject } of finding.values()) reject(error);
    }
  };
  const eraseOne = async (userId: string) => {
    try {
      await eraseFinding({ ...options, say, userId }, () => {
        const finding: Finding = Promise.withResolvers();
        waiting.set(userId, finding);
        void scanForAll();
        return finding.promise;
      });
    } finally {
      underway -= 1;
      void scanForAll();
    }
  };
  for (const ended of await Promise.allSettled(userIds.map(eraseOne)))
    if (ended.status === 'rejected') throw ended.reason;
}
