import * as v from 'valibot';
import { Share, Shared, SharedPerson, ShareToken } from '#shared/shares.ts';
import { toTimestamp } from '#shared/time.ts';
import { UpdateExpression } from './expressions.ts';
import type { Item } from './keys.ts';
import { packJson, StoredPayload, unpack } from './payloads.ts';
import type { Table } from './table.ts';

/*
 * A share is two items: the owner's, in the owner's partition, and the snapshot shown to anyone with the token, in a separate partition.
 * The owner's item is created first and deleted last, so that there is never a link that cannot be revoked.
 */

const StoredShare = v.object({ ...v.omit(Share, ['expiresAt']).entries, expiresAt: v.number() });

/** The tombstone of a revoked share. Once it has no token, the snapshot is deleted. */
const RevokedShare = v.object({
  id: v.string(),
  revokedAt: v.string(),
  token: v.optional(v.string()),
});

/** The item at a share's key. */
export const AnyShare = v.union([RevokedShare, StoredShare]);

/** A snapshot as stored. `owner` lets operators find snapshots that an erasure must not leave behind. */
const StoredSnapshot = v.object({
  owner: v.string(),
  payload: StoredPayload,
  createdAt: v.string(),
  expiresAt: v.number(),
  /** The attempt that wrote the payload. */
  packedBy: v.string(),
});

const StoredPerson = v.object({
  ...SharedPerson.entries,
  /** The canonical profile URL of a person whose name is hidden. Never shown. */
  hiddenUrl: v.optional(v.string()),
});
const { createdAt: _createdAt, expiresAt: _expiresAt, ...shown } = Shared.entries;
/** The content of a share without its times, and with the URLs of people whose names are hidden. */
const Content = v.object({ ...shown, people: v.array(StoredPerson) });
export type Content = v.InferOutput<typeof Content>;

/** The content of a share, with its creation and expiry times. */
export type Snapshot = Content & Pick<Shared, 'createdAt' | 'expiresAt'>;

/** The canonical profile URL by which a person in a share is identified; empty if there is none. */
export const urlOf = ({ profile, hiddenUrl = profile.profileUrl }: Content['people'][number]): string =>
  hiddenUrl;

/** An update on condition that the share still has its token. */
export function updateOfShareWithToken(): UpdateExpression {
  const update = new UpdateExpression();
  return update.require(`attribute_exists(${update.name('token')})`);
}

/** Whether the share is neither revoked nor expired. */
export const isLive = (table: Table, item: Item): boolean =>
  item['revokedAt'] === undefined && !table.isExpired(item);

/** The share's token, even if other attributes are damaged; undefined if there is none. */
export const tokenIn = ({ token }: Item): string | undefined => (v.is(ShareToken, token) ? token : undefined);

/** A share as its owner sees it; undefined if it is revoked or expired. */
export function decode(table: Table, item: Item): Share | undefined {
  if (!isLive(table, item)) return undefined;
  const share = v.parse(StoredShare, item);
  return { ...share, expiresAt: toTimestamp(share.expiresAt * 1_000) };
}

/** Decodes a snapshot's item. */
export async function readSnapshot(item: Item): Promise<Snapshot> {
  const { payload, createdAt, expiresAt } = v.parse(StoredSnapshot, item);
  if (payload.form === 'parts') throw new Error('A snapshot has no parts');
  const content = v.parse(Content, await unpack(payload));
  return { ...content, createdAt, expiresAt: toTimestamp(expiresAt * 1_000) };
}

/** Undefined if the content exceeds the 350 kB of one part, compressed: a snapshot must be a single item, read with one get. */
export async function packSnapshot(content: Content): Promise<StoredPayload | undefined> {
  const packed = await packJson(JSON.stringify(content));
  if (packed.form !== 'parts') return packed;
  const [bytes, ...more] = packed.parts;
  return bytes === undefined || more.length > 0 ? undefined : { form: 'brotli', bytes };
}
