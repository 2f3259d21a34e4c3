import { storeError } from '#shared/errors.ts';
import * as contract from '#shared/lists.ts';
import { toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { TRACES_STAY, toExpiry } from './lifetimes.ts';
import * as listItem from './list-item.ts';
import * as listPeople from './list-people.ts';
import type { Cancellable, Signal, Table } from './requests.ts';

type CreatedList =
  | { status: 'created' | 'exists'; list: contract.PersonList }
  /** The person deleted a list of this id: ids are not used twice. */
  | { status: 'deleted' }
  /** They have as many lists as an account may have. */
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

/** A person's lists of people. Every method throws StoreError when storing fails. */
export const createLists = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** All of them without those that are damaged, but for what is left of the list of hidden people: one query, for each MB of what they name. */
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

    /** Safe to repeat: a list that exists is given back as it is. */
    async create(
      options: listPeople.ListOptions & { name: string; createdAt?: string },
    ): Promise<CreatedList> {
      const { name, createdAt, signal, ...address } = options;
      const made = listItem.begin(address, { name, at: table.stamp(createdAt) });
      if (!(await table.putIfAbsent(made, signal))) {
        const existing = await listItem.read(table, address, signal);
        return existing === undefined
          ? { status: 'deleted' }
          : { status: 'exists', list: listItem.toList(existing) };
      }
      // Looked at afterwards, so that two made at once cannot both be the last.
      const all = await readAll(table, { userId: address.userId, signal });
      const ids = [...all.lists.map(({ id }) => id), ...all.damaged];
      if (ids.filter((id) => id !== contract.HIDDEN_LIST_ID).length <= contract.LIST_LIMITS.lists) {
        const { id, createdAt, updatedAt } = made;
        return { status: 'created', list: { id, name, createdAt, updatedAt, size: 0 } };
      }
      await table.deleteAll([keys.toKey(made)], signal);
      return { status: 'full' };
    },

    /** Undefined where there is no such list. */
    async rename({ name, signal, ...address }: listPeople.ListOptions & { name: string }) {
      const update = listItem.updateOfLive().set('name', name).set('updatedAt', toTimestamp(table.clock()));
      const item = await table.update(keys.listKey(address), update, signal);
      const renamed = item && listItem.decode(item);
      return renamed && listItem.toList(renamed);
    },

    /** Marks the list as deleted, from which moment nobody comes into it, then deletes its entries; false when there was none. */
    async delete({ signal, ...address }: listPeople.ListOptions): Promise<boolean> {
      const update = listItem.updateOfLive().set('deletedAt', toTimestamp(table.clock()));
      for (const name of ['name', 'people', 'createdAt', 'updatedAt']) update.remove(name);
      const marked = await table.update(keys.listKey(address), update, signal);
      const left = marked ?? (await table.get(keys.listKey(address), signal));
      if (left === undefined || !listItem.isDeleted(left) || left['expiresAt'] !== undefined) return false;
      await purge(table, address, signal);
      return true;
    },

    /** The people of a list, added last first, at most 100. Undefined where there is no such list. @throws InvalidCursorError */
    listPeople: (options: listPeople.ListOptions & { cursor?: string }) => listPeople.list(table, options),

    /** Saves people, who are not to be named twice: all of them or, where there is no room for all, nobody. Safe to repeat. */
    save: (options: listPeople.ListOptions & { people: readonly contract.SavePersonRequest[] }) =>
      listPeople.save(table, options),

    /** Changes what was written of somebody. Undefined where they are not in the list. */
    update: (options: listPeople.PersonOptions & contract.UpdatePersonRequest) =>
      listPeople.update(table, options),

    /** False when they were not in the list. */
    remove: (options: listPeople.PersonOptions): Promise<boolean> => listPeople.remove(table, options),

    /** The ids of the lists that have somebody, what one of them calls them, and how many are damaged. */
    findPerson: (options: PersonInLists): Promise<FoundInLists> => findPerson(table, options),

    /** Takes somebody out of all lists. Safe to repeat. @returns where they were */
    async removePerson(options: PersonInLists): Promise<FoundInLists> {
      const found = await findPerson(table, options);
      for (const listId of found.lists) await listPeople.remove(table, { ...options, listId });
      return found;
    },
  });

type PersonInLists = Omit<listPeople.PersonOptions, 'listId'>;

interface FoundInLists {
  lists: string[];
  name?: string;
  /** How many lists cannot be read, so that nobody can tell who else they had. */
  unreadable: number;
}

async function findPerson(table: Table, options: PersonInLists): Promise<FoundInLists> {
  const member = await contract.memberKeyOf(options.profileUrl);
  const all = await readAll(table, options);
  const lists = all.lists.filter(({ people }) => people[member] !== undefined).map(({ id }) => id);
  for (const listId of all.damaged)
    if ((await listPeople.findEntries(table, { ...options, listId })).length > 0) lists.push(listId);
  const [listId] = lists;
  const name = listId && (await listPeople.nameOf(table, { ...options, listId }));
  return { lists, ...(name !== undefined && { name }), unreadable: all.damaged.length };
}

/** Those that are there, and the ids of those that are damaged; the deletion of one that was cut off is finished. */
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

/** Deletes the entries of a list that is marked as deleted, whose id stays taken for a while. Safe to repeat and to run twice at once. */
async function purge(table: Table, address: keys.ListAddress, signal: Signal): Promise<void> {
  const query = { partition: keys.peoplePartition(address), attributes: ['pk', 'sk'] };
  for await (const items of table.queryPages(query, signal))
    await table.deleteAll(items.map(keys.toKey), signal);
  const update = new UpdateExpression().require('attribute_exists(deletedAt)');
  update.set('expiresAt', toExpiry(table.clock()) + TRACES_STAY);
  await table.updateIf(keys.listKey(address), update, signal);
}
