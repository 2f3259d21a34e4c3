import * as v from 'valibot';
import { orLogFailure } from '#functions/log.ts';
import { DEFAULT_DISPLAY_NAME, User } from '#shared/contract.ts';
import { storeError } from '#shared/errors.ts';
import { DAY, Timestamp, toTimestamp } from '#shared/time.ts';
import type { UpdateUserRequest } from '#shared/user-contract.ts';
import { AccountErasedError, withStoreError, withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { toExpiry } from './lifetimes.ts';
import type { Table } from './table.ts';
import type { Cancellable } from './versioned-items.ts';

/** The person's details from a verified token. */
export interface Identity {
  userId: string;
  email: string;
  displayName?: string;
  photoURL?: string;
  /** The account's name in the user pool. */
  username?: string;
  /** When they signed in, in milliseconds since 1970. Refreshing the session does not change it. */
  signedInAt?: number;
}

type UpdateUserOptions = Cancellable & { userId: string } & UpdateUserRequest;

/** User records. Every method throws StoreError when the database fails. */
export type UserStore = ReturnType<typeof createUsers>;

const ERROR_TEXTS = {
  ensure: storeError('create', 'user'),
  update: storeError('update', 'user'),
  isErased: storeError('fetch', 'user'),
  noteErasure: storeError('delete', 'user'),
};

export const createUsers = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /**
     * The person's record, created from the token if there is none yet ('Anonymous' without a name). Email address, name and
     * picture follow the token, except those set with `update`. A damaged record is left unchanged and returned as far as it can be
     * read, completed from the token, so that the person can still use and export their account. Safe to run concurrently.
     * @throws AccountErasedError
     */
    async ensure({ identity, signal }: Cancellable & { identity: Identity }): Promise<User> {
      const { userId } = identity;
      const known = await readItem({ table, userId, signal });
      const at = toTimestamp(table.clock());
      if (known !== undefined) {
        const record = await orLogFailure('a person’s record could not be read', () =>
          v.parse(StoredRecord, known),
        );
        return record === undefined
          ? salvageUser(known, { identity, at })
          : await syncWithToken({ table, record, identity, signal });
      }
      const user: User = {
        id: userId,
        email: identity.email,
        displayName: nameIn(identity) ?? DEFAULT_DISPLAY_NAME,
        ...(identity.photoURL !== undefined && { photoURL: identity.photoURL }),
        createdAt: at,
        updatedAt: at,
      };
      if (await table.putIfAbsent({ ...keys.userKey(userId), ...user }, signal)) return user;
      return (await readUser({ table, userId, signal })) ?? user;
    },

    async update({ userId, displayName, photoURL, signal }: UpdateUserOptions): Promise<User | undefined> {
      const update = updateOfUser().set('updatedAt', toTimestamp(table.clock()));
      if (displayName !== undefined)
        update.set('displayName', displayName.trim().toWellFormed() || DEFAULT_DISPLAY_NAME);
      if (photoURL === null) update.remove('photoURL');
      else if (photoURL !== undefined) update.set('photoURL', photoURL);
      const chosen = Object.entries({ displayName, photoURL }).filter(([, value]) => value !== undefined);
      if (chosen.length > 0) update.add('chosen', new Set(chosen.map(([name]) => name)));
      const item = await table.update(keys.userKey(userId), update, signal);
      return item && v.parse(User, item);
    },

    /** Whether the erasure of the account has begun. */
    isErased: async ({ userId, signal }: Cancellable & { userId: string }): Promise<boolean> =>
      (await readErasure({ table, userId, signal })) !== undefined,

    /** Begins the erasure: no token of the account is accepted any more. Idempotent. */
    noteErasure: ({ userId, signal }: Cancellable & { userId: string }): Promise<string> =>
      noteErasure(table, userId, signal),
  });

/** An update on condition that the person's record exists and is not erased. */
const updateOfUser = (): UpdateExpression =>
  new UpdateExpression().require('attribute_exists(pk)').require('attribute_not_exists(erasedAt)');

/** How long the note of an erasure is kept, in milliseconds. Without it, a token that is still valid would create a new record. */
const ERASURE_NOTE_LIFETIME = 40 * DAY;

/**
 * Replaces the person's record with a note that the account is erased, unless there is one already. The note outlasts every token (a day),
 * and the window for restoring the table to an earlier time (35 days), since the erasure has to be repeated after a restore.
 * @param kept attributes that the note contains in addition
 * @returns the timestamp when the erasure began
 */
