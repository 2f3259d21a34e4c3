import * as v from 'valibot';
import { storeError } from '#shared/errors.ts';
import {
  HIDDEN_LIST_ID,
  LIST_LIMITS,
  type ListedPerson,
  type ListsAnswer,
  memberKeyOf,
  type PeopleAnswer,
  type PersonList,
  type SavePersonRequest,
  type UpdatePersonRequest,
} from '#shared/lists.ts';
import { toTimestamp } from '#shared/time.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { beginningOf, LONGEST_ATTEMPT, TRACES_STAY, toExpiry } from './lifetimes.ts';
import * as listItem from './list-item.ts';
import type { Cancellable, Signal, Table } from './requests.ts';

type ListOptions = keys.ListAddress & Cancellable;

/** Somebody in a list. `profileUrl` is canonical. */
type PersonOptions = ListOptions & { profileUrl: string };

type CreatedList =
  | { status: 'created' | 'exists'; list: PersonList }
  /** The person deleted a list of this id: ids are not used twice. */
  | { status: 'deleted' }
  /** They have as many lists as an account may have. */
  | { status: 'full' };

type SavedPeople =
  | { status: 'saved'; people: { person: ListedPerson; isNew: boolean }[] }
  | { status: 'no-list' }
  /** There is room for only this many more people, so nobody was saved. */
  | { status: 'full'; room: number };

const ERROR_TEXTS = {
  list: storeError('fetch', 'lists'),
  create: storeError('create', 'list'),
  rename: storeError('update', 'list'),
  delete: storeError('delete', 'list'),
  listPeople: storeError('fetch', 'people'),
  save: storeError('update', 'list'),
  update: storeError('update', 'person'),
  remove: storeError('delete', 'person'),
  removeFromAll: storeError('update', 'lists'),
};

/** A person's lists of people. Every method throws StoreError when storing fails. */
export const createLists = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** All of them: one query, for each MB of what they name. */
    async list({ userId, signal }: Cancellable & { userId: string }): Promise<ListsAnswer> {
      const found = await readAll(table, { userId, signal });
      const described = found.map((list) => ({
        ...listItem.toList(list),
        members: Object.keys(list.people),
      }));
      const hidden = described.find(({ id }) => id === HIDDEN_LIST_ID);
      const lists = described.filter(({ id }) => id !== HIDDEN_LIST_ID);
      lists.sort((one, other) => (one.updatedAt > other.updatedAt ? -1 : 1));
      const { size, members } = hidden ?? { size: 0, members: [] };
      return { lists, hidden: { id: HIDDEN_LIST_ID, size, members } };
    },

    /** Safe to repeat: a list that exists is given back as it is. */
    async create(options: ListOptions & { name: string; createdAt?: string }): Promise<CreatedList> {
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
      if (all.filter(({ id }) => id !== HIDDEN_LIST_ID).length <= LIST_LIMITS.lists) {
        const { id, createdAt, updatedAt } = made;
        return { status: 'created', list: { id, name, createdAt, updatedAt, size: 0 } };
      }
      await table.deleteAll([keys.toKey(made)], signal);
      return { status: 'full' };
    },

    /** Undefined where there is no such list. */
    async rename({ name, signal, ...address }: ListOptions & { name: string }) {
      const update = listItem.updateOfLive().set('name', name).set('updatedAt', toTimestamp(table.clock()));
      const item = await table.update(keys.listKey(address), update, signal);
      const renamed = item && listItem.decode(item);
      return renamed && listItem.toList(renamed);
    },

    /** Marks the list as deleted, from which moment nobody comes into it, then deletes its entries; false when there was none. */
    async delete({ signal, ...address }: ListOptions): Promise<boolean> {
      const update = listItem.updateOfLive().set('deletedAt', toTimestamp(table.clock()));
      for (const name of ['name', 'people', 'createdAt', 'updatedAt']) update.remove(name);
      const marked = await table.update(keys.listKey(address), update, signal);
      const left = marked ?? (await table.get(keys.listKey(address), signal));
      const deleted = v.safeParse(listItem.DeletedList, left);
      if (!deleted.success || deleted.output.expiresAt !== undefined) return false;
      await purge(table, address, signal);
      return true;
    },

    /**
     * The people of a list, added last first, at most 100. One get and one query. Undefined where there is no such list.
     * @throws InvalidCursorError
     */
    async listPeople({ cursor, signal, ...address }: ListOptions & { cursor?: string }) {
      const list = await listItem.read(table, address, signal);
      const partition = keys.peoplePartition(address);
      const after =
        cursor === undefined
          ? undefined
          : keys.listedKey({ ...address, entry: decodeCursor({ partition, cursor }) }).sk;
      if (list === undefined) return listItem.isHidden(address) ? { people: [] } : undefined;
      const query = { ...keys.peopleOf(address), after, down: true, limit: LIST_LIMITS.peopleAPage };
      const { items, isLast } = await table.queryPage(query, signal);
      const named = new Set(Object.values(list.people));
      const isNamed = (item: keys.Item) => named.has(keys.entryAt(keys.toKey(item)));
      await clearStrays(
        table,
        items.filter((item) => !isNamed(item)),
        signal,
      );
      const people = items.filter(isNamed).map((item) => listItem.toPerson(listItem.decodeEntry(item)));
      const last = items.at(-1);
      const page: PeopleAnswer = { people };
      if (last === undefined || isLast) return page;
      return { ...page, cursor: encodeCursor({ partition, position: keys.entryAt(keys.toKey(last)) }) };
    },

    /** Saves people, who are not to be named twice: all of them or, where there is no room for all, nobody. Safe to repeat. */
    save: (options: ListOptions & { people: readonly SavePersonRequest[] }) => savePeople(table, options),

    /** Changes what was written of somebody. Undefined where they are not in the list. */
    async update({ note, status, rating, signal, ...options }: PersonOptions & UpdatePersonRequest) {
      const place = await findEntry(table, { ...options, signal });
      if (place === undefined) return undefined;
      const update = new UpdateExpression().require('attribute_exists(pk)');
      update.set('updatedAt', toTimestamp(table.clock())).set('changedBy', table.newAttempt());
      if (note !== undefined) update.set('note', note);
      if (status !== undefined) update.set('status', status);
      if (rating === null) update.remove('rating');
      else if (rating !== undefined) update.set('rating', rating);
      const item = await table.update(keys.listedKey(place), update, signal);
      return item && listItem.toPerson(listItem.decodeEntry(item));
    },

    /** False when they were not in the list. */
    remove: (options: PersonOptions): Promise<boolean> => removePerson(table, options),

    /** Finds somebody in all lists, or takes them out of them. @returns in how many they are, or were */
    async removeFromAll({ remove, ...options }: Omit<PersonOptions, 'listId'> & { remove: boolean }) {
      const member = await memberKeyOf(options.profileUrl);
      const found = (await readAll(table, options)).filter(({ people }) => people[member] !== undefined);
      if (remove) for (const { id } of found) await removePerson(table, { ...options, listId: id });
      return found.length;
    },
  });

