import { createHmac, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { toKey } from './keys.ts';
import * as serviceKeys from './service-keys.ts';
import type { Table } from './table.ts';
import type { Cancellable } from './versioned-items.ts';

/** Whether the person at a profile URL is suppressed. */
export type IsSuppressed = (profileUrl: string) => boolean;

const KEY_BYTES = 32;
const StoredKey = v.object({ key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });
const Entry = v.object({ pk: v.string(), sk: v.string(), addedOn: v.optional(v.string(), '') });

const WRITE_ERROR = 'Failed to change who is suppressed';
const READ_ERROR = 'Failed to fetch who is suppressed';

interface PersonOptions extends Cancellable {
  /** Any form of a profile's URL. */
  profileUrl: string;
}

/**
 * The people who must not be found, looked up or shown. For each, the table contains a keyed hash (HMAC-SHA-256) of the canonical profile
 * URL and the date of the entry, so that the list does not name anyone. The key is created with the first entry and stored next to the
 * hashes, so anyone who can read the table can still test whether a given person is on the list, as the search function does. Every
 * method throws StoreError when the database fails.
 */
export const createSuppressed = (table: Table) =>
  withStoreErrors(
    { add: WRITE_ERROR, remove: WRITE_ERROR, list: READ_ERROR, load: READ_ERROR },
    {
      /** False if the person was already suppressed. @throws RangeError for anything but a profile URL */
      async add({ profileUrl, signal }: PersonOptions): Promise<boolean> {
        const url = canonical(profileUrl);
        const newKey = randomBytes(KEY_BYTES).toString('hex');
        await table.putIfAbsent({ ...serviceKeys.suppressionKeyKey, key: newKey }, signal);
        const { key } = v.parse(StoredKey, await table.get(serviceKeys.suppressionKeyKey, signal));
        const addedOn = toTimestamp(table.clock()).slice(0, 10);
        return await table.putIfAbsent({ ...serviceKeys.suppressedKey(digestOf(url, key)), addedOn }, signal);
      },

      /** False if the person was not suppressed. @throws RangeError for anything but a profile URL */
      async remove({ profileUrl, signal }: PersonOptions): Promise<boolean> {
        const url = canonical(profileUrl);
        const stored = await table.get(serviceKeys.suppressionKeyKey, signal);
        if (stored === undefined) return false;
        const entry = serviceKeys.suppressedKey(digestOf(url, v.parse(StoredKey, stored).key));
        const wasThere = (await table.get(entry, signal)) !== undefined;
        await table.deleteAll([entry], signal);
        return wasThere;
      },

      /** All entries: their hashes, and the dates on which they were added. */
      async list({ signal }: Cancellable = {}): Promise<{ digest: string; addedOn: string }[]> {
        const items = await table.query({ partition: serviceKeys.SUPPRESSED_PARTITION }, signal);
        return items.flatMap((item) => {
          const { addedOn, ...key } = v.parse(Entry, item);
          const digest = serviceKeys.suppressedAt(key);
          return digest === undefined ? [] : [{ digest, addedOn }];
        });
      },

      /** Loads the whole list, with one query, as a predicate that needs no further requests. Fails if the hash key is damaged. */
      async load({ signal }: Cancellable = {}): Promise<IsSuppressed> {
        const query = { partition: serviceKeys.SUPPRESSED_PARTITION, attributes: ['pk', 'sk', 'key'] };
        const items = await table.query(query, signal);
        const key = items.map((item) => v.safeParse(StoredKey, item)).find(({ success }) => success)?.output;
        if (items.length === 0) return () => false;
        if (key === undefined || !v.is(StoredKey, key)) throw new Error('Nobody can tell who is suppressed');
        const digests = new Set(items.map((item) => serviceKeys.suppressedAt(toKey(item))));
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

/** How long an instance caches the list, in milliseconds. */
const CACHE_LIFETIME = 60_000;
/**
 * How long instances may still cache a record of somebody who was just suppressed, in milliseconds: until each has reread the list, with
 * 90 s for a lookup that is in progress, including its retry.
 */
export const SUPPRESSION_SETTLE_TIME = CACHE_LIFETIME + 90_000;
/** Longest wait for the list, in milliseconds. */
const LOAD_TIMEOUT = 3_000;

interface ListDeps {
  suppressed: Pick<ReturnType<typeof createSuppressed>, 'load'>;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: (what: string, error: unknown) => void;
}

/** One instance's cached list of suppressed people, loaded at most once a minute. */
export class SuppressionList {
  readonly #deps: ListDeps;
  #reading: Promise<IsSuppressed> | undefined;
  #readAt = 0;
  #last: IsSuppressed | undefined;

  constructor(deps: ListDeps) {
    this.#deps = deps;
  }

  /** Falls back to the last list if it cannot be read. @throws StoreError or a TimeoutError if there is none */
  async read(): Promise<IsSuppressed> {
    const { suppressed, clock, log } = this.#deps;
    if (this.#reading === undefined || clock() - this.#readAt >= CACHE_LIFETIME) {
      this.#readAt = clock();
      this.#reading = suppressed.load({ signal: AbortSignal.timeout(LOAD_TIMEOUT) });
    }
    const reading = this.#reading;
    try {
      this.#last = await reading;
    } catch (error) {
      if (this.#reading === reading) this.#reading = undefined;
      if (this.#last === undefined) throw error;
      log('the list of suppressed people could not be reread', error);
    }
    return this.#last;
  }
}
