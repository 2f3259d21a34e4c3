import { randomBytes } from 'node:crypto';
import { orLogFailure } from '#functions/log.ts';
import { storeError } from '#shared/errors.ts';
import { type CreateShareRequest, SHARE_LIMITS, type Share } from '#shared/shares.ts';
import { DAY, toTimestamp } from '#shared/time.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import { toExpiry } from './lifetimes.ts';
import * as shareItem from './share-item.ts';
import type { Table } from './table.ts';
import type { Cancellable, PersonInAccount, Signal } from './versioned-items.ts';

interface ShareOptions extends Cancellable {
  userId: string;
  id: string;
}

type CreatedShare =
  | { status: 'created' | 'exists'; share: Share }
  /** A share with this id was revoked or has expired: ids are not reused. */
  | { status: 'gone' }
  /** The account has reached its limit of shares. */
  | { status: 'full' }
  | { status: 'too-large' };

const ERROR_TEXTS = {
  create: storeError('create', 'share'),
  list: storeError('fetch', 'shares'),
  revoke: storeError('delete', 'share'),
  read: storeError('fetch', 'share'),
  findPerson: storeError('fetch', 'shares'),
  removePerson: storeError('update', 'shares'),
};

/** Read-only links to answers and lists. Every method throws StoreError when the database fails. */
export const createShares = (table: Table) =>
  withStoreErrors(ERROR_TEXTS, {
    /** Idempotent: a share that exists is returned unchanged. */
    create: (options: Cancellable & { userId: string } & CreateShareRequest) => createShare(table, options),

    /** The person's live shares, newest first, without damaged ones. Completes interrupted revocations. */
    async list({ userId, signal }: Cancellable & { userId: string }): Promise<Share[]> {
      const live: Share[] = [];
      for (const item of await table.query(keys.sharesOf(userId), signal)) {
        if (!shareItem.isLive(table, item)) {
          await finishRevocation(table, item, signal);
          continue;
        }
        const share = await ifReadable(() => shareItem.decode(table, item));
        if (share !== undefined) live.push(share);
      }
      return live.sort((one, other) => (one.createdAt > other.createdAt ? -1 : 1));
    },

    /** False if there is no such share. */
    async revoke({ signal, ...address }: ShareOptions): Promise<boolean> {
      const marked = await markRevoked(table, keys.shareKey(address), signal);
      return marked !== undefined && !table.isExpired(marked);
    },

    /** The snapshot for a token, with one get. Undefined if the token is unknown, revoked or expired. */
    async read({ token, signal }: Cancellable & { token: string }): Promise<shareItem.Snapshot | undefined> {
      const item = await table.get(keys.snapshotKey(token), signal);
      return item === undefined || table.isExpired(item) ? undefined : await shareItem.readSnapshot(item);
    },

    /** The ids of the shares that show a person, and the number of shares that cannot be read in full. */
    async findPerson(options: PersonInAccount): Promise<FoundInShares> {
      const { showing, unreadable } = await findPerson(table, options);
      return { shares: showing.map(({ id }) => id), unreadable };
    },

    /** Removes a person from all shares; a share left without anybody is revoked. Idempotent. @returns the shares that showed them */
    async removePerson(options: PersonInAccount): Promise<FoundInShares> {
      const { showing, unreadable } = await findPerson(table, options);
      const shares: string[] = [];
      for (const share of showing) if (await removeFrom(table, share, options)) shares.push(share.id);
      return { shares, unreadable };
    },
  });

/** The decoded value. Undefined, and logged, if the item is damaged, so that the other shares can still be read. */
const ifReadable = <Value>(read: () => Value | Promise<Value>): Promise<Value | undefined> =>
  orLogFailure('a share could not be read', read);

async function createShare(
  table: Table,
  {
    userId,
    id,
    days = SHARE_LIMITS.days.default,
    signal,
    ...content
  }: Cancellable & {
    userId: string;
  } & CreateShareRequest,
): Promise<CreatedShare> {
  const payload = await shareItem.packSnapshot(content);
  if (payload === undefined) return { status: 'too-large' };
  const now = table.clock();
  const { kind, title, people } = content;
  const item = {
    ...keys.shareKey({ userId, id }),
    ...{ id, token: newToken(), kind, title, size: people.length },
    ...{ createdAt: toTimestamp(now), expiresAt: toExpiry(now + days * DAY) },
  };
  const isNew = await table.putIfAbsent(item, signal);
  if (isNew && (await countShares(table, userId, signal)) > SHARE_LIMITS.shares) {
    await takeBack(table, keys.toKey(item), signal);
    return { status: 'full' };
  }
  const stored = isNew ? item : await table.get(keys.toKey(item), signal);
  const share = stored && shareItem.decode(table, stored);
  if (stored === undefined || share === undefined) return { status: 'gone' };
  const { token, createdAt } = share;
  const snapshot = { owner: userId, payload, createdAt, expiresAt: Number(stored['expiresAt']) };
  await table.putIfAbsent({ ...keys.snapshotKey(token), ...snapshot, packedBy: table.newAttempt() }, signal);
  // Whoever has ended the share meanwhile may have tried to delete the snapshot before it was written.
  const current = await table.get(keys.toKey(item), signal);
  if (current?.['token'] === token && shareItem.isLive(table, current))
    return { status: isNew ? 'created' : 'exists', share };
  await table.deleteAll([keys.snapshotKey(token)], signal);
  return { status: 'gone' };
}

