import { storeError } from '#shared/errors.ts';
import * as contract from '#shared/lists.ts';
import { toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { TOMBSTONE_LIFETIME, toExpiry } from './lifetimes.ts';
import * as listItem from './list-item.ts';
import * as listPeople from './list-people.ts';
import type { Table } from './table.ts';
import type { Cancellable, PersonInAccount, Signal } from './versioned-items.ts';

type CreatedList =
  | { status: 'created' | 'exists'; list: contract.PersonList }
  /** A list with this id was deleted: ids are not reused. */
  | { status: 'deleted' }
  /** The account has reached its limit of lists. */
  | { status: 'full' };

const ERROR_TEXTS = {
  list: storeError('fetch', 'lists'),
  create: storeError('create', 'list'),
  rename: storeError('update', 'list'),
  delete: storeError('delete', 'list'),
  listPeople: storeError('fetch', 'people'),
  save: storeError('update', 'list'),
  update: storeError('update', 'person'),
  remove: storeError('delete', 'person'),
  findPerson: storeError('fetch', 'lists'),
  removePerson: storeError('update', 'lists'),
};

/** A person's lists of people. Every method throws StoreError when the database fails. */
export const createLists = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** All readable lists, and the list of hidden people even if it is damaged. One query per MB of list items. */
    async list({ userId, signal }: Cancellable & { userId: string }): Promise<contract.ListsAnswer> {
      const found = await readAll(table, { userId, signal });
      const described = found.lists.map((list) => ({
        ...listItem.toList(list),
        members: Object.keys(list.people),
      }));
      const hidden = described.find(({ id }) => id === contract.HIDDEN_LIST_ID);
      const lists = described.filter(({ id }) => id !== contract.HIDDEN_LIST_ID);
      lists.sort((one, other) => (one.updatedAt > other.updatedAt ? -1 : 1));
      const id = contract.HIDDEN_LIST_ID;
      const isDamaged = found.damaged.includes(id);
      const members = isDamaged
        ? await listPeople.membersLeft(table, { userId, listId: id, signal })
        : (hidden?.members ?? []);
      const { length: size } = members;
      return { lists, hidden: { id, size, members, ...(isDamaged && { isDamaged }) } };
    },

    /** Idempotent: a list that exists is returned unchanged. */
    async create(
      options: listPeople.ListOptions & { name: string; createdAt?: string },
    ): Promise<CreatedList> {
      const { name, createdAt, signal, ...address } = options;
      const item = listItem.begin(address, { name, at: table.stamp(createdAt) });
      if (!(await table.putIfAbsent(item, signal))) {
        const existing = await listItem.read(table, address, signal);
        return existing === undefined
          ? { status: 'deleted' }
          : { status: 'exists', list: listItem.toList(existing) };
      }
      // Checked after the write, so that two lists created concurrently cannot both take the last place.
      const all = await readAll(table, { userId: address.userId, signal });
      const ids = [...all.lists.map(({ id }) => id), ...all.damaged];
      if (ids.filter((id) => id !== contract.HIDDEN_LIST_ID).length <= contract.LIST_LIMITS.lists) {
        const { id, createdAt, updatedAt } = item;
        return { status: 'created', list: { id, name, createdAt, updatedAt, size: 0 } };
      }
      const empty = listItem.updateOfLive();
      empty.require(`size(people) = ${empty.value(0)}`);
      await table.deleteIf(keys.listKey(address), empty, signal);
      // A repeat may have found the list and saved people to it: they stay, and so does the list.
      const left = await listItem.read(table, address, signal);
      return left === undefined ? { status: 'full' } : { status: 'created', list: listItem.toList(left) };
    },

    /** Undefined if there is no such list. */
    async rename({ name, signal, ...address }: listPeople.ListOptions & { name: string }) {
      const update = listItem.updateOfLive().set('name', name).set('updatedAt', toTimestamp(table.clock()));
      const item = await table.update(keys.listKey(address), update, signal);
      const renamed = item && listItem.decode(item);
      return renamed && listItem.toList(renamed);
    },

    /** Marks the list as deleted, after which nobody can be added, then deletes its entries. False if there is no such list. */
    async delete({ signal, ...address }: listPeople.ListOptions): Promise<boolean> {
      const update = listItem.updateOfLive().set('deletedAt', toTimestamp(table.clock()));
      for (const name of ['name', 'people', 'createdAt', 'updatedAt']) update.remove(name);
      const marked = await table.update(keys.listKey(address), update, signal);
      const left = marked ?? (await table.get(keys.listKey(address), signal));
      if (left === undefined || !listItem.isDeleted(left) || left['expiresAt'] !== undefined) return false;
      await purge(table, address, signal);
      return true;
    },

    // Documented in list-people.ts.
    listPeople: (options: listPeople.ListOptions & { cursor?: string }) => listPeople.list(table, options),
    save: (options: listPeople.ListOptions & { people: readonly contract.SavePersonRequest[] }) =>
      listPeople.save(table, options),
    update: (options: listPeople.PersonOptions & contract.UpdatePersonRequest) =>
      listPeople.update(table, options),
    remove: (options: listPeople.PersonOptions) => listPeople.remove(table, options),

    /** The ids of the lists that contain a person, the person's name in one of them, and the number of damaged lists. */
    findPerson: (options: PersonInAccount): Promise<FoundInLists> => findPerson(table, options),

    /** Removes a person from all lists. Idempotent. @returns where they were */
    async removePerson(options: PersonInAccount): Promise<FoundInLists> {
      const found = await findPerson(table, options);
      for (const listId of found.lists) await listPeople.remove(table, { ...options, listId });
      return found;
    },
  });

