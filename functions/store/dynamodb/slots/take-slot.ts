import { slotsKey } from '../../keys.ts';
import type { RunningSlots } from '../../ports/quotas.ts';
import { toExpiry } from '../expiry.ts';
import { updateItem } from '../requests.ts';
import type { Table } from '../table.ts';
import { UpdateExpression } from '../update-expression.ts';
import { slotName } from './slots-item.ts';

/** In milliseconds, beyond the last slot that was taken: another may be held for a little longer than that one. */
const ITEM_STAYS = 24 * 60 * 60 * 1_000;

/** One write per slot until one is free. */
export async function takeSlot(table: Table, options: Parameters<RunningSlots['take']>[0]): Promise<boolean> {
  const { person, slots, signal } = options;
  for (let number = 0; number < slots; number += 1) {
    const update = takeOne({ ...options, number, now: table.clock() }).build();
    if (await updateItem(table, { Key: slotsKey(person), ...update }, signal)) return true;
  }
  return false;
}

interface TakeOne {
  number: number;
  searchId: string;
  slots: number;
  until: number;
  now: number;
}

/** Takes the slot if it is free or the search's own, unless the search holds another. */
function takeOne({ number, searchId, slots, until, now }: TakeOne): UpdateExpression {
  const update = new UpdateExpression();
  const slot = slotName(number);
  const own = update.value(searchId);
  const time = update.value(now);
  update.set(slot, { heldBy: searchId, heldUntil: until }).set('expiresAt', toExpiry(until + ITEM_STAYS));
  update.require(
    `(attribute_not_exists(${slot}) OR ${slot}.heldUntil <= ${time} OR ${slot}.heldBy = ${own})`,
  );
  for (let other = 0; other < slots; other += 1) {
    if (other === number) continue;
    const name = slotName(other);
    update.require(`(attribute_not_exists(${name}) OR ${name}.heldBy <> ${own})`);
  }
  return update;
}
