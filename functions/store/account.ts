import { forEachConcurrently } from '#functions/timing.ts';
import type { Removal } from '#shared/account-contract.ts';
import { storeError } from '#shared/errors.ts';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { DAY } from '#shared/time.ts';
import type { AccountOptions, EraseOptions } from './account-erasure.ts';
import type { AccountItems } from './account-export.ts';
import { withStoreErrors } from './errors.ts';
import type { createHistory } from './history.ts';
import * as keys from './keys.ts';
import type { createLists } from './lists.ts';
import type { createMessages } from './messages.ts';
import type { FoundInChat } from './person-in-messages.ts';
import { SEARCH_ATTRIBUTES, searchesOf } from './related-searches.ts';
import { isOver } from './search-item.ts';
import { forgetSearch } from './search-log.ts';
import * as serviceKeys from './service-keys.ts';
import * as shareItem from './share-item.ts';
import type { createShares } from './shares.ts';
import type { Table } from './table.ts';
import type { PersonInAccount, Signal } from './versioned-items.ts';

/*
 * Everything that is stored of one account, for exporting or deleting it. It is found by its keys, without scanning the table:
 *
 *     USER#sub ──► its chats, deleted ones too ──► USER#sub#CHAT#id ──► messages, stored or announced, that may have searches in the log
 *                                                                         └──► SEARCH#id, RUNNING#reading:id
 *                 its lists, deleted ones too ──► USER#sub#LIST#id
 *                 its shares, revoked ones too ──► SHARE#token
 *     and by name: QUOTA#…:account:sub:day, RUNNING#account:sub, RUNNING#readers:account:sub, RUNNING#whole:account:sub
 *     and last of all: RUNNING#erasing:account:sub
 *
 * The code for exporting and deleting is loaded on demand: few instances of the search function ever need it, and the others start faster.
 */

