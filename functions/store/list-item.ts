import * as v from 'valibot';
import { orLogFailure } from '#functions/log.ts';
import * as contract from '#shared/lists.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import type { Table } from './table.ts';
import type { Signal } from './versioned-items.ts';

/**
 * A list's item contains its members: a map from each person's key (`memberKeyOf`) to the name of their entry. Only this map decides who is
 * in the list, so its size is always right. An entry that it does not name is a stray.
 */
const StoredList = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  people: v.record(v.string(), keys.EntryName),
});
export type StoredList = v.InferOutput<typeof StoredList>;

/** The tombstone of a deleted list. It gets an expiry once all entries are deleted. */
export const DeletedList = v.object({
  id: v.string(),
  deletedAt: v.string(),
  expiresAt: v.optional(v.number()),
});

export const isDeleted = (item: keys.Item): boolean => item['deletedAt'] !== undefined;

/** Undefined for a tombstone. */
export function decode(item: keys.Item): StoredList | undefined {
  if (isDeleted(item)) return undefined;
  return v.parse(StoredList, item);
}

/** For a list that is not deleted. Undefined, and logged, if it is damaged, so that the other lists can still be read. */
export const decodeReadable = (item: keys.Item): Promise<StoredList | undefined> =>
  orLogFailure('a list could not be read', () => decode(item));

const WithMembers = v.pick(StoredList, ['people']);

/** A list's members, even if other attributes are damaged; undefined if the members are damaged. */
export const peopleIn = (item: keys.Item): StoredList['people'] | undefined =>
  v.is(WithMembers, item) ? item.people : undefined;

export async function read(table: Table, address: keys.ListAddress, signal: Signal) {
  const item = await table.get(keys.listKey(address), signal);
  return item && decode(item);
}

/** The item of a new, empty list. */
export const begin = (address: keys.ListAddress, { name, at }: { name: string; at: string }) => ({
  ...keys.listKey(address),
  ...{ id: address.listId, name, createdAt: at, updatedAt: at, people: {} },
});

export const HIDDEN_LIST_NAME = 'Hidden people';

export const isHidden = ({ listId }: { listId: string }): boolean => listId === contract.HIDDEN_LIST_ID;

export function toList({ people, ...list }: StoredList): contract.PersonList {
  return { ...list, size: Object.keys(people).length };
}

/** An update on condition that the list exists and is not deleted. */
export const updateOfLive = (): UpdateExpression =>
  new UpdateExpression().require('attribute_exists(pk)').require('attribute_not_exists(deletedAt)');

/** An entry as stored, with the attempt that changed it last. */
const StoredEntry = v.object({ ...contract.ListedPerson.entries, changedBy: v.string() });
export type StoredEntry = v.InferOutput<typeof StoredEntry>;

export const decodeEntry = (item: keys.Item): StoredEntry => v.parse(StoredEntry, item);

/** Undefined, and logged, if the entry is damaged, so that the other entries can still be read and changed. */
export const decodeReadableEntry = (item: keys.Item): Promise<StoredEntry | undefined> =>
  orLogFailure('a person in a list could not be read', () => decodeEntry(item));

/** The person in an entry, if it is readable. */
export async function readPerson(item: keys.Item): Promise<contract.ListedPerson | undefined> {
  const entry = await decodeReadableEntry(item);
  return entry && toPerson(entry);
}

export const toPerson = ({ changedBy: _changedBy, ...person }: StoredEntry): contract.ListedPerson => person;

const WithName = v.object({ profile: v.object({ fullName: v.string() }) });

/** The name of an entry's person; undefined if it cannot be read. */
export const nameIn = (item: keys.Item): string | undefined =>
  v.is(WithName, item) ? item.profile.fullName : undefined;

const WithProfileUrl = v.object({ profile: v.object({ profileUrl: v.string() }) });

/** The canonical profile URL of an entry's person; undefined if it cannot be read. */
export const urlIn = (item: keys.Item): string | undefined =>
  v.is(WithProfileUrl, item) ? item.profile.profileUrl : undefined;