export async function noteErasure(
  table: Table,
  userId: string,
  signal?: AbortSignal,
  kept?: { email: string },
): Promise<string> {
  const noted = await readErasure({ table, userId, signal });
  if (noted !== undefined) return noted;
  const now = table.clock();
  const erasedAt = toTimestamp(now);
  await table.put(
    { ...keys.userKey(userId), ...kept, erasedAt, expiresAt: toExpiry(now + ERASURE_NOTE_LIFETIME) },
    signal,
  );
  return erasedAt;
}

/** The timestamp when the erasure of the account began; undefined if it is not erased. */
async function readErasure({ table, userId, signal }: ReadOptions): Promise<string | undefined> {
  const item = await table.get(keys.userKey(userId), signal);
  return item?.['erasedAt'] === undefined ? undefined : String(item['erasedAt']);
}

type ReadOptions = Cancellable & { table: Table; userId: string };

/** Has its own error text: a failed read inside `ensure` should say that the record could not be fetched, not that it was not created. */
const readItem = withStoreError(
  storeError('fetch', 'user'),
  async ({ table, userId, signal }: ReadOptions): Promise<keys.Item | undefined> => {
    const item = await table.get(keys.userKey(userId), signal);
    if (item?.['erasedAt'] !== undefined) throw new AccountErasedError('The account was erased');
    return item;
  },
);

async function readUser(options: ReadOptions): Promise<User | undefined> {
  const item = await readItem(options);
  return item && v.parse(User, item);
}

const nameIn = ({ displayName }: Identity): string | undefined =>
  displayName?.trim().toWellFormed() || undefined;

/** A record as stored, with the names of the fields that the person has set, which tokens no longer overwrite. */
const StoredRecord = v.object({
  ...User.entries,
  chosen: v.optional(v.set(v.string()), () => new Set<string>()),
});
type StoredRecord = v.InferOutput<typeof StoredRecord>;

/** The item at a person's key: their record, or the note of an erasure. */
export const StoredUser = v.union([v.object({ erasedAt: v.string(), expiresAt: v.number() }), StoredRecord]);

const SalvagedUser = v.object({
  email: v.fallback(v.optional(v.string()), undefined),
  displayName: v.fallback(v.optional(v.string()), undefined),
  photoURL: v.fallback(v.optional(v.string()), undefined),
  createdAt: v.fallback(v.optional(Timestamp), undefined),
  updatedAt: v.fallback(v.optional(Timestamp), undefined),
});

/** @param at replaces lost times: an account of unknown age gets the quotas of a new one */
function salvageUser(item: keys.Item, { identity, at }: { identity: Identity; at: string }): User {
  const { email, displayName, photoURL, createdAt, updatedAt } = v.parse(SalvagedUser, item);
  return {
    id: identity.userId,
    email: email ?? identity.email,
    displayName: displayName ?? nameIn(identity) ?? DEFAULT_DISPLAY_NAME,
    ...(photoURL !== undefined && { photoURL }),
    createdAt: createdAt ?? at,
    updatedAt: updatedAt ?? at,
  };
}

type SyncOptions = Cancellable & { table: Table; record: StoredRecord; identity: Identity };

/** One write if the token differs from the record. It is skipped if the person changes one of the fields at the same time. */
const syncWithToken = withStoreError(ERROR_TEXTS.update, async (options: SyncOptions): Promise<User> => {
  const { table, record, identity, signal } = options;
  const { chosen, ...user } = record;
  const fromToken = {
    email: identity.email || undefined,
    displayName: nameIn(identity),
    photoURL: identity.photoURL,
  };
  const update = updateOfUser();
  let differs = false;
  for (const name of ['email', 'displayName', 'photoURL'] as const) {
    const value = fromToken[name];
    if (value === undefined || value === user[name] || chosen.has(name)) continue;
    differs = true;
    update.set(name, value);
    update.refuse(`contains(chosen, ${update.value(name)})`);
  }
  if (!differs) return user;
  update.set('updatedAt', toTimestamp(table.clock()));
  const item = await table.update(keys.userKey(user.id), update, signal);
  if (item !== undefined) return v.parse(User, item);
  return (await readUser({ table, userId: user.id, signal })) ?? user;
});
