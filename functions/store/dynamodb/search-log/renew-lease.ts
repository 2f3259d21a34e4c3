import * as v from 'valibot';
import { searchKey } from '../../keys.ts';
import type { Lease } from '../../ports/search-log.ts';
import { updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { changeRunning } from './search-item.ts';

const Asked = v.object({ stopRequested: v.boolean() });

/** A lease that ran out and that nobody took is renewed all the same. */
export async function renewLease(
  table: Table,
  { searchId, holder, leaseUntil, signal }: Lease & { signal?: AbortSignal },
): Promise<{ stopRequested: boolean } | undefined> {
  const update = changeRunning(table.clock()).set('leaseUntil', leaseUntil);
  update.require(`holder = ${update.value(holder)}`);
  const item = await updateItem(table, { Key: searchKey(searchId), ...update.build() }, signal);
  return item && v.parse(Asked, item);
}
