import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { SIGHT_LASTS } from '#functions/http/authenticate.ts';
import * as chatItem from '#functions/store/chat-item.ts';
import {
  type Kind,
  kindOf,
  searchIdAt,
  searchPartition,
  slotsKey,
  userPartition,
} from '#functions/store/keys.ts';
import * as messageItem from '#functions/store/message-item.ts';
import { type Item, type Table, toKey } from '#functions/store/requests.ts';
import { listEvents } from '#functions/store/search-events.ts';
import { createSearchLog, decodeSearch } from '#functions/store/search-log.ts';
import { noteErasure } from '#functions/store/users.ts';
import { fromTheStart, walkTable } from './walk.ts';

const SEGMENTS = 4;

interface FindOptions {
  table: Table;
  userId: string;
  /** Read units in a second, about. */
  rate: number;
}

/**
 * Everything that is stored of a person, as it is stored, except the note of an erasure. It reads the whole table: what a write that was
 * cut off has left behind, and the log of a search whose chat is deleted, is found by nothing else.
 */
async function findItems({ table, userId, rate }: FindOptions): Promise<Item[]> {
  const found: Item[] = [];
  await walkTable({
    ...{ table, rate, positions: fromTheStart(SEGMENTS), filter: filterOf(userId) },
    async visit(items) {
      found.push(...items.filter((item) => belongsTo(item, userId)));
      return 0;
    },
  });
  const searches = found.filter((item) => kindOf(item) === 'search').map((item) => searchIdAt(toKey(item)));
  for (const searchId of searches) {
    const partition = await table.query(
      { partition: searchPartition(searchId), from: 'EVENT#', to: 'EVENT$' },
      undefined,
    );
    const readers = await table.getStored(slotsKey(`reading:${searchId}`), undefined);
    found.push(...partition, ...(readers === undefined ? [] : [readers]));
  }
  return found;
}

/** Whose records have the address, also those whose accounts are gone. */
export async function findByAddress(table: Table, email: string, rate: number): Promise<string[]> {
  const found: string[] = [];
  await walkTable({
    ...{ table, rate, positions: fromTheStart(SEGMENTS) },
    filter: {
      FilterExpression: 'sk = :record AND (email = :given OR email = :small)',
      ExpressionAttributeValues: { ':record': 'PROFILE', ':given': email, ':small': email.toLowerCase() },
    },
    async visit(items) {
      found.push(...items.map(({ id }) => String(id)));
      return 0;
    },
  });
  return found;
}

/** What may belong to the person: a first look that DynamoDB takes itself. */
const filterOf = (userId: string) => ({
  FilterExpression:
    'pk = :person OR begins_with(pk, :chats) OR contains(pk, :account) OR contains(#search, :owner)',
  ExpressionAttributeNames: { '#search': 'search' },
  ExpressionAttributeValues: {
    ':person': userPartition(userId),
    ':chats': `${userPartition(userId)}#`,
    ':account': `account:${userId}`,
    ':owner': JSON.stringify(userId),
  },
});

function belongsTo(item: Item, userId: string): boolean {
  const pk = String(item['pk']);
  if (item['erasedAt'] !== undefined) return false;
  if (pk === userPartition(userId) || pk.startsWith(`${userPartition(userId)}#`)) return true;
  if (kindOf(item) === 'search') return searchOf(item)?.userId === userId;
  return pk.split(':').includes(userId);
}

const Owner = v.object({ search: v.pipe(v.string(), v.parseJson(), v.object({ userId: v.string() })) });

const searchOf = (item: Item): { userId: string } | undefined => {
  const found = v.safeParse(Owner, item);
  return found.success ? found.output.search : undefined;
};

type Counts = Partial<Record<Kind | 'unknown', number>>;

