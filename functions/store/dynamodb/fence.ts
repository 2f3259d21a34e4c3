import type { Key } from '../keys.ts';
import { putIf, updateItem } from './requests.ts';
import type { Item, Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

interface FenceOptions {
  key: Key;
  attempt: string;
  /** Fences the key where a message stands too, which is then to be deleted. */
  evenOver?: 'messages';
}

/**
 * Keeps the attempt from writing at the key from now on; others still may.
 * Without `evenOver` nothing happens where a message stands already.
 */
export async function fence(
  table: Table,
  { key, attempt, evenOver }: FenceOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const update = new UpdateExpression().add('fenced', new Set([attempt]));
  if (evenOver === undefined) update.require('attribute_not_exists(addedBy)');
  await updateItem(table, { Key: key, ...update.build() }, signal);
}

/** Writes where nothing is but a fence against others; false, and nothing written, otherwise. */
export async function putUnlessFenced(
  table: Table,
  { item, attempt }: { item: Key & Item; attempt: string },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const put = {
    Item: item,
    ConditionExpression:
      'attribute_not_exists(pk) OR (attribute_exists(fenced) AND NOT contains(fenced, :attempt))',
    ExpressionAttributeValues: { ':attempt': attempt },
  };
  return await putIf(table, put, signal);
}
