import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as chatItem from '#functions/store/chat-item.ts';
import { NewerItemError, UnreadableError } from '#functions/store/errors.ts';
import { readDigest } from '#functions/store/history.ts';
import { type Item, type Kind, toKey } from '#functions/store/keys.ts';
import * as listItem from '#functions/store/list-item.ts';
import { decodeLookup } from '#functions/store/lookups.ts';
import * as messageItem from '#functions/store/message-item.ts';
import { findParts } from '#functions/store/payloads.ts';
import { decodeEvent } from '#functions/store/search-events.ts';
import * as searchItem from '#functions/store/search-item.ts';
import { searchIdAt } from '#functions/store/service-keys.ts';
import { AnyShare, readSnapshot } from '#functions/store/share-item.ts';
import { readHeld } from '#functions/store/slots.ts';
import { Spent } from '#functions/store/spent.ts';
import type { Table } from '#functions/store/table.ts';
import { StoredUser } from '#functions/store/users.ts';

const Part = v.object({ bytes: v.custom<Uint8Array>((value) => value instanceof Uint8Array) });
const Usage = v.object({ storedWrites: v.number(), storedBytes: v.number(), expiresAt: v.number() });
const Quota = v.object({ taken: v.number(), expiresAt: v.number() });

type Check = (item: Item, table: Table) => unknown;

const isPart: Check = (item) => v.parse(Part, item);

/** Reads an item of each kind as the functions would, including the parts it is split into. */
const CHECKS: Readonly<Record<Kind, Check>> = {
  user: (item) => v.parse(StoredUser, item),
  spent: (item) => v.parse(Spent, item),
  usage: (item) => v.parse(Usage, item),
  chat(item) {
    const stored = chatItem.decode(item);
    if (stored.state === 'live' && stored.damage !== undefined) throw stored.damage;
  },
  digest: (item) => readDigest(item),
  async message(item, table) {
    const stored = messageItem.decode(item);
    if (stored === undefined) v.parse(messageItem.Stamps, item);
    else v.parse(v.looseObject({ id: v.string() }), await messageItem.load(table, stored, undefined));
  },
  'message part': isPart,
  list: (item) => listItem.decode(item) ?? v.parse(listItem.DeletedList, item),
  'listed person': (item) => listItem.decodeEntry(item),
  share: (item) => v.parse(AnyShare, item),
  snapshot: (item) => readSnapshot(item),
  search: (item) => searchItem.decode(item),
  event: (item, table) =>
    decodeEvent(item, { searchId: searchIdAt(toKey(item)), find: findParts(table, undefined) }),
  'event part': isPart,
  quota: (item) => v.parse(Quota, item),
  slots: (item) => readHeld(item),
  'suppression key': (item) => v.parse(v.object({ key: v.string() }), item),
  suppressed: (item) => v.parse(v.object({ addedOn: v.string() }), item),
  async lookup(item, table) {
    if ((await decodeLookup(table, item, undefined)) === undefined) throw new Error('a part is missing');
  },
  'lookup part': isPart,
};

/**
 * Why the functions could not read the item, without quoting any of its content; undefined when they can. A faulty item is read again,
 * since it may have changed or been deleted in the meantime.
 */
export async function findFault(table: Table, item: Item): Promise<string | undefined> {
  const fault = await faultOf(table, item);
  if (fault === undefined) return undefined;
  const again = await table.getStored(toKey(item), undefined);
  return again === undefined || table.isExpired(again) ? undefined : await faultOf(table, again);
}

async function faultOf(table: Table, item: Item): Promise<string | undefined> {
  const found = table.versions.find(item);
  if (found === undefined) return 'its key matches no known kind';
  try {
    await CHECKS[found.kind](table.versions.read(item), table);
    return undefined;
  } catch (error) {
    // A failed database call says nothing about the item.
    if (error instanceof Error && '$metadata' in error) throw error;
    return describe(error);
  }
}

/** The path and expected type from a schema's issues; the offending values are somebody's data. */
function describe(error: unknown): string {
  if (error instanceof v.ValiError)
    return error.issues
      .map((issue) => `${v.getDotPath(issue) ?? 'the item'}: expected ${issue.expected ?? issue.type}`)
      .join(', ');
  if (!(error instanceof Error)) return 'unknown error';
  if (error instanceof UnreadableError) return describe(error.cause);
  // A parser's own errors quote the input; ours are fixed texts.
  const isOurs = error instanceof NewerItemError || error.name === 'Error';
  return isOurs ? error.message : error.name;
}

/** Identifies an item without revealing whose it is. */
export const hashKey = (item: Item): string => {
  const { pk, sk } = toKey(item);
  return createHash('sha256').update(`${pk}\n${sk}`).digest('hex').slice(0, 12);
};