/** How many items of each kind are stored of the person. */
export async function countPerson(options: FindOptions): Promise<Counts> {
  const counts: Counts = {};
  for (const item of await findItems(options)) {
    const kind = kindOf(item) ?? 'unknown';
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Everything that is stored of a person, readable: what the product shows as it shows it, what it only counts as it stands in the table. */
export async function exportPerson(options: FindOptions) {
  const { table, userId } = options;
  const items = (await findItems(options)).map((item) => table.versions.read(item));
  const of = (kind: Kind) => items.filter((item) => kindOf(item) === kind);
  const live = of('chat').flatMap((item) => chatItem.decodeLive(item)?.chat ?? []);
  const messages = await Promise.all(
    of('message').flatMap((item) => {
      const stored = messageItem.decode(item);
      return stored === undefined ? [] : [messageItem.load(table, stored, undefined)];
    }),
  );
  messages.sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
  const chatIds = new Set(live.map(({ id }) => id));
  const isShown: readonly (Kind | undefined)[] = [
    'chat',
    'message',
    'message part',
    'search',
    'event',
    'event part',
    'user',
  ];
  const [user] = of('user');
  return {
    userId,
    ...(user && { user }),
    chats: live.map((chat) => ({ ...chat, messages: messages.filter(({ chatId }) => chatId === chat.id) })),
    messagesWithoutChat: messages.filter(({ chatId }) => !chatIds.has(chatId)),
    searches: await Promise.all(
      of('search').map(async (item) => {
        const { state } = decodeSearch(item);
        const { searchId } = state.search;
        return { ...state, events: await listEvents(table, { searchId, after: 0 }) };
      }),
    ),
    /** Ids and times of what the person has deleted, kept for a while so that nothing brings it back. */
    deleted: [
      ...of('chat').filter((item) => chatItem.decodeLive(item) === undefined),
      ...of('message').filter((item) => messageItem.decode(item) === undefined),
    ],
    counters: items.filter((item) => !isShown.includes(kindOf(item))),
  };
}

interface EraseOptions extends FindOptions {
  /** Whether functions may be running that saw the person a moment ago: not where the local stack is stopped. */
  isServed: boolean;
  /** Tells people what is waited for. */
  say?: (what: string) => void;
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** The memory of who was seen, and a request to the chats function that began just before it was over. */
const LAST_REQUEST = SIGHT_LASTS + 15_000;
/** In milliseconds; the longest search takes less than this, in which it is asked to stop. */
const STOPPING = 1_000;
const STOPPING_ROUNDS = 120;
const ROUNDS = 5;

/**
 * Deletes everything that is stored of a person. First a note takes the place of their record, so that no token makes anything anew; then,
 * once every function knows of it and their searches have ended, all is deleted, and looked for again until nothing is found. Safe to repeat.
 * @returns how many items were deleted.
 */
export async function erasePerson(options: EraseOptions): Promise<number> {
  const { table, userId, isServed, say = () => undefined, wait = delay } = options;
  await noteErasure(table, userId);
  if (isServed) {
    say('Waiting for a minute, until nothing accepts requests of the account any more …');
    await wait(LAST_REQUEST);
    await endSearches(options, wait);
  }
  let deleted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await findItems(options);
    if (found.length === 0) return deleted;
    await table.deleteAll(found.map(toKey), undefined);
    deleted += found.length;
  }
  throw new Error('Something is still being stored of the account: erase it once more');
}

/** Asks the person's searches to stop, and waits until they have, or the instances running them have died. */
async function endSearches(options: EraseOptions, wait: (milliseconds: number) => Promise<unknown>) {
  const { table, say = () => undefined } = options;
  const searchLog = createSearchLog(table);
  const isRunning = async (searchId: string) => {
    const state = await searchLog.read({ searchId });
    return state?.status === 'running' && state.leaseUntil > table.clock();
  };
  const items = await findItems(options);
  const searches = items.filter((item) => kindOf(item) === 'search').map((item) => searchIdAt(toKey(item)));
  for (let round = 0; round < STOPPING_ROUNDS; round += 1) {
    const running: string[] = [];
    for (const searchId of searches) if (await isRunning(searchId)) running.push(searchId);
    if (running.length === 0) return;
    if (round === 0) say(`Ending the searches that are running: ${running.length} …`);
    for (const searchId of running) await searchLog.requestStop({ searchId });
    await wait(STOPPING);
  }
}
