import * as v from 'valibot';
import { ProfileRecord } from '#shared/profile-record.ts';
import type { LookupAddress } from '../../keys.ts';
import { lookupKey } from '../../keys.ts';
import type { LookupCache, RememberedLookup } from '../../ports/lookup-cache.ts';
import { isExpired } from '../expiry.ts';
import type { Packed } from '../payload.ts';
import { unpack } from '../payload.ts';
import { getItem, getItems } from '../requests.ts';
import type { Item, Table } from '../table.ts';
import { lookupPartKeys, StoredLookup, StoredLookupPart } from './lookup-item.ts';

const Remembered = v.object({ record: v.optional(ProfileRecord) });

type ReadOptions = Parameters<LookupCache['read']>[0];

export async function readLookup(
  table: Table,
  { provider, profileUrl, signal }: ReadOptions,
): Promise<RememberedLookup | undefined> {
  const address = { provider, profileUrl };
  const item = await getItem(table, lookupKey(address), signal);
  if (item === undefined || isExpired(item, table.clock())) return undefined;
  const packed = await loadPayload(table, { address, item }, signal);
  return packed && { record: v.parse(Remembered, await unpack(packed)).record };
}

/** Undefined when a part is missing: an erasure or an expiry took it just now. */
async function loadPayload(
  table: Table,
  { address, item }: { address: LookupAddress; item: Item },
  signal: AbortSignal | undefined,
): Promise<Packed | undefined> {
  const { payload, attempt } = v.parse(StoredLookup, item);
  if (payload.form !== 'parts') return payload;
  const keys = lookupPartKeys({ ...address, attempt, count: payload.count });
  const items = await getItems(table, { keys, attributes: ['sk', 'bytes'] }, signal);
  const parts = items.map((part) => v.parse(StoredLookupPart, part)).sort((a, b) => (a.sk < b.sk ? -1 : 1));
  return parts.length === keys.length ? { form: 'parts', parts: parts.map(({ bytes }) => bytes) } : undefined;
}
