import type { Key } from '../keys.ts';
import { updateItem } from './requests.ts';
import type { Item, Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

interface FenceOptions {
  key: Key;
  attempt: string;
}

/** Keeps the attempt from ever writing at the key from now on; others still may. What stands there stays as it is. */
export async function fence(
  table: Table,
  { key, attempt }: FenceOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const update = new UpdateExpression().add('fenced', new Set([attempt]));
  await updateItem(table, { Key: key, ...update.build() }, signal);
}

/**
 * Writes a message where none is or was, and no fence is against the attempt. Fences against others stay.
 * @returns whether it was written
 */
export async function putUnlessFenced(
  table: Table,
  { item: { pk, sk, ...attributes }, attempt }: { item: Key & Item; attempt: string },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const update = new UpdateExpression().require('attribute_not_exists(addedBy)');
  const isOpen = `attribute_not_exists(fenced) OR NOT contains(fenced, ${update.value(attempt)})`;
  update.require(`(${isOpen})`).remove('expiresAt');
  for (const [name, value] of Object.entries(attributes)) update.set(name, value);
  return (await updateItem(table, { Key: { pk, sk }, ...update.build() }, signal)) !== undefined;
}
