import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { ProfileRecord } from '#shared/profile-record.ts';
import { withStoreErrors } from './errors.ts';
import { type Item, toKey } from './keys.ts';
import { toExpiry } from './lifetimes.ts';
import { findParts, loadPayload, pack, partsOf, StoredPayload, toStored } from './payloads.ts';
import { type Cancellable, type Signal, Table } from './requests.ts';
import * as keys from './service-keys.ts';

interface RememberLookupOptions extends keys.LookupAddress, Cancellable {
  /** The record, or that the provider knew nobody there. */
  lookup: { record: ProfileRecord | undefined };
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** Lookups that were paid for, kept for a while by canonical profile URL. Every method throws StoreError when storing fails. */
export type LookupCache = ReturnType<typeof createLookups>;

const ERROR_TEXTS = {
  read: 'Failed to fetch the lookup',
  remember: 'Failed to remember the lookup',
  erase: 'Failed to erase the lookups',
};

const StoredLookup = v.object({ payload: StoredPayload, attempt: v.string() });
const Remembered = v.object({ record: v.optional(ProfileRecord) });

export const createLookups = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** Undefined when nothing is remembered, or not any more. */
    async read({ signal, ...address }: keys.LookupAddress & Cancellable) {
      const item = await table.get(keys.lookupKey(address), signal);
      if (item === undefined || table.isExpired(item)) return undefined;
      return await decodeLookup(table, item, signal);
    },

    /** The latest answer is the one that is remembered. */
    async remember({ lookup, expiresAt, signal, ...address }: RememberLookupOptions): Promise<void> {
      const packed = await pack(lookup);
      const attempt = table.newAttempt();
      const expiry = { expiresAt: toExpiry(expiresAt) };
      for (const [number, bytes] of partsOf(packed).entries())
        await table.put({ ...keys.lookupPartKey({ ...address, attempt, number }), bytes, ...expiry }, signal);
      await table.put({ ...keys.lookupKey(address), payload: toStored(packed), attempt, ...expiry }, signal);
    },

    /** Forgets what every provider said of the person; false when nothing was remembered. */
    async erase({ profileUrl, signal }: Cancellable & { profileUrl: string }): Promise<boolean> {
      const query = { ...keys.lookupsOf(profileUrl), attributes: ['pk', 'sk'] };
      const items = await table.query(query, signal);
      await table.deleteAll(items.map(toKey), signal);
      return items.length > 0;
    },
  });

/** What the provider said; undefined when a part of it is missing, because an erasure or an expiry took it just now. */
export async function decodeLookup(table: Table, item: Item, signal: Signal) {
  const { payload, attempt } = v.parse(StoredLookup, item);
  const address = keys.lookupAddressAt(toKey(item));
  const loaded = await loadPayload({
    payload,
    keyOf: (number) => keys.lookupPartKey({ ...address, attempt, number }),
    find: findParts(table, signal),
  });
  return loaded === undefined ? undefined : { record: v.parse(Remembered, loaded).record };
}

interface EraseOptions extends Cancellable {
  client: DynamoDBDocumentClient;
  tableName: string;
}

/** For operators: forgets every remembered lookup of the person at that URL, however it is written. @throws StoreError */
export async function eraseLookupsOf(profileUrl: string, { client, tableName, signal }: EraseOptions) {
  const canonical = canonicalProfileUrl(profileUrl);
  if (canonical === undefined) return 'no profile URL';
  const lookups = createLookups(new Table(client, tableName));
  return (await lookups.erase({ profileUrl: canonical, signal })) ? 'erased' : 'not found';
}
