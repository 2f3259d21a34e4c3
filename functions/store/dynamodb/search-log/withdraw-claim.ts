import { searchKey } from '../../keys.ts';
import type { SearchLog } from '../../ports/search-log.ts';
import { toExpiry } from '../expiry.ts';
import { deleteIf, updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';

/** How long a refusal is told to repeats that came while it was being found, in milliseconds. */
const REFUSAL_STAYS = 60_000;

/** A search that ended, or whose lease another took over, stays: that one is closing it. */
export async function withdrawClaim(
  table: Table,
  { searchId, holder, refusal, signal }: Parameters<SearchLog['withdraw']>[0],
): Promise<void> {
  const Key = searchKey(searchId);
  const update = new UpdateExpression();
  update.require(`isEnded = ${update.value(false)}`);
  const own = update.value(holder);
  update.require(`claimedBy = ${own}`).require(`holder = ${own}`);
  if (refusal === undefined) {
    await deleteIf(table, { Key, ...update.build() }, signal);
    return;
  }
  const expiresAt = toExpiry(table.clock() + REFUSAL_STAYS);
  update.set('refusal', refusal).set('isEnded', true).set('expiresAt', expiresAt);
  await updateItem(table, { Key, ...update.build() }, signal);
}
