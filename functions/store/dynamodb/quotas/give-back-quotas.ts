import { quotaKey } from '../../keys.ts';
import type { Quota, Quotas } from '../../ports/quotas.ts';
import { updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';

export async function giveBackQuotas(
  table: Table,
  { quotas, signal }: Parameters<Quotas['giveBack']>[0],
): Promise<void> {
  await Promise.all(quotas.map((quota) => giveBackQuota(table, quota, signal)));
}

/**
 * Takes one back from a counter that has one. A request that is sent again, its answer lost, finds its own name and does nothing;
 * only where another change of the counter came in between is it carried out twice.
 */
export async function giveBackQuota(
  table: Table,
  { name }: Quota,
  signal: AbortSignal | undefined,
): Promise<void> {
  const attempt = table.newAttempt();
  const update = new UpdateExpression().add('taken', -1).set('changedBy', attempt);
  update.require(`taken > ${update.value(0)}`);
  update.require(`changedBy <> ${update.value(attempt)}`);
  await updateItem(table, { Key: quotaKey(name), ...update.build() }, signal);
}
