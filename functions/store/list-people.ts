import { beginEntry, mergeEntry } from '#shared/list-entry.ts';
import * as contract from '#shared/lists.ts';
import { toTimestamp } from '#shared/time.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { MAX_ATTEMPT_DURATION, startOfAttempt } from './lifetimes.ts';
import * as listItem from './list-item.ts';
import type { Table } from './table.ts';
import type { Cancellable, PersonInAccount, Signal } from './versioned-items.ts';

/*
 * The people in a list. An entry is put before the list names it, and deleted after the list no longer does. An entry that the list does
 * not name is a stray (list-item.ts), and is deleted once its writer is dead and so can no longer add it to the list.
 */

export type ListOptions = keys.ListAddress & Cancellable;

/** A person in a list. */
export type PersonOptions = PersonInAccount & keys.ListAddress;

type SavedPeople =
  | { status: 'saved'; people: { person: contract.ListedPerson; isNew: boolean }[] }
  | { status: 'no-list' }
  /** The list is damaged and accepts nobody. */
  | { status: 'damaged' }
  /** Somebody sent is in the list already, with a damaged entry, which is left as it is. Others may have been saved. */
  | { status: 'damaged-entry' }
  /** There is room for only `room` more people, so nobody was saved. */
  | { status: 'full'; room: number };

/**
 * The people in a list, most recently added first, at most 100, without damaged entries. One get and one query. Undefined if there is no
 * such list. If the list of hidden people is damaged and no longer names its members, all readable entries are returned.
 * @throws InvalidCursorError
 */
export async function list(table: Table, { cursor, signal, ...address }: ListOptions & { cursor?: string }) {
  const item = await table.get(keys.listKey(address), signal);
  const partition = keys.peoplePartition(address);
  const after =
    cursor === undefined
      ? undefined
      : keys.listedKey({ ...address, entry: decodeCursor({ partition, cursor, schema: keys.EntryName }) }).sk;
  if (item === undefined || listItem.isDeleted(item))
    return listItem.isHidden(address) ? { people: [] } : undefined;
  const members = listItem.isHidden(address) ? listItem.peopleIn(item) : listItem.decode(item)?.people;
  const query = { ...keys.peopleOf(address), after, down: true, limit: contract.LIST_LIMITS.peoplePerPage };
  const { items, isLast } = await table.queryPage(query, signal);
  const named = members && new Set(Object.values(members));
  const isNamed = (item: keys.Item) => named?.has(keys.entryAt(keys.toKey(item))) !== false;
  await deleteStrays(
    table,
    items.filter((item) => !isNamed(item)),
    signal,
  );
  const read = await Promise.all(items.filter(isNamed).map(listItem.readPerson));
  const people = read.filter((person) => person !== undefined);
  const last = items.at(-1);
  const page: contract.PeopleAnswer = { people };
  if (last === undefined || isLast) return page;
  return { ...page, cursor: encodeCursor({ partition, position: keys.entryAt(keys.toKey(last)) }) };
}

/** Deletes stray entries whose writers are dead. An entry that does not record its writer is left alone. */
async function deleteStrays(table: Table, items: readonly keys.Item[], signal: Signal): Promise<void> {
  const dead = items.filter(
    ({ changedBy }) =>
      typeof changedBy === 'string' && startOfAttempt(changedBy) < table.clock() - MAX_ATTEMPT_DURATION,
  );
  if (dead.length > 0) await table.deleteAll(dead.map(keys.toKey), signal);
}

/** Each round can lose to a concurrent change of the list. */
const MAX_ROUNDS = 10;

