import { searchKey } from '../../keys.ts';
import type { Lease } from '../../ports/search-log.ts';
import { updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { changeRunning } from './search-item.ts';

/** From then on the former holder can neither renew its lease nor end the search. */
export async function takeOverLease(
  table: Table,
  { searchId, holder, leaseUntil, now, signal }: Lease & { now: number; signal?: AbortSignal },
): Promise<boolean> {
  const update = changeRunning(now).set('holder', holder).set('leaseUntil', leaseUntil);
  // The same holder: the answer to an earlier, successful update was lost on the way.
  update.require(`(leaseUntil < ${update.value(now)} OR holder = ${update.value(holder)})`);
  return (await updateItem(table, { Key: searchKey(searchId), ...update.build() }, signal)) !== undefined;
}
