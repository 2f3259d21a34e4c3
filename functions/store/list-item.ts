import * as v from 'valibot';
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
  people: v.record(v.string(), v.string()),
});
export type StoredList = v.InferOutput<typeof StoredList>;

/** What is left of a deleted list; its entries are deleted once it has a time to expire. */
export const DeletedList = v.object({
  id: v.string(),
  deletedAt: v.string(),
  expiresAt: v.optional(v.number()),
});

/** Undefined for what is left of a deleted list. */
export function decode(item: keys.Item): StoredList | undefined {
  if (item['deletedAt'] !== undefined) return undefined;
  return v.parse(StoredList, item);
}

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

export const toPerson = ({ changedBy: _changedBy, ...person }: StoredEntry): contract.ListedPerson => person;

const Named = v.object({ profile: v.object({ fullName: v.string() }) });

/** What an entry calls its person; undefined where it cannot be read. */
export const nameIn = (item: keys.Item): string | undefined =>
  v.is(Named, item) ? item.profile.fullName : undefined;
