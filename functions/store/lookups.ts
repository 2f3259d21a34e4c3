import * as v from 'valibot';
import { ProfileRecord } from '#shared/profile-record.ts';
import { withStoreErrors } from './errors.ts';
import { type Item, toKey } from './keys.ts';
import { toExpiry } from './lifetimes.ts';
import { findParts, loadPayload, pack, partsOf, StoredPayload, toStored } from './payloads.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

interface RememberLookupOptions extends serviceKeys.LookupAddress, Cancellable {
  /** The record; undefined if the provider has nobody at that URL. */
  lookup: { record: ProfileRecord | undefined };
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** A cache of paid lookups, keyed by canonical profile URL and provider. Every method throws StoreError when the database fails. */
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
    /** Undefined if the lookup is not cached or has expired. */
    async read({ signal, ...address }: serviceKeys.LookupAddress & Cancellable) {
      const item = await table.get(serviceKeys.lookupKey(address), signal);
      if (item === undefined || table.isExpired(item)) return undefined;
      return await decodeLookup(table, item, signal);
    },

    /** Replaces any earlier lookup. */
    async remember({ lookup, expiresAt, signal, ...address }: RememberLookupOptions): Promise<void> {
      const packed = await pack(lookup);
      const attempt = table.newAttempt();
      const expiry = { expiresAt: toExpiry(expiresAt) };
      for (const [number, bytes] of partsOf(packed).entries())
        await table.put(
          { ...serviceKeys.lookupPartKey({ ...address, attempt, number }), bytes, ...expiry },
          signal,
        );
      await table.put(
        { ...serviceKeys.lookupKey(address), payload: toStored(packed), attempt, ...expiry },
        signal,
      );
    },

    /** Deletes the person's lookups at all providers; false if there were none. */
    async erase({ profileUrl, signal }: Cancellable & { profileUrl: string }): Promise<boolean> {
      const query = { ...serviceKeys.lookupsOf(profileUrl), attributes: ['pk', 'sk'] };
      const items = await table.query(query, signal);
      await table.deleteAll(items.map(toKey), signal);
      return items.length > 0;
    },
  });

/** The provider's answer; undefined if a part is missing because it was just erased or has just expired. */
export async function decodeLookup(table: Table, item: Item, signal: Signal) {
  const { payload, attempt } = v.parse(StoredLookup, item);
  const address = serviceKeys.lookupAddressAt(toKey(item));
  const loaded = await loadPayload({
    payload,
    keyOf: (number) => serviceKeys.lookupPartKey({ ...address, attempt, number }),
    find: findParts(table, signal),
  });
  return loaded === undefined ? undefined : { record: v.parse(Remembered, loaded).record };
}