interface FoundInLists {
  lists: string[];
  name?: string;
  /** The number of damaged lists, which may contain people that cannot be found. */
  unreadable: number;
}

async function findPerson(table: Table, options: PersonInAccount): Promise<FoundInLists> {
  const member = await contract.memberKeyOf(options.profileUrl);
  const all = await readAll(table, options);
  const lists = all.lists.filter(({ people }) => people[member] !== undefined).map(({ id }) => id);
  for (const listId of all.damaged)
    if ((await listPeople.findEntries(table, { ...options, listId })).length > 0) lists.push(listId);
  const [listId] = lists;
  const name = listId && (await listPeople.nameOf(table, { ...options, listId }));
  return { lists, ...(name !== undefined && { name }), unreadable: all.damaged.length };
}

/** The readable lists, and the ids of the damaged ones. Completes interrupted deletions. */
async function readAll(table: Table, { userId, signal }: Cancellable & { userId: string }) {
  const lists: listItem.StoredList[] = [];
  const damaged: string[] = [];
  for (const item of await table.query(keys.listsOf(userId), signal)) {
    const listId = keys.listIdAt(keys.toKey(item));
    if (listItem.isDeleted(item)) {
      if (item['expiresAt'] === undefined) await purge(table, { userId, listId }, signal);
      continue;
    }
    const list = await listItem.decodeReadable(item);
    if (list === undefined) damaged.push(listId);
    else lists.push(list);
  }
  return { lists, damaged };
}

/** Deletes the entries of a list marked as deleted, and lets its tombstone expire later. Idempotent, and safe to run concurrently. */
async function purge(table: Table, address: keys.ListAddress, signal: Signal): Promise<void> {
  const query = { partition: keys.peoplePartition(address), attributes: ['pk', 'sk'] };
  for await (const items of table.queryPages(query, signal))
    await table.deleteAll(items.map(keys.toKey), signal);
  const update = new UpdateExpression().require('attribute_exists(deletedAt)');
  update.set('expiresAt', toExpiry(table.clock()) + TOMBSTONE_LIFETIME);
  await table.updateIf(keys.listKey(address), update, signal);
}
