import * as v from 'valibot';
import { orLogFailure } from '#functions/log.ts';
import * as contract from '#shared/lists.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import type { Signal, Table } from './requests.ts';

/**
 * A list says who is in it: a map from the name of each person (`memberKeyOf`) to that of their entry. That map alone counts, so it is always
 * right how many there are; an entry that it does not name is nobody's.
 */
const StoredList = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
  people: v.record(v.string(), keys.EntryName),
});
export type StoredList = v.InferOutput<typeof StoredList>;

/** What is left of a deleted list; its entries are deleted once it has a time to expire. */
export const DeletedList = v.object({
  id: v.string(),
  deletedAt: v.string(),
  expiresAt: v.optional(v.number()),
});

export const isDeleted = (item: keys.Item): boolean => item['deletedAt'] !== undefined;

/** Undefined for what is left of a deleted list. */
export function decode(item: keys.Item): StoredList | undefined {
  if (isDeleted(item)) return undefined;
  return v.parse(StoredList, item);
}

/** Of a list that is not deleted. Undefined, and logged, for one that is damaged: among others it costs only itself, and it stays as it is. */
export const decodeReadable = (item: keys.Item): Promise<StoredList | undefined> =>
  orLogFailure('a list could not be read', () => decode(item));

const Naming = v.pick(StoredList, ['people']);

/** Whom a list names, whatever else of it is damaged; undefined where it does not say so. */
export const peopleIn = (item: keys.Item): StoredList['people'] | undefined =>
  v.is(Naming, item) ? item.people : undefined;

export async function read(table: Table, address: keys.ListAddress, signal: Signal) {
  const item = await table.get(keys.listKey(address), signal);
  return item && decode(item);
}

/** The list as it is first stored, without anybody. */
export const begin = (address: keys.ListAddress, { name, at }: { name: string; at: string }) => ({
  ...keys.listKey(address),
  ...{ id: address.listId, name, createdAt: at, updatedAt: at, people: {} },
});

export const HIDDEN_LIST_NAME = 'Hidden people';

export const isHidden = ({ listId }: { listId: string }): boolean => listId === contract.HIDDEN_LIST_ID;

export function toList({ people, ...list }: StoredList): contract.PersonList {
  return { ...list, size: Object.keys(people).length };
}

/** An update that is refused unless the list is there. */
export const updateOfLive = (): UpdateExpression =>
  new UpdateExpression().require('attribute_exists(pk)').require('attribute_not_exists(deletedAt)');

/** An entry as it is stored, with the attempt that changed it last. */
const StoredEntry = v.object({ ...contract.ListedPerson.entries, changedBy: v.string() });
export type StoredEntry = v.InferOutput<typeof StoredEntry>;

export const decodeEntry = (item: keys.Item): StoredEntry => v.parse(StoredEntry, item);

/** The person of an entry; undefined, and logged, where it is damaged: among others it costs only itself, and it stays as it is. */
export const readPerson = (item: keys.Item): Promise<contract.ListedPerson | undefined> =>
  orLogFailure('somebody in a list could not be read', () => toPerson(decodeEntry(item)));

export const toPerson = ({ changedBy: _changedBy, ...person }: StoredEntry): contract.ListedPerson => person;

const Named = v.object({ profile: v.object({ fullName: v.string() }) });

/** What an entry calls its person; undefined where it cannot be read. */
export const nameIn = (item: keys.Item): string | undefined =>
  v.is(Named, item) ? item.profile.fullName : undefined;

const Addressed = v.object({ profile: v.object({ profileUrl: v.string() }) });

/** Canonical profile URL of an entry's person; undefined where it cannot be read. */
export const urlIn = (item: keys.Item): string | undefined =>
  v.is(Addressed, item) ? item.profile.profileUrl : undefined;
