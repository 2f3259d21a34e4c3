import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { ProfileRecord } from '#shared/results.ts';
import { withStoreError, withStoreErrors } from './errors.ts';
import { LOOKUP_PREFIX, type LookupAddress, lookupKey, lookupPartKey, lookupsOf } from './keys.ts';
import { findParts, loadPayload, pack, partsOf, StoredPayload, toStored } from './payloads.ts';
import { deleteItems, getItem, inPages, putItem, queryItems, sendOptions, toKey } from './requests.ts';
import { type Cancellable, isExpired, newAttempt, type Table, toExpiry } from './table.ts';

/** A remembered answer: the record, or that the provider knew nobody there. */
interface RememberedLookup {
  record: ProfileRecord | undefined;
}

interface RememberLookupOptions extends LookupAddress, Cancellable {
  lookup: RememberedLookup;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** Lookups that were paid for, kept for a while by canonical profile URL. Every method throws StoreError when storing fails. */
export interface LookupCache {
  /** Undefined when nothing is remembered, or not any more. */
  read(options: LookupAddress & Cancellable): Promise<RememberedLookup | undefined>;
  /** The latest answer is the one that is remembered. */
  remember(options: RememberLookupOptions): Promise<void>;
  /** Forgets what every provider said of the person; false when nothing was remembered. */
  erase(options: Cancellable & { profileUrl: string }): Promise<boolean>;
}

const ERASE_ERROR = 'Failed to erase the lookups';
const ERROR_TEXTS = {
  read: 'Failed to fetch the lookup',
  remember: 'Failed to remember the lookup',
  erase: ERASE_ERROR,
};

const StoredLookup = v.object({ payload: StoredPayload, attempt: v.string() });
const Remembered = v.object({ record: v.optional(ProfileRecord) });

export const createLookups = (table: Table): LookupCache =>
  withStoreErrors<LookupCache>(ERROR_TEXTS, {
    async read({ signal, ...address }) {
      const item = await getItem(table, lookupKey(address), signal);
      if (item === undefined || isExpired(item, table.clock())) return undefined;
      const { payload, attempt } = v.parse(StoredLookup, item);
      const loaded = await loadPayload({
        payload,
        keyOf: (number) => lookupPartKey({ ...address, attempt, number }),
        find: findParts(table, signal),
      });
      // A part is missing where an erasure or an expiry took it just now.
      return loaded === undefined ? undefined : { record: v.parse(Remembered, loaded).record };
    },

    async remember({ lookup, expiresAt, signal, ...address }) {
      const packed = await pack(lookup);
      const attempt = newAttempt(table);
      const expiry = { expiresAt: toExpiry(expiresAt) };
      for (const [number, bytes] of partsOf(packed).entries())
        await putItem(table, { ...lookupPartKey({ ...address, attempt, number }), bytes, ...expiry }, signal);
      await putItem(table, { ...lookupKey(address), payload: toStored(packed), attempt, ...expiry }, signal);
    },

    async erase({ profileUrl, signal }) {
      const query = { ...lookupsOf(profileUrl), attributes: ['pk', 'sk'] };
      const items = await queryItems(table, query, signal);
      await deleteItems(table, items.map(toKey), signal);
      return items.length > 0;
    },
  });

interface EraseOptions extends Cancellable {
  client: DynamoDBDocumentClient;
  tableName: string;
}

type Erasure = 'erased' | 'not found' | 'no profile URL';

/** For operators: forgets every remembered lookup of the person at that URL, however it is written. @throws StoreError */
export async function eraseLookupsOf(
  profileUrl: string,
  { client, tableName, signal }: EraseOptions,
): Promise<Erasure> {
  const canonical = canonicalProfileUrl(profileUrl);
  if (canonical === undefined) return 'no profile URL';
  const lookups = createLookups({ client, name: tableName, clock: Date.now });
  return (await lookups.erase({ profileUrl: canonical, signal })) ? 'erased' : 'not found';
}

/**
 * For operators: forgets every remembered lookup there is. Reads the whole table, which neither function may do.
 * @returns how many items there were. @throws StoreError
 */
export const eraseAllLookups = withStoreError(
  ERASE_ERROR,
  async ({ client, tableName, signal }: EraseOptions): Promise<number> => {
    const request = {
      TableName: tableName,
      FilterExpression: 'begins_with(pk, :lookups)',
      ExpressionAttributeValues: { ':lookups': LOOKUP_PREFIX },
      ProjectionExpression: 'pk, sk',
    };
    const pages = inPages((start) =>
      client.send(new ScanCommand({ ...request, ...start }), sendOptions(signal)),
    );
    let erased = 0;
    for await (const items of pages) {
      await deleteItems({ client, name: tableName }, items.map(toKey), signal);
      erased += items.length;
    }
    return erased;
  },
);
