import * as v from 'valibot';
import { answerContextOf } from '#shared/answer-context.ts';
import * as contract from '#shared/lists.ts';
import type { Rating } from '#shared/message.ts';
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

/** Somebody who comes into a list. @param at the timestamp of the save */
export function beginEntry(
  sent: contract.SavePersonRequest,
  { at, addedAt }: { at: string; addedAt: string },
): contract.ListedPerson {
  const { profile, origins, note = '', status = '', rating } = sent;
  const person = {
    profile,
    ...answerContextOf(sent),
    note,
    status,
    ...(rating !== undefined && { rating }),
  };
  return { ...person, origins: mergeOrigins(origins, []), addedAt, updatedAt: at };
}

/** Somebody who is saved again: what was written of them stays. @param at the timestamp of the save */
export function mergeEntry(
  stored: contract.ListedPerson,
  sent: contract.SavePersonRequest,
  at: string,
): contract.ListedPerson {
  const rating: Rating | undefined = stored.rating ?? sent.rating;
  return {
    profile: sent.profile,
    ...answerContextOf(sent),
    note: stored.note || (sent.note ?? ''),
    status: stored.status || (sent.status ?? ''),
    ...(rating !== undefined && { rating }),
    origins: mergeOrigins(sent.origins, stored.origins),
    addedAt: stored.addedAt,
    updatedAt: at,
  };
}

type Origins = contract.ListedPerson['origins'];

/** Newest first, one for each answer. */
function mergeOrigins(sent: Origins, stored: Origins): Origins {
  const newest = new Map<string, Origins[number]>();
  for (const origin of [...sent, ...stored].sort((one, other) => (one.savedAt > other.savedAt ? -1 : 1)))
    if (!newest.has(nameOf(origin))) newest.set(nameOf(origin), origin);
  return [...newest.values()].slice(0, contract.LIST_LIMITS.origins);
}

const nameOf = ({ chatId, messageId }: Origins[number]): string => `${chatId} ${messageId}`;
