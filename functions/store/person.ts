import type { Removal } from '#shared/account-contract.ts';
import { storeError } from '#shared/errors.ts';
import { toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import type { createHistory } from './history.ts';
import * as keys from './keys.ts';
import type { createLists } from './lists.ts';
import type { createMessages } from './messages.ts';
import { type EraseOptions, erasePerson, type PersonOptions, sweepPerson } from './person-erasure.ts';
import { exportText, type PersonItems } from './person-export.ts';
import type { Signal, Table } from './requests.ts';
import { createSearchLog, forgetSearch } from './search-log.ts';
import * as searchedWith from './searched-with.ts';
import * as serviceKeys from './service-keys.ts';
import type { createShares } from './shares.ts';

/*
 * All that is stored of one person, to be given to them or deleted. It is found by its keys, without reading the table:
 *
 *     USER#sub ──► its chats, deleted ones too ──► USER#sub#CHAT#id ──► the messages that asked for searches of the last day
 *                                                                         └──► SEARCH#id, RUNNING#reading:id
 *                 its lists, deleted ones too ──► USER#sub#LIST#id
 *                 its shares, revoked ones too ──► SHARE#token
 *     and by name: QUOTA#…:account:sub:day, RUNNING#account:sub, RUNNING#readers:account:sub, RUNNING#whole:account:sub
 *     and last of all: RUNNING#erasing:account:sub
 */

/**
 * What bounds how much is done with all of an account at once. Erasing has slots of its own, so that nothing else that died keeps it waiting,
 * which stay until it is done.
 */
export const wholeSlots = (userId: string): string => `whole:${serviceKeys.accountName(userId)}`;
export const erasingSlots = (userId: string): string => `erasing:${serviceKeys.accountName(userId)}`;

/** Finds a person's items by their keys, each chat's when it is asked for. */
async function findByKeys(
  { table, userId, signal }: PersonOptions,
  /** Which attributes are read of everything: all when absent. */
  attributes?: readonly string[],
): Promise<PersonItems> {
  const wanted = attributes && [...attributes, 'erasedAt', 'token', ...searchedWith.ATTRIBUTES];
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
    ofList: (listId) => read(keys.peoplePartition({ userId, listId })),
    ofShare: (token) => read(keys.snapshotKey(token).pk),
    async others() {
      const found: keys.Item[] = [];
      for (const searchId of searches) found.push(...(await read(serviceKeys.searchPartition(searchId))));
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
  const account = serviceKeys.accountName(userId);
  const days = COUNTED_DAYS.map((days) => toTimestamp(now - days * DAY).slice(0, 10));
  return [
    ...days.flatMap((day) =>
      ['standard', 'deep'].map((mode) => serviceKeys.quotaKey(`${mode}:${account}:${day}`)),
    ),
    ...[account, `readers:${account}`, wholeSlots(userId), ...searches.map((id) => `reading:${id}`)].map(
      serviceKeys.slotsKey,
    ),
  ];
}

/** The ids of the chats there are or were. */
const chatIdsIn = (own: readonly keys.Item[]): string[] =>
  own.filter((item) => keys.kindOf(item) === 'chat').map((item) => keys.chatIdAt(keys.toKey(item)));

const listIdsIn = (own: readonly keys.Item[]): string[] =>
  own.filter((item) => keys.kindOf(item) === 'list').map((item) => keys.listIdAt(keys.toKey(item)));

const tokensIn = (own: readonly keys.Item[]): string[] =>
  own.flatMap((item) =>
    keys.kindOf(item) === 'share' && item['token'] !== undefined ? [String(item['token'])] : [],
  );

/** The keys, and what tells kinds apart, of everything found by its keys: several partitions at once. */
async function findAllByKeys(options: PersonOptions): Promise<keys.Item[]> {
  const person = await findByKeys(options, ['pk', 'sk']);
  const found: keys.Item[] = [...person.own];
  const reads = [
    ...chatIdsIn(person.own).map((id) => () => person.ofChat(id)),
    ...listIdsIn(person.own).map((id) => () => person.ofList(id)),
    ...tokensIn(person.own).map((token) => () => person.ofShare(token)),
  ];
  const walk = async () => {
    for (let read = reads.pop(); read !== undefined; read = reads.pop()) found.push(...(await read()));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, walk));
  return [...found, ...(await person.others())];
}

const AT_ONCE = 8;

type Wait = Pick<EraseOptions, 'wait'>;

const ERROR_TEXTS = {
  sweep: storeError('delete', 'user'),
  erase: storeError('delete', 'user'),
  removeFromAll: storeError('update', 'messages'),
};

interface PersonStores {
  messages: ReturnType<typeof createMessages>;
  lists: ReturnType<typeof createLists>;
  shares: ReturnType<typeof createShares>;
  history: ReturnType<typeof createHistory>;
}

/** All that one person has stored, at once. Every method throws StoreError when storing fails. */
export const createPerson = (table: Table, { messages, lists, shares, history }: PersonStores) => ({
  /** All of it as the text of a JSON file, in pieces that end where JSON allows blank space. */
  async *exportText({ signal, ...options }: { userId: string; exportedAt: string; signal?: Signal }) {
    const person = await findByKeys({ table, userId: options.userId, signal });
    yield* exportText({ table, signal }, { ...options, person });
  },

  ...withStoreErrors(ERROR_TEXTS, {
    /** Notes that the account is erased, stops its searches and deletes at once nearly all. @returns how many items */
    sweep: (options: Wait & { userId: string }) => {
      const person = { table, userId: options.userId };
      return sweepPerson({ ...person, wait: options.wait, find: () => findAllByKeys(person) });
    },

    /** Deletes all of it, see {@link erasePerson}. @returns how many items */
    async erase(options: Wait & Pick<EraseOptions, 'settles'> & { userId: string }) {
      const person = { table, userId: options.userId };
      const deleted = await erasePerson({ ...options, ...person, find: () => findAllByKeys(person) });
      await table.deleteAll([serviceKeys.slotsKey(erasingSlots(options.userId))], undefined);
      return deleted;
    },

    /**
     * Finds somebody in the answers of all chats, in lists and in shares, or takes them out of them: of the answers with all that they say of the
     * person, and with the logs of the searches that gave them. A chat at a time; safe to repeat.
     */
    async removeFromAll({ userId, profileUrl, remove, signal }: RemoveOptions): Promise<Removal> {
      const { own } = await findByKeys({ table, userId, signal }, ['pk', 'sk']);
      const found: Omit<Removal, 'lists' | 'shares' | 'name'> = { answers: 0, chats: 0 };
      const names: (string | undefined)[] = [];
      for (const chatId of chatIdsIn(own)) {
        const address = { userId, chatId, signal };
        const { answers, unreadable } = await messages.findPerson({ ...address, profileUrl });
        if (unreadable > 0) found.unreadable = (found.unreadable ?? 0) + unreadable;
        if (answers.length === 0) continue;
        found.answers += answers.length;
        found.chats += 1;
        names.push(...answers.map(({ name }) => name));
        const ids = answers.map(({ id }) => id);
        if (remove) await removeFrom(table, messages, { ...address, profileUrl, answers: ids });
      }
      const person = { userId, profileUrl, remove, signal };
      // After the answers, which are counted: a repeat finds what is left.
      if (remove) await history.removeFromAll(person);
      const inLists = await lists.removeFromAll(person);
      const inShares = await shares.removeFromAll(person);
      const name = [...names, inLists.name].find((each) => each !== undefined);
      return { ...found, lists: inLists.lists, shares: inShares, ...(name !== undefined && { name }) };
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
