import * as v from 'valibot';
import { slotsKey } from '../../keys.ts';
import type { RunningSlots } from '../../ports/quotas.ts';
import { getItem, updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';
import { HeldSlot } from './slots-item.ts';

/** Frees the slot that the search holds, and no other's. */
export async function releaseSlot(
  table: Table,
  { person, searchId, signal }: Parameters<RunningSlots['release']>[0],
): Promise<void> {
  const key = slotsKey(person);
  const item = (await getItem(table, key, signal)) ?? {};
  for (const [slot, held] of Object.entries(item)) {
    if (!v.is(HeldSlot, held) || held.heldBy !== searchId) continue;
    const update = new UpdateExpression().remove(slot);
    update.require(`${slot}.heldBy = ${update.value(searchId)}`);
    await updateItem(table, { Key: key, ...update.build() }, signal);
  }
}
