import { lookupsOf } from '../../keys.ts';
import type { LookupCache } from '../../ports/lookup-cache.ts';
import { deleteItems, queryItems, toKey } from '../requests.ts';
import type { Table } from '../table.ts';

export async function eraseLookups(
  table: Table,
  { profileUrl, signal }: Parameters<LookupCache['erase']>[0],
): Promise<boolean> {
  const items = await queryItems(table, { ...lookupsOf(profileUrl), keysOnly: true }, signal);
  await deleteItems(table, items.map(toKey), signal);
  return items.length > 0;
}
