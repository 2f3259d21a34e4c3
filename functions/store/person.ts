import type { Removal } from '#shared/account-contract.ts';
import type { Chat } from '#shared/chat.ts';
import { storeError } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import type { NumberedEvent } from '#shared/search.ts';
import { toTimestamp } from '#shared/time.ts';
import * as chatItem from './chat-item.ts';
import { withStoreErrors } from './errors.ts';
import * as keys from './keys.ts';
import * as messageItem from './message-item.ts';
import type { createMessages } from './messages.ts';
import { type Item, type Signal, type Table, toKey } from './requests.ts';
import { listEvents } from './search-events.ts';
import { createSearchLog, decodeSearch, forgetSearch, type SearchState } from './search-log.ts';
import * as searchedWith from './searched-with.ts';
import { noteErasure } from './users.ts';

/*
 * All that is stored of one person, to be given to them or deleted. It is found by its keys, without reading the table:
 *
 *     USER#sub ──► its chats, deleted ones too ──► USER#sub#CHAT#id ──► the messages that asked for searches of the last day
 *                                                                         └──► SEARCH#id, RUNNING#reading:id
 *     and by name: QUOTA#…:account:sub:day, RUNNING#account:sub, RUNNING#readers:account:sub
 */

/** What is found of a person. Where the items come from is the caller's: by their keys, or from a walk over the whole table. */
interface PersonItems {
  /** Of the person's own partition, the note of an erasure left out. */
  own: readonly Item[];
  ofChat: (chatId: string) => Promise<readonly Item[]>;
  /** The searches and counters, once every chat has been asked for. */
  others: () => Promise<readonly Item[]>;
}

interface PersonOptions {
  table: Table;
  userId: string;
  signal?: Signal;
}

/** Finds a person's items by their keys, each chat's when it is asked for. */
async function findByKeys(
  { table, userId, signal }: PersonOptions,
  /** Which attributes are read of everything: all when absent. */
  attributes?: readonly string[],
): Promise<PersonItems> {
  const wanted = attributes && [...attributes, 'erasedAt', ...searchedWith.ATTRIBUTES];
  const read = (partition: string) =>
    table.query({ partition, ...(wanted && { attributes: wanted }) }, signal);
  const own = (await read(keys.userPartition(userId))).filter(({ erasedAt }) => erasedAt === undefined);
  const searches = new Set<string>();
  return {
    own,
    async ofChat(chatId) {
      const items = await read(keys.messagesPartition({ userId, chatId }));
      for (const searchId of await searchedWith.searchesOf(table, items, { userId, chatId, signal }))
        searches.add(searchId);
      return items;
    },
    async others() {
      const found: Item[] = [];
      for (const searchId of searches) found.push(...(await read(keys.searchPartition(searchId))));
      for (const key of countersOf(userId, [...searches], table.clock())) {
        const item = await table.getStored(key, signal);
        if (item !== undefined) found.push(item);
      }
      return found;
    },
  };
}

const DAY = 86_400_000;
/** A quota's counter is kept for two days. */
const COUNTED_DAYS = [0, 1, 2];

function countersOf(userId: string, searches: readonly string[], now: number): keys.Key[] {
  const account = `account:${userId}`;
  const days = COUNTED_DAYS.map((days) => toTimestamp(now - days * DAY).slice(0, 10));
  return [
    ...days.flatMap((day) => ['standard', 'deep'].map((mode) => keys.quotaKey(`${mode}:${account}:${day}`))),
    ...[account, `readers:${account}`, ...searches.map((id) => `reading:${id}`)].map(keys.slotsKey),
  ];
}

/** The ids of the chats there are or were. */
const chatIdsIn = (own: readonly Item[]): string[] =>
  own.filter((item) => keys.kindOf(item) === 'chat').map((item) => keys.chatIdAt(toKey(item)));

/** One part of what is given to a person, of their record, their chats, their searches' logs and the rest. */
export type PersonPart =
  | { of: 'user'; value: Item }
  | { of: 'chats'; value: Chat & { messages: Message[] } }
  | { of: 'searches'; value: SearchState & { events: NumberedEvent[] } }
  /** Ids and times of what the person has deleted, kept for a while so that nothing brings it back. */
  | { of: 'deleted'; value: Item }
  | { of: 'counters'; value: Item };

