import { lookupKey, lookupPartKey } from '../../keys.ts';
import type { LookupCache } from '../../ports/lookup-cache.ts';
import { toExpiry } from '../expiry.ts';
import { pack, toStored } from '../payload.ts';
import { putItem } from '../requests.ts';
import type { Table } from '../table.ts';

/** The latest answer is the one that is remembered. */
export async function rememberLookup(
  table: Table,
  { provider, profileUrl, lookup, expiresAt, signal }: Parameters<LookupCache['remember']>[0],
): Promise<void> {
  const packed = await pack(lookup);
  const attempt = table.newAttempt();
  const address = { provider, profileUrl };
  const expiry = { expiresAt: toExpiry(expiresAt) };
  const parts = packed.form === 'parts' ? packed.parts : [];
  // Before the lookup itself, which is there whole or not at all.
  for (const [number, bytes] of parts.entries())
    await putItem(table, { ...lookupPartKey({ ...address, attempt, number }), bytes, ...expiry }, signal);
  await putItem(table, { ...lookupKey(address), payload: toStored(packed), attempt, ...expiry }, signal);
}