/** Finds an account's items by their keys; those of each chat, list and share on demand. */
async function findByKeys(
  { table, userId, signal }: AccountOptions,
  /** The attributes to read of every item; all when absent. */
  attributes?: readonly string[],
): Promise<AccountItems> {
  const wanted = attributes && [...attributes, 'erasedAt', 'token', ...SEARCH_ATTRIBUTES];
  const read = (partition: string) =>
    table.query({ partition, ...(wanted && { attributes: wanted }) }, signal);
  const own = (await read(keys.userPartition(userId))).filter(({ erasedAt }) => erasedAt === undefined);
  const searches = new Set<string>();
  return {
    own,
    async ofChat(chatId) {
      const items = await read(keys.messagesPartition({ userId, chatId }));
      const { sk } = keys.chatKey({ userId, chatId });
      const asking = [...own.filter((item) => item['sk'] === sk), ...items];
      for (const searchId of await searchesOf(table, asking, { userId, chatId, signal }))
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

/** Days ago: a quota's counter is kept for two days. */
const COUNTED_DAYS = [0, 1, 2];

function countersOf(userId: string, searches: readonly string[], now: number): keys.Key[] {
  const owner = serviceKeys.accountName(userId);
  const quotas = COUNTED_DAYS.flatMap((days) =>
    (['standard', 'deep'] as const).map((mode) =>
      serviceKeys.dailyQuotaName({ mode, owner, on: now - days * DAY }),
    ),
  );
  const slots = [
    ...[owner, serviceKeys.readersOf(owner), serviceKeys.accountJobs(userId)],
    ...searches.map(serviceKeys.searchReaders),
  ];
  return [...quotas.map(serviceKeys.quotaKey), ...slots.map(serviceKeys.slotsKey)];
}

/** The ids of all chats, including deleted ones. */
const chatIdsIn = (own: readonly keys.Item[]): string[] =>
  own.filter((item) => keys.kindOf(item) === 'chat').map((item) => keys.chatIdAt(keys.toKey(item)));

const listIdsIn = (own: readonly keys.Item[]): string[] =>
  own.filter((item) => keys.kindOf(item) === 'list').map((item) => keys.listIdAt(keys.toKey(item)));

/** Includes the tokens of damaged shares. If even the token cannot be read, the snapshot is not deleted, but expires by itself. */
const tokensIn = (own: readonly keys.Item[]): string[] =>
  own.filter((item) => keys.kindOf(item) === 'share').flatMap((item) => shareItem.tokenIn(item) ?? []);

/** The keys of all of the account's items, which also show their kinds. Reads several partitions at once. */
async function findAllByKeys(options: AccountOptions): Promise<keys.Item[]> {
  const account = await findByKeys(options, ['pk', 'sk']);
  const found: keys.Item[] = [...account.own];
  const reads = [
    ...chatIdsIn(account.own).map((id) => () => account.ofChat(id)),
    ...listIdsIn(account.own).map((id) => () => account.ofList(id)),
    ...tokensIn(account.own).map((token) => () => account.ofShare(token)),
  ];
  await forEachConcurrently(reads, READ_CONCURRENCY, async (read) => {
    for (const item of await read()) found.push(item);
  });
  return [...found, ...(await account.others())];
}

const READ_CONCURRENCY = 8;

type Wait = Pick<EraseOptions, 'wait'>;

const ERROR_TEXTS = {
  sweep: storeError('delete', 'user'),
  erase: storeError('delete', 'user'),
  findPerson: storeError('fetch', 'messages'),
  removePerson: storeError('update', 'messages'),
};

interface AccountStores {
  messages: ReturnType<typeof createMessages>;
  lists: ReturnType<typeof createLists>;
  shares: ReturnType<typeof createShares>;
  history: ReturnType<typeof createHistory>;
}

/** Operations on everything that is stored of one account. Every method but `exportText` throws StoreError when the database fails. */
export const createAccount = (table: Table, { messages, lists, shares, history }: AccountStores) => ({
  /** Everything as the text of a JSON file, in chunks that end where JSON allows whitespace. */
  async *exportText({ signal, ...options }: { userId: string; exportedAt: string; signal?: Signal }) {
    const { exportText } = await import('./account-export-text.ts');
    const account = await findByKeys({ table, userId: options.userId, signal });
    yield* exportText({ table, signal }, { ...options, account });
  },

  ...withStoreErrors(ERROR_TEXTS, {
    /** Notes the erasure, stops the account's searches and immediately deletes nearly everything. @returns the number of deleted items */
    async sweep(options: Wait & { userId: string }) {
      const { sweepAccount } = await import('./account-erasure.ts');
      const account = { table, userId: options.userId };
      return await sweepAccount({ ...account, wait: options.wait, find: () => findAllByKeys(account) });
    },

    /** Deletes everything, see {@link eraseAccount}. @returns the number of deleted items */
    async erase(options: Wait & Pick<EraseOptions, 'settles'> & { userId: string }) {
      const { eraseAccount } = await import('./account-erasure.ts');
      const account = { table, userId: options.userId };
      const deleted = await eraseAccount({ ...options, ...account, find: () => findAllByKeys(account) });
      await table.deleteAll([serviceKeys.slotsKey(serviceKeys.accountErasures(options.userId))], undefined);
      return deleted;
    },

    /** Finds a person in the answers of all chats, in lists and in shares. */
    async findPerson(options: PersonInAccount): Promise<Removal> {
      const inChats: FoundInChat[] = [];
      for await (const chat of findInChats(table, messages, options)) inChats.push(chat);
      return toRemoval(inChats, await lists.findPerson(options), await shares.findPerson(options));
    },

    /**
     * Removes a person from the answers of all chats, from lists and from shares. Also removes everything the answers say about them, and
     * the logs of the searches that produced the answers. One chat at a time; idempotent. @returns where they were
     */
    async removePerson(options: PersonInAccount): Promise<Removal> {
      const inChats: FoundInChat[] = [];
      for await (const chat of findInChats(table, messages, options)) {
        await removeFromChat(table, messages, { ...options, ...chat });
        inChats.push(chat);
      }
      // All digests, whichever answers were found, so that a repeat completes an interrupted removal.
      await history.removePerson(options);
      return toRemoval(inChats, await lists.removePerson(options), await shares.removePerson(options));
    },
  }),
});

type Messages = AccountStores['messages'];

/** Every chat with the person in its answers, or with answers that cannot be read. Chats are read lazily. */
async function* findInChats(
  table: Table,
  messages: Messages,
  { userId, profileUrl, signal }: PersonInAccount,
): AsyncGenerator<FoundInChat & { chatId: string }> {
  const { own } = await findByKeys({ table, userId, signal }, ['pk', 'sk']);
  for (const chatId of chatIdsIn(own)) {
    const found = await messages.findPerson({ userId, chatId, profileUrl, signal });
    if (found.answers.length > 0 || found.unreadable > 0) yield { chatId, ...found };
  }
}

function toRemoval(
  inChats: readonly FoundInChat[],
  inLists: Awaited<ReturnType<AccountStores['lists']['findPerson']>>,
  inShares: Awaited<ReturnType<AccountStores['shares']['findPerson']>>,
): Removal {
  const answers = inChats.flatMap((chat) => chat.answers);
  const unreadable = [...inChats, inLists, inShares].reduce((sum, part) => sum + part.unreadable, 0);
  const name = [...answers, inLists].find((each) => each.name !== undefined)?.name;
  const lists = inLists.lists.filter((id) => id !== HIDDEN_LIST_ID).length;
  return {
    answers: answers.length,
    chats: inChats.filter((chat) => chat.answers.length > 0).length,
    lists,
    shares: inShares.shares.length,
    ...(inLists.lists.includes(HIDDEN_LIST_ID) && { hidden: true }),
    ...(name !== undefined && { name }),
    ...(unreadable > 0 && { unreadable }),
  };
}

async function removeFromChat(
  table: Table,
  messages: Messages,
  { userId, chatId, profileUrl, answers, signal }: PersonInAccount & keys.ChatAddress & FoundInChat,
): Promise<void> {
  if (answers.length === 0) return;
  const chat = { userId, chatId, signal };
  const query = {
    partition: keys.messagesPartition(chat),
    attributes: ['pk', 'sk', ...SEARCH_ATTRIBUTES],
  };
  // The logs first, since they are replayed to anyone who follows the search.
  for (const searchId of await searchesOf(table, await table.query(query, signal), chat)) {
    const item = await table.get(serviceKeys.searchKey(searchId), signal);
    if (item !== undefined && isOver(item, table.clock())) await forgetSearch(table, searchId, signal);
  }
  for (const { id } of answers) await messages.removePerson({ ...chat, messageId: id, profileUrl });
}