/** Saves people, who must be distinct: all of them, or nobody if there is not enough room. Idempotent. */
export async function save(
  table: Table,
  options: ListOptions & { people: readonly contract.SavePersonRequest[] },
): Promise<SavedPeople> {
  const { people: sent, signal, ...address } = options;
  const named = await Promise.all(
    sent.map(async ({ origins, ...person }) => ({
      person: {
        ...person,
        // The latest profile is kept, which a clock that is ahead must not decide.
        origins: origins.map((origin) => ({ ...origin, savedAt: table.stamp(origin.savedAt) })),
      },
      member: await contract.memberKeyOf(person.profile.profileUrl),
    })),
  );
  /** The members that this save has added, in any round. */
  let newMembers = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const item =
      (await table.get(keys.listKey(address), signal)) ?? (await ensureHiddenList(table, address, signal));
    if (item === undefined || listItem.isDeleted(item)) return { status: 'no-list' };
    const list = await listItem.decodeReadable(item);
    if (list === undefined) return { status: 'damaged' };
    const newcomers = named.filter(({ member }) => list.people[member] === undefined);
    const room = contract.LIST_LIMITS.people - Object.keys(list.people).length;
    if (newcomers.length > room) return { status: 'full', room: Math.max(0, room) };
    const added = await addPeople(table, newcomers, { ...address, signal });
    if (added === undefined) continue;
    newMembers = new Set([...newMembers, ...added.keys()]);
    const people = await Promise.all(
      named.map(async ({ person, member }) => {
        const isNew = newMembers.has(member);
        const newPerson = added.get(member);
        if (newPerson !== undefined) return { person: newPerson, isNew };
        const place = { ...address, member, entry: list.people[member] ?? '', signal };
        const merged = await mergePerson(table, keys.listedKey(place), person, signal);
        if (merged === undefined) await removeEntry(table, place);
        return merged && (merged === 'damaged' ? merged : { person: merged, isNew });
      }),
    );
    const saved = people.filter((one) => one !== undefined && one !== 'damaged');
    if (people.includes('damaged')) return { status: 'damaged-entry' };
    if (saved.length === people.length) return { status: 'saved', people: saved };
    // Somebody was removed in the meantime; the next round adds them again.
  }
  throw new Error('The list kept changing');
}

/** Everybody has a list of hidden people, which is only stored once the first person is added. */
async function ensureHiddenList(table: Table, address: keys.ListAddress, signal: Signal) {
  if (!listItem.isHidden(address)) return undefined;
  const at = toTimestamp(table.clock());
  await table.putIfAbsent(listItem.begin(address, { name: listItem.HIDDEN_LIST_NAME, at }), signal);
  return await table.get(keys.listKey(address), signal);
}

interface Newcomer {
  person: contract.SavePersonRequest;
  member: string;
}

/**
 * Puts each person's entry, then names all of them in the list, in one update on condition that none of them is in it and there is room.
 * @returns the people by their member keys; undefined, with nothing stored, if the list has changed so that the condition is not met
 */
async function addPeople(
  table: Table,
  newcomers: readonly Newcomer[],
  { signal, ...address }: ListOptions,
): Promise<ReadonlyMap<string, contract.ListedPerson> | undefined> {
  if (newcomers.length === 0) return new Map();
  const at = toTimestamp(table.clock());
  const changedBy = table.newAttempt();
  const entries = newcomers.map(({ person, member }) => {
    const addedAt = table.stamp(person.addedAt);
    const entry = keys.newEntryName(addedAt);
    return { member, entry, person: beginEntry(person, { at, addedAt }) };
  });
  await Promise.all(
    entries.map(({ entry, person }) =>
      table.put({ ...keys.listedKey({ ...address, entry }), ...person, changedBy }, signal),
    ),
  );
  const update = listItem.updateOfLive().set('updatedAt', at);
  update.require(`size(people) <= ${update.value(contract.LIST_LIMITS.people - entries.length)}`);
  for (const { member, entry } of entries) {
    const place = update.entry('people', member);
    update.setAt(place, entry).require(`attribute_not_exists(${place})`);
  }
  const isNamed = async () => {
    const list = await listItem.read(table, address, signal);
    return entries.some(({ member, entry }) => list?.people[member] === entry);
  };
  // If an update's response is lost, the client's retry fails the condition because the first attempt was applied.
  if ((await table.updateIf(keys.listKey(address), update, signal)) || (await isNamed()))
    return new Map(entries.map(({ member, person }) => [member, person]));
  await table.deleteAll(
    entries.map(({ entry }) => keys.listedKey({ ...address, entry })),
    signal,
  );
  return undefined;
}

/** Merges a repeated save into the entry, unless it is damaged; undefined if the entry no longer exists. */
async function mergePerson(table: Table, key: keys.Key, sent: contract.SavePersonRequest, signal: Signal) {
  const changedBy = table.newAttempt();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const item = await table.get(key, signal);
    if (item === undefined) return undefined;
    const stored = await listItem.decodeReadableEntry(item);
    if (stored === undefined) return 'damaged';
    // If an update's response is lost, the client's retry fails the condition because the first attempt was applied.
    if (stored.changedBy === changedBy) return listItem.toPerson(stored);
    const next = mergeEntry(stored, sent, toTimestamp(table.clock()));
    const merged = await table.update(key, replaceEntry(stored, { ...next, changedBy }), signal);
    if (merged !== undefined) return listItem.toPerson(listItem.decodeEntry(merged));
  }
  throw new Error('The entry kept changing');
}