/** Everything stored of a person, readable: what the product shows as it shows it, what it only counts as it stands in the table. A chat at a time. */
export async function* describePerson(
  { table, signal }: Pick<PersonOptions, 'table' | 'signal'>,
  { own, ofChat, others }: PersonItems,
): AsyncGenerator<PersonPart> {
  const current = (items: readonly Item[]) => items.map((item) => table.versions.read(item));
  for (const item of current(own)) {
    const kind = keys.kindOf(item);
    if (kind === 'user') yield { of: 'user', value: withoutKeys(item) };
    else if (kind !== 'chat') yield { of: 'counters', value: item };
  }
  for (const item of current(own).filter((one) => keys.kindOf(one) === 'chat')) {
    const items = current(await ofChat(keys.chatIdAt(toKey(item))));
    const live = chatItem.decodeLive(item);
    const { messages, deleted } = await readMessages(table, items, signal);
    if (live === undefined) yield { of: 'deleted', value: item };
    else yield { of: 'chats', value: { ...live.chat, messages } };
    for (const value of deleted) yield { of: 'deleted', value };
  }
  yield* describeOthers(table, current(await others()), signal);
}

async function* describeOthers(
  table: Table,
  items: readonly Item[],
  signal: Signal,
): AsyncGenerator<PersonPart> {
  for (const item of items) {
    const kind = keys.kindOf(item);
    if (kind === 'search') {
      const { state } = decodeSearch(item);
      const { searchId } = state.search;
      const events = await listEvents(table, { searchId, after: 0, signal });
      yield { of: 'searches', value: { ...state, events } };
    } else if (kind !== 'event' && kind !== 'event part') yield { of: 'counters', value: item };
  }
}

