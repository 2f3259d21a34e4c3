import { searchKey } from '../../keys.ts';
import { deleteIf } from '../requests.ts';
import type { Table } from '../table.ts';

interface WithdrawOptions {
  searchId: string;
  holder: string;
  signal?: AbortSignal;
}

/** A search that ended, or whose lease another took over, stays: that one is closing it. */
export async function withdrawClaim(
  table: Table,
  { searchId, holder, signal }: WithdrawOptions,
): Promise<void> {
  const deletion = {
    Key: searchKey(searchId),
    ConditionExpression: 'isEnded = :no AND claimedBy = :holder AND holder = :holder',
    ExpressionAttributeValues: { ':no': false, ':holder': holder },
  };
  await deleteIf(table, deletion, signal);
}
