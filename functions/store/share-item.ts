import * as v from 'valibot';
import { Share, Shared, SharedPerson, ShareToken } from '#shared/shares.ts';
import { toTimestamp } from '#shared/time.ts';
import { UpdateExpression } from './expressions.ts';
import type { Item } from './keys.ts';
import { packJson, StoredPayload, unpack } from './payloads.ts';
import type { Table } from './requests.ts';

/*
 * A share is two items: what its owner sees, in the owner's partition, and what everybody with the token sees, in one of its own. The owner's
 * comes first and goes last, so that there is never a link that nobody can revoke.
 */

const StoredShare = v.object({ ...v.omit(Share, ['expiresAt']).entries, expiresAt: v.number() });

/** What is left of a revoked share, whose snapshot is gone once it names no token. */
const RevokedShare = v.object({
  id: v.string(),
  revokedAt: v.string(),
  token: v.optional(v.string()),
});

/** What is stored at a share's key. */
export const AnyShare = v.union([RevokedShare, StoredShare]);

/** What is shown, as it is stored. `owner` is for operators, who find by it what an erasure must not leave. */
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
  /** Canonical. Whose profile it is where the name is hidden; never shown. */
  hiddenUrl: v.optional(v.string()),
});
const { createdAt: _createdAt, expiresAt: _expiresAt, ...shown } = Shared.entries;
/** What a share shows without when, and of people without a name also who they are. */
const Content = v.object({ ...shown, people: v.array(StoredPerson) });
export type Content = v.InferOutput<typeof Content>;

/** That with when it was made, and until when it is shown. */
export type Snapshot = Content & Pick<Shared, 'createdAt' | 'expiresAt'>;

/** Canonical profile URL of somebody in a share, by which they are taken out or left out; empty of who has none. */
export const urlOf = ({ profile, hiddenUrl = profile.profileUrl }: Content['people'][number]): string =>
  hiddenUrl;

/** An update that is refused unless the share still has its token. */
export function updateOfNamed(): UpdateExpression {
  const update = new UpdateExpression();
  return update.require(`attribute_exists(${update.name('token')})`);
}

/** Whether it is neither revoked nor expired. */
export const isLive = (table: Table, item: Item): boolean =>
  item['revokedAt'] === undefined && !table.isExpired(item);

/** The token that a share names, whatever else of it is damaged; undefined where it names none. */
export const tokenIn = ({ token }: Item): string | undefined => (v.is(ShareToken, token) ? token : undefined);

/** A share as its owner sees it; undefined for one that is revoked or expired. */
export function decode(table: Table, item: Item): Share | undefined {
  if (!isLive(table, item)) return undefined;
  const share = v.parse(StoredShare, item);
  return { ...share, expiresAt: toTimestamp(share.expiresAt * 1_000) };
}

/** What a snapshot shows, and until when. */
export async function readSnapshot(item: Item): Promise<Snapshot> {
  const { payload, createdAt, expiresAt } = v.parse(StoredSnapshot, item);
  if (payload.form === 'parts') throw new Error('A snapshot has no parts');
  const content = v.parse(Content, await unpack(payload));
  return { ...content, createdAt, expiresAt: toTimestamp(expiresAt * 1_000) };
}

/** Undefined for what is over the 350 kB of one part: a share is one item, read by one get. */
export async function packSnapshot(content: Content): Promise<StoredPayload | undefined> {
  const packed = await packJson(JSON.stringify(content));
  if (packed.form !== 'parts') return packed;
  const [bytes, ...more] = packed.parts;
  return bytes === undefined || more.length > 0 ? undefined : { form: 'brotli', bytes };
}
