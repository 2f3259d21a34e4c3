import type { Message } from '#shared/message.ts';
import { messageKey } from '../keys.ts';
import type { UpdateMessageOptions } from '../ports/messages.ts';
import { findMessage } from './find-message.ts';
import { loadMessage } from './load-message.ts';
import { readMessageItem } from './message-item.ts';
import { updateItem } from './requests.ts';
import type { Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

/** Changes what is given, each attribute alone, so that two changes at once keep both. */
export async function updateMessage(
  table: Table,
  options: UpdateMessageOptions,
): Promise<Message | undefined> {
  const { content, rating, signal } = options;
  const found = await findMessage(table, options);
  if (found === undefined) return undefined;
  if (content === undefined && rating === undefined) return await loadMessage(table, found, signal);
  const update = new UpdateExpression()
    .require('attribute_exists(addedBy)')
    .require('attribute_not_exists(deletedBy)');
  if (content !== undefined) update.set('content', content.toWellFormed());
  if (rating === null) update.remove('rating');
  else if (rating !== undefined) update.set('rating', rating);
  const item = await updateItem(table, { Key: messageKey(options), ...update.build() }, signal);
  const stored = item && readMessageItem(item);
  return stored && (await loadMessage(table, stored, signal));
}