/** An update on condition that the entry has not changed. */
function replaceEntry(stored: listItem.StoredEntry, next: listItem.StoredEntry): UpdateExpression {
  const update = new UpdateExpression().requireThat('changedBy', '=', stored.changedBy);
  for (const [name, value] of Object.entries(next)) update.set(name, value);
  for (const name of Object.keys(stored)) if (!(name in next)) update.remove(name);
  return update;
}

/** A person's entry in a list, and their key in the list's members (`memberKeyOf`). */
type Place = ListOptions & { member: string; entry: string };

/**
 * The person's entry, or none if they are not in the list. If the list is damaged and no longer names its members, all entries with the
 * person's profile URL.
 */
export async function findEntries(
  table: Table,
  { profileUrl, signal, ...address }: PersonOptions,
): Promise<Place[]> {
  const [list, member] = await Promise.all([
    table.get(keys.listKey(address), signal),
    contract.memberKeyOf(profileUrl),
  ]);
  if (list === undefined || listItem.isDeleted(list)) return [];
  const toPlace = (entry: string) => ({ ...address, member, entry, signal });
  const people = listItem.peopleIn(list);
  if (people !== undefined) return people[member] === undefined ? [] : [toPlace(people[member])];
  const items = await table.query(keys.peopleOf(address), signal);
  const theirs = items.filter((item) => listItem.urlIn(item) === profileUrl);
  return theirs.map((item) => toPlace(keys.entryAt(keys.toKey(item))));
}

/** The member keys of a damaged list: those it names or, if it no longer names its members, those of all readable entries. */
export async function membersLeft(table: Table, { signal, ...address }: ListOptions): Promise<string[]> {
  const list = await table.get(keys.listKey(address), signal);
  const people = list && listItem.peopleIn(list);
  if (people !== undefined) return Object.keys(people);
  const items = await table.query(keys.peopleOf(address), signal);
  return await Promise.all(items.flatMap((item) => listItem.urlIn(item) ?? []).map(contract.memberKeyOf));
}

/**
 * Changes a person's note, status or rating, unless a text is by now another than is known.
 * @returns the entry as it is then; undefined if they are not in the list, or the rest of their entry is damaged
 */
export async function update(
  table: Table,
  { note, status, rating, known, signal, ...options }: PersonOptions & contract.UpdatePersonRequest,
) {
  const [place] = await findEntries(table, { ...options, signal });
  if (place === undefined) return undefined;
  const update = new UpdateExpression().require('attribute_exists(pk)');
  update.set('updatedAt', toTimestamp(table.clock())).set('changedBy', table.newAttempt());
  const texts = { note, status };
  for (const field of ['note', 'status'] as const) {
    const text = texts[field];
    if (text === undefined) continue;
    update.set(field, text);
    const before = known?.[field];
    if (before === undefined) continue;
    // If an update's response is lost, the retry finds the new text.
    const name = update.name(field);
    update.require(`(${name} = ${update.value(before)} OR ${name} = ${update.value(text)})`);
  }
  if (rating === null) update.remove('rating');
  else if (rating !== undefined) update.set('rating', rating);
  const key = keys.listedKey(place);
  const item = (await table.update(key, update, signal)) ?? (await table.get(key, signal));
  return item && (await listItem.readPerson(item));
}

/** A person's name in the list; undefined if it cannot be read or they are not in the list. */
export async function nameOf(table: Table, options: PersonOptions): Promise<string | undefined> {
  const [place] = await findEntries(table, options);
  const item = place && (await table.get(keys.listedKey(place), options.signal));
  return item && listItem.nameIn(item);
}

/** @returns the person as they were in the list, unless their entry is damaged; undefined if they were not in it */
export async function remove(
  table: Table,
  options: PersonOptions,
): Promise<{ person?: contract.ListedPerson } | undefined> {
  const places = await findEntries(table, options);
  if (places.length === 0) return undefined;
  const removed: { person?: contract.ListedPerson } = {};
  for (const place of places) {
    const person = await removeEntry(table, place);
    if (person !== undefined) removed.person = person;
  }
  return removed;
}

/**
 * Removes an entry from the list, then deletes it, even if the list no longer named it: entry names are never reused.
 * @returns the person in it, read only once nobody can find the entry any more to change it; undefined if it is damaged
 */
async function removeEntry(table: Table, { member, signal, ...place }: Place) {
  const update = listItem.updateOfLive().set('updatedAt', toTimestamp(table.clock()));
  const path = update.entry('people', member);
  update.removeAt(path).require(`${path} = ${update.value(place.entry)}`);
  await table.updateIf(keys.listKey(place), update, signal);
  const item = await table.get(keys.listedKey(place), signal);
  if (item === undefined) return undefined;
  await table.deleteAll([keys.listedKey(place)], signal);
  return await listItem.readPerson(item);
}
