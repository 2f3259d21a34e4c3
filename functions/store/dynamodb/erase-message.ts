import * as v from 'valibot';
import type { MessageAddress } from '../keys.ts';
import { messageKey } from '../keys.ts';
import { partKeys } from './load-message.ts';
import { readMessageItem } from './message-item.ts';
import { deleteItems, getItem, updateItem } from './requests.ts';
import type { Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

const Erased = v.object({
  addedBy: v.optional(v.string(), ''),
  deletedBy: v.optional(v.string()),
  parts: v.optional(v.number(), 0),
});

interface EraseOptions {
  address: MessageAddress;
  /** The attempt under whose name the deletion was announced. */
  attempt: string;
  signal: AbortSignal | undefined;
}

/**
 * Empties the message and leaves the stamp of who deleted it, so that its id is not used twice and it is counted once.
 * Safe to repeat under the same attempt.
 * @returns whether this attempt deleted it
 */
export async function eraseMessage(table: Table, options: EraseOptions): Promise<boolean> {
  const { address, attempt, signal } = options;
  const key = messageKey(address);
  const before = await getItem(table, key, signal);
  const stored = before && readMessageItem(before);
  const update = new UpdateExpression().require('attribute_exists(addedBy)');
  update.require('attribute_not_exists(deletedBy)').set('deletedBy', attempt);
  for (const name of ['order', 'content', 'rating', 'payload']) update.remove(name);
  // Written down before the message goes, so that a repeat knows what is left to delete.
  if (stored?.payload?.form === 'parts') update.set('parts', stored.payload.count);
  const erased = await updateItem(table, { Key: key, ...update.build() }, signal);
  const left = v.parse(Erased, erased ?? (await getItem(table, key, signal)) ?? {});
  if (left.deletedBy !== attempt) return false;
  const keys = partKeys({ ...address, attempt: left.addedBy, parts: left.parts });
  await deleteItems(table, keys, signal);
  return true;
}
