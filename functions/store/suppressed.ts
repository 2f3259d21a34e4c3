import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { toKey } from './keys.ts';
import type { Cancellable, Table } from './requests.ts';
import * as keys from './service-keys.ts';

/** Tells whether the person at a profile URL is suppressed. */
export type IsSuppressed = (profileUrl: string) => boolean;

const KEY_BYTES = 32;
const StoredKey = v.object({ key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });
const Entry = v.object({ pk: v.string(), sk: v.string(), addedOn: v.optional(v.string(), '') });

const WRITE_ERROR = 'Failed to change who is suppressed';
const READ_ERROR = 'Failed to fetch who is suppressed';

interface PersonOptions extends Cancellable {
  /** Any form of the address of a profile. */
  profileUrl: string;
}

/**
 * People who are not to be found, bought or shown. Of each the table holds a keyed hash (HMAC-SHA-256) of the canonical profile URL and the
 * day, so that the list names nobody; the key is made with the first entry and lies beside them. Whoever can read the table can still try
 * whether somebody they know of is on the list, as the search function does. Every method throws StoreError when storing
 * fails.
 */
export const createSuppressed = (table: Table) =>
  withStoreErrors(
    { add: WRITE_ERROR, remove: WRITE_ERROR, list: READ_ERROR, load: READ_ERROR },
    {
      /** False when the person was suppressed already. @throws RangeError for what is no profile URL */
      async add({ profileUrl, signal }: PersonOptions): Promise<boolean> {
        const url = canonical(profileUrl);
        const made = randomBytes(KEY_BYTES).toString('hex');
        await table.putIfAbsent({ ...keys.suppressionKeyKey, key: made }, signal);
        const { key } = v.parse(StoredKey, await table.get(keys.suppressionKeyKey, signal));
        const addedOn = toTimestamp(table.clock()).slice(0, 10);
        return await table.putIfAbsent({ ...keys.suppressedKey(digestOf(url, key)), addedOn }, signal);
      },

      /** False when the person was not suppressed. @throws RangeError for what is no profile URL */
      async remove({ profileUrl, signal }: PersonOptions): Promise<boolean> {
        const url = canonical(profileUrl);
        const stored = await table.get(keys.suppressionKeyKey, signal);
        if (stored === undefined) return false;
        const entry = keys.suppressedKey(digestOf(url, v.parse(StoredKey, stored).key));
        const wasThere = (await table.get(entry, signal)) !== undefined;
        await table.deleteAll([entry], signal);
        return wasThere;
      },

      /** Every entry: its hash, and the day on which it was made. */
      async list({ signal }: Cancellable = {}): Promise<{ digest: string; addedOn: string }[]> {
        const items = await table.query({ partition: keys.SUPPRESSED_PARTITION }, signal);
        return items.flatMap((item) => {
          const { addedOn, ...key } = v.parse(Entry, item);
          const digest = keys.suppressedAt(key);
          return digest === undefined ? [] : [{ digest, addedOn }];
        });
      },

      /** All of the list, as a question that is answered without asking the table again. One query. Fails where the key of its hashes is damaged. */
      async load({ signal }: Cancellable = {}): Promise<IsSuppressed> {
        const query = { partition: keys.SUPPRESSED_PARTITION, attributes: ['pk', 'sk', 'key'] };
        const items = await table.query(query, signal);
        const key = items.map((item) => v.safeParse(StoredKey, item)).find(({ success }) => success)?.output;
        if (items.length === 0) return () => false;
        if (key === undefined || !v.is(StoredKey, key)) throw new Error('Nobody can tell who is suppressed');
        const digests = new Set(items.map((item) => keys.suppressedAt(toKey(item))));
        return (profileUrl) => digests.has(digestOf(canonicalProfileUrl(profileUrl) ?? profileUrl, key.key));
      },
    },
  );

function canonical(profileUrl: string): string {
  const url = canonicalProfileUrl(profileUrl);
  if (url === undefined) throw new RangeError('Not the address of a LinkedIn profile');
  return url;
}

const digestOf = (canonicalUrl: string, key: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(canonicalUrl).digest('hex');

/** How long an instance uses the list without asking for it again, in milliseconds. */
const FRESH = 60_000;
/** Longest wait for the list, in milliseconds. */
const LONGEST_LOOK = 3_000;

interface ListDeps {
  suppressed: Pick<ReturnType<typeof createSuppressed>, 'load'>;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: (what: string, error: unknown) => void;
}

/** The list of suppressed people as one instance knows it: read at most once a minute, however many search. */
export class SuppressionList {
  #reading: Promise<IsSuppressed> | undefined;
  #readAt = 0;
  #last: IsSuppressed | undefined;

  /** Where it cannot be read, as it was read last. @throws StoreError, or a TimeoutError, where it never was */
  async read({ suppressed, clock, log }: ListDeps): Promise<IsSuppressed> {
    if (this.#reading === undefined || clock() - this.#readAt >= FRESH) {
      this.#readAt = clock();
      this.#reading = suppressed.load({ signal: AbortSignal.timeout(LONGEST_LOOK) });
    }
    const reading = this.#reading;
    try {
      this.#last = await reading;
    } catch (error) {
      if (this.#reading === reading) this.#reading = undefined;
      if (this.#last === undefined) throw error;
      log('the list of suppressed people could not be read anew', error);
    }
    return this.#last;
  }
}