/** The messages of one chat, oldest first, and what is left of deleted ones. */
export async function readMessages(table: Table, items: readonly Item[], signal: Signal) {
  const stored = items.filter((item) => keys.kindOf(item) === 'message');
  const messages = await Promise.all(
    stored.flatMap((item) => {
      const message = messageItem.decode(item);
      return message === undefined ? [] : [messageItem.load(table, message, signal)];
    }),
  );
  messages.sort((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
  return { messages, deleted: stored.filter((item) => messageItem.decode(item) === undefined) };
}

function withoutKeys({ pk: _pk, sk: _sk, v: _version, ...item }: Item): Item {
  return item;
}

/** For JSON.stringify: sets as lists; bytes, which only parts hold, as base64. */
export function toJson(_name: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

interface EraseOptions extends PersonOptions {
  /** Finds everything that is stored, the note of the erasure left out; their keys are enough. */
  find: () => Promise<readonly Item[]>;
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
  await endSearches(options);
  let deleted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await find();
    if (found.length === 0) return deleted;
    deleted += await deleteItems(table, found, signal);
  }
  throw new Error('Something is still being stored of the account: erase it once more');
}

/**
 * Deletes at once what can be deleted before everything has settled: all that a chat or a search holds, in an order in which a repeat finds
 * what is left. The chats themselves stay until the end, since they alone say which partitions there are.
 * @returns how many items were deleted
 */
async function sweepPerson(options: Omit<EraseOptions, 'settles'>): Promise<number> {
  await noteErasure(options.table, options.userId, options.signal);
  await endSearches(options);
  const found = await options.find();
  const isHeld = (item: Item) => !['chat', undefined].includes(keys.kindOf(item));
  return await deleteItems(options.table, found.filter(isHeld), options.signal);
}

/** Logs before the messages that name them, messages before the chats that do. */
const LAST_OF_ALL = ['message', 'chat'];

async function deleteItems(table: Table, items: readonly Item[], signal: Signal): Promise<number> {
  const rank = (item: Item) => LAST_OF_ALL.indexOf(keys.kindOf(item) ?? '');
  const inOrder = [...items].sort((one, other) => rank(one) - rank(other)).map(toKey);
  await table.deleteAll(inOrder, signal);
  return items.length;
}

/** Asks the person's searches to stop, and waits until they have, or the instances running them have died. */
async function endSearches(options: Omit<EraseOptions, 'settles'>): Promise<void> {
  const { table, signal, find, wait, onWait } = options;
  const searchLog = createSearchLog(table);
  const isRunning = async (searchId: string) => {
    const state = await searchLog.read({ searchId, signal });
    return state?.status === 'running' && state.leaseUntil > table.clock();
  };
  const items = await find();
  const searches = items.filter((item) => keys.kindOf(item) === 'search').map(toKey);
  for (let round = 0; round < STOPPING_ROUNDS; round += 1) {
    const running: string[] = [];
    for (const searchId of searches.map(keys.searchIdAt))
      if (await isRunning(searchId)) running.push(searchId);
    if (running.length === 0) return;
    if (round === 0) onWait?.({ for: 'searches', running: running.length });
    for (const searchId of running) await searchLog.requestStop({ searchId, signal });
    await wait(STOPPING);
  }
}

/** The keys, and what tells kinds apart, of everything found by its keys: of several chats at once. */
async function findAllByKeys(options: PersonOptions): Promise<Item[]> {
  const person = await findByKeys(options, ['pk', 'sk']);
  const found: Item[] = [...person.own];
  const chats = chatIdsIn(person.own);
  const walk = async () => {
    for (let id = chats.pop(); id !== undefined; id = chats.pop()) found.push(...(await person.ofChat(id)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return [...found, ...(await person.others())];
}

const AT_ONCE = 8;

type Wait = Pick<EraseOptions, 'wait'>;

const ERROR_TEXTS = {
  sweep: storeError('delete', 'user'),
  erase: storeError('delete', 'user'),
  removeFromAnswers: storeError('update', 'messages'),
};

/** All that one person has stored, at once. Every method throws StoreError when storing fails. */
export const createPerson = (table: Table, messages: ReturnType<typeof createMessages>) => ({
  /** All of it as the text of a JSON file, in pieces that end where JSON allows blank space. */
  exportText: (options: { userId: string; exportedAt: string; signal?: Signal }) =>
    exportText(table, options),

  ...withStoreErrors(ERROR_TEXTS, {
    /** Notes that the account is erased, stops its searches and deletes at once nearly all. @returns how many items */
    sweep: (options: Wait & { userId: string }) => {
      const person = { table, userId: options.userId };
      return sweepPerson({ ...person, wait: options.wait, find: () => findAllByKeys(person) });
    },

    /** Deletes all of it, see {@link erasePerson}. @returns how many items */
    erase: (options: Wait & Pick<EraseOptions, 'settles'> & { userId: string }) => {
      const person = { table, userId: options.userId };
      return erasePerson({ ...options, ...person, find: () => findAllByKeys(person) });
    },

    /**
     * Finds somebody in the answers of all chats, or takes them out of them: of the answers with all that they say of the person, and with the
     * logs of the searches that gave them. A chat at a time; safe to repeat.
     */
    async removeFromAnswers({ userId, profileUrl, remove, signal }: RemoveOptions): Promise<Removal> {
      const { own } = await findByKeys({ table, userId, signal }, ['pk', 'sk']);
      const found = { answers: 0, chats: 0 };
      for (const chatId of chatIdsIn(own)) {
        const address = { userId, chatId, signal };
        const answers = await messages.findPerson({ ...address, profileUrl });
        if (answers.length === 0) continue;
        found.answers += answers.length;
        found.chats += 1;
        if (remove) await removeFrom(table, messages, { ...address, profileUrl, answers });
      }
      return found;
    },
  }),
});

interface RemoveOptions {
  userId: string;
  /** Canonical. */
  profileUrl: string;
  /** Only finds them otherwise. */
  remove: boolean;
  signal?: Signal;
}

async function removeFrom(
  table: Table,
  messages: ReturnType<typeof createMessages>,
  {
    answers,
    profileUrl,
    ...chat
  }: keys.ChatAddress & { signal: Signal; profileUrl: string; answers: string[] },
): Promise<void> {
  const query = {
    partition: keys.messagesPartition(chat),
    attributes: ['pk', 'sk', ...searchedWith.ATTRIBUTES],
  };
  // The logs first: they go out again to whoever follows the search.
  for (const searchId of await searchedWith.searchesOf(table, await table.query(query, chat.signal), chat)) {
    const state = await createSearchLog(table).read({ searchId, signal: chat.signal });
    if (state?.status === 'ended') await forgetSearch(table, searchId, chat.signal);
  }
  for (const messageId of answers) await messages.removePerson({ ...chat, messageId, profileUrl });
}

/** Chats are written as they are read; the rest, which is little, is kept for after them. */
async function* exportText(
  table: Table,
  { userId, exportedAt, signal }: { userId: string; exportedAt: string; signal?: Signal },
): AsyncGenerator<string> {
  const person = await findByKeys({ table, userId, signal });
  const rest = { searches: [] as string[], deleted: [] as string[], counters: [] as string[] };
  let user = 'null';
  let joint = '\n';
  yield `{"exportedAt":${JSON.stringify(exportedAt)},\n"userId":${JSON.stringify(userId)},\n"chats":[`;
  for await (const { of, value } of describePerson({ table, signal }, person)) {
    const text = JSON.stringify(value, toJson);
    if (of === 'user') user = text;
    else if (of !== 'chats') rest[of].push(text);
    else {
      yield joint + text;
      joint = ',\n';
    }
  }
  yield `],\n"user":${user}`;
  for (const [name, texts] of Object.entries(rest)) yield `,\n"${name}":[\n${texts.join(',\n')}]`;
  yield '}\n';
}