/** Those that are there; the deletion of one that was cut off is finished. */
async function readAll(table: Table, { userId, signal }: Cancellable & { userId: string }) {
  const found: listItem.StoredList[] = [];
  for (const item of await table.query(keys.listsOf(userId), signal)) {
    const list = listItem.decode(item);
    if (list !== undefined) found.push(list);
    else if (item['expiresAt'] === undefined)
      await purge(table, { userId, listId: keys.listIdAt(keys.toKey(item)) }, signal);
  }
  return found;
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

/** Deletes entries that the list does not name, unless whoever wrote them may still be about to name them. */
async function clearStrays(table: Table, items: readonly keys.Item[], signal: Signal): Promise<void> {
  const dead = items.filter((item) => {
    const { changedBy } = listItem.decodeEntry(item);
    return beginningOf(changedBy) < table.clock() - LONGEST_ATTEMPT;
  });
  if (dead.length > 0) await table.deleteAll(dead.map(keys.toKey), signal);
}

/** Each round loses to somebody who has changed the list meanwhile. */
const ROUNDS = 10;

async function savePeople(
  table: Table,
  options: ListOptions & { people: readonly SavePersonRequest[] },
): Promise<SavedPeople> {
  const { people: sent, signal, ...address } = options;
  const named = await Promise.all(
    sent.map(async (person) => ({ person, member: await memberKeyOf(person.profile.profileUrl) })),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const list = (await listItem.read(table, address, signal)) ?? (await makeHidden(table, address, signal));
    if (list === undefined) return { status: 'no-list' };
    const newcomers = named.filter(({ member }) => list.people[member] === undefined);
    const room = LIST_LIMITS.people - Object.keys(list.people).length;
    if (newcomers.length > room) return { status: 'full', room: Math.max(0, room) };
    const added = await addPeople(table, newcomers, { ...address, signal });
    if (added === undefined) continue;
    const people = await Promise.all(
      named.map(async ({ person, member }) => {
        const isNew = added.get(member);
        if (isNew !== undefined) return { person: isNew, isNew: true };
        const place = { ...address, member, entry: list.people[member] ?? '', signal };
        const merged = await mergePerson(table, keys.listedKey(place), person, signal);
        if (merged === undefined) await takeOut(table, place);
        return merged && { person: merged, isNew: false };
      }),
    );
    const saved = people.filter((one) => one !== undefined);
    if (saved.length === people.length) return { status: 'saved', people: saved };
    // Somebody who was removed meanwhile is added again.
  }
  throw new Error('The list kept changing while people were being saved');
}

/** The list of hidden people is there for everybody, and stored once there is somebody in it. */
async function makeHidden(table: Table, address: keys.ListAddress, signal: Signal) {
  if (!listItem.isHidden(address)) return undefined;
  const at = toTimestamp(table.clock());
  await table.putIfAbsent(listItem.begin(address, { name: listItem.HIDDEN_LIST_NAME, at }), signal);
  return await listItem.read(table, address, signal);
}

interface Newcomer {
  person: SavePersonRequest;
  member: string;
}

/**
 * Puts each person's entry, then names all of them in the list, in one update that holds only where none of them is in it and all have room.
 * @returns the people by their names; undefined, and nothing stored, when the list has changed so that the update did not hold
 */
async function addPeople(
  table: Table,
  newcomers: readonly Newcomer[],
  { signal, ...address }: ListOptions,
): Promise<ReadonlyMap<string, ListedPerson> | undefined> {
  if (newcomers.length === 0) return new Map();
  const at = toTimestamp(table.clock());
  const changedBy = table.newAttempt();
  const made = newcomers.map(({ person, member }) => {
    const addedAt = table.stamp(person.addedAt);
    const entry = keys.newEntryName(addedAt);
    return { member, entry, person: listItem.beginEntry(person, { at, addedAt }) };
  });
  await Promise.all(
    made.map(({ entry, person }) =>
      table.put({ ...keys.listedKey({ ...address, entry }), ...person, changedBy }, signal),
    ),
  );
  const update = listItem.updateOfLive().set('updatedAt', at);
  update.require(`size(people) <= ${update.value(LIST_LIMITS.people - made.length)}`);
  for (const { member, entry } of made) {
    const place = update.entry('people', member);
    update.setAt(place, entry).require(`attribute_not_exists(${place})`);
  }
  const isNamed = async () => {
    const list = await listItem.read(table, address, signal);
    return made.some(({ member, entry }) => list?.people[member] === entry);
  };
  // An update whose answer was lost is sent again, and then refuses itself.
  if ((await table.updateIf(keys.listKey(address), update, signal)) || (await isNamed()))
    return new Map(made.map(({ member, person }) => [member, person]));
  await table.deleteAll(
    made.map(({ entry }) => keys.listedKey({ ...address, entry })),
    signal,
  );
  return undefined;
}

/** The entry with what is saved again; undefined where it has gone. */
async function mergePerson(table: Table, key: keys.Key, sent: SavePersonRequest, signal: Signal) {
  const changedBy = table.newAttempt();
  for (let round = 0; round < ROUNDS; round += 1) {
    const item = await table.get(key, signal);
    if (item === undefined) return undefined;
    const stored = listItem.decodeEntry(item);
    // An update whose answer was lost is sent again, and then refuses itself.
    if (stored.changedBy === changedBy) return listItem.toPerson(stored);
    const next = listItem.mergeEntry(stored, sent, toTimestamp(table.clock()));
    const update = new UpdateExpression().requireThat('changedBy', '=', stored.changedBy);
    for (const [name, value] of Object.entries({ ...next, changedBy })) update.set(name, value);
    for (const name of Object.keys(stored)) if (!(name in next) && name !== 'changedBy') update.remove(name);
    const merged = await table.update(key, update, signal);
    if (merged !== undefined) return listItem.toPerson(listItem.decodeEntry(merged));
  }
  throw new Error('The entry kept changing while it was being saved');
}

/** Where the person's entry is; undefined where they are not in the list. */
async function findEntry(table: Table, { profileUrl, signal, ...address }: PersonOptions) {
  const [list, member] = await Promise.all([listItem.read(table, address, signal), memberKeyOf(profileUrl)]);
  const entry = list?.people[member];
  return entry === undefined ? undefined : { ...address, member, entry, signal };
}

async function removePerson(table: Table, options: PersonOptions): Promise<boolean> {
  const place = await findEntry(table, options);
  if (place === undefined) return false;
  await takeOut(table, place);
  return true;
}

/** Takes an entry out of the list, and then deletes it. Whether or not it was there: its name is never used twice. */
async function takeOut(
  table: Table,
  { member, signal, ...place }: ListOptions & { member: string; entry: string },
): Promise<void> {
  const update = listItem.updateOfLive().set('updatedAt', toTimestamp(table.clock()));
  const path = update.entry('people', member);
  update.removeAt(path).require(`${path} = ${update.value(place.entry)}`);
  await table.updateIf(keys.listKey(place), update, signal);
  await table.deleteAll([keys.listedKey(place)], signal);
}