const TOKEN_BYTES = 16;
const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

async function countShares(table: Table, userId: string, signal: Signal): Promise<number> {
  const items = await table.query(keys.sharesOf(userId), signal);
  return items.filter((item) => shareItem.isLive(table, item)).length;
}

/** Ends a share like a revocation, since a repeat may already have shown it, but leaves its id free. */
async function takeBack(table: Table, key: keys.Key, signal: Signal): Promise<void> {
  if ((await markRevoked(table, key, signal)) === undefined) return;
  await table.deleteIf(key, new UpdateExpression().require('attribute_exists(revokedAt)'), signal);
}

/** Marks the share as revoked and deletes its snapshot. @returns the marked item; undefined if there is no such share */
async function markRevoked(table: Table, key: keys.Key, signal: Signal): Promise<keys.Item | undefined> {
  const update = shareItem.updateOfShareWithToken().setOnce('revokedAt', toTimestamp(table.clock()));
  const marked = await table.update(key, update, signal);
  if (marked !== undefined) await finishRevocation(table, marked, signal);
  return marked;
}

/** Deletes the snapshot of a share marked as revoked. Keeps a tombstone for a day, so that a late repeat does not recreate the share. */
async function finishRevocation(table: Table, item: keys.Item, signal: Signal): Promise<void> {
  const token = shareItem.tokenIn(item);
  if (item['revokedAt'] === undefined || token === undefined) return;
  await table.deleteAll([keys.snapshotKey(token)], signal);
  const update = new UpdateExpression().require('attribute_exists(revokedAt)');
  for (const name of ['token', 'title', 'kind', 'size', 'createdAt']) update.remove(name);
  update.set('expiresAt', toExpiry(table.clock() + DAY));
  await table.updateIf(keys.toKey(item), update, signal);
}

interface FoundInShares {
  shares: string[];
  /** The number of shares that cannot be read in full, and may show people that cannot be found. */
  unreadable: number;
}

/** What is needed to change a share, which can often still be read from a damaged one. */
interface ShareReference {
  id: string;
  token: string;
}

async function findPerson(table: Table, { userId, profileUrl, signal }: PersonInAccount) {
  const showing: ShareReference[] = [];
  let unreadable = 0;
  for (const item of await table.query(keys.sharesOf(userId), signal)) {
    if (!shareItem.isLive(table, item)) continue;
    const share = await ifReadable(() => shareItem.decode(table, item));
    const token = shareItem.tokenIn(item);
    const snapshot = token === undefined ? undefined : await table.get(keys.snapshotKey(token), signal);
    const shown = snapshot && (await ifReadable(() => shareItem.readSnapshot(snapshot)));
    if (share === undefined || (snapshot !== undefined && shown === undefined)) unreadable += 1;
    if (token !== undefined && shown?.people.some((person) => shareItem.urlOf(person) === profileUrl))
      showing.push({ id: keys.shareIdAt(keys.toKey(item)), token });
  }
  return { showing, unreadable };
}

/** Two removals may change the same snapshot concurrently. */
const MAX_ROUNDS = 5;

/** Removes the person. @returns whether the share showed them */
async function removeFrom(table: Table, share: ShareReference, options: PersonInAccount): Promise<boolean> {
  const { userId, profileUrl, signal } = options;
  const key = keys.shareKey({ userId, id: share.id });
  const attempt = table.newAttempt();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const snapshot = await table.get(keys.snapshotKey(share.token), signal);
    if (snapshot === undefined) return false;
    const {
      createdAt: _createdAt,
      expiresAt: _expiresAt,
      ...content
    } = await shareItem.readSnapshot(snapshot);
    const people = content.people.filter((person) => shareItem.urlOf(person) !== profileUrl);
    // If an update's response is lost, the client's retry fails the condition because the first attempt was applied.
    const isDone = snapshot['packedBy'] === attempt;
    if (!isDone && people.length === content.people.length) return false;
    if (people.length === 0) return (await markRevoked(table, key, signal)) !== undefined;
    if (isDone || (await rewrite(table, snapshot, { content: { ...content, people }, attempt, signal }))) {
      await table.updateIf(key, shareItem.updateOfShareWithToken().set('size', people.length), signal);
      return true;
    }
  }
  throw new Error('The share kept changing');
}

/** Replaces a snapshot's content. False if the snapshot has changed since it was read. */
async function rewrite(
  table: Table,
  snapshot: keys.Item,
  { content, attempt, signal }: { content: shareItem.Content; attempt: string; signal: Signal },
): Promise<boolean> {
  const payload = await shareItem.packSnapshot(content);
  if (payload === undefined) throw new Error('A snapshot has grown by a removal');
  const update = new UpdateExpression().requireThat('packedBy', '=', snapshot['packedBy']);
  update.set('payload', payload).set('packedBy', attempt);
  return await table.updateIf(keys.toKey(snapshot), update, signal);
}
