import type { Chat } from '#shared/chat.ts';
import { chatKey, chatOrder } from '../keys.ts';
import type { ChatAddress } from '../ports/chats.ts';
import { toLive } from './change-chat.ts';
import type { LiveChat } from './chat-item.ts';
import type { Marker } from './pending.ts';
import { formatMarker } from './pending.ts';
import { updateItem } from './requests.ts';
import type { Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

interface AnnounceOptions {
  address: ChatAddress;
  markers: readonly Marker[];
  /** The chat to make when there is none. */
  create?: Chat;
}

/**
 * Puts the markers of coming writes on the chat, before any of them.
 * @returns the chat; undefined, and nothing announced, when it was deleted, or never was and is not to be made.
 */
export async function announce(table: Table, options: AnnounceOptions): Promise<LiveChat | undefined> {
  const { address, markers, create } = options;
  const update = new UpdateExpression().require('attribute_not_exists(deletedAt)');
  if (create === undefined) update.require('attribute_exists(pk)');
  else
    for (const [name, value] of Object.entries({ ...create, order: chatOrder(create) }))
      update.setOnce(name, value);
  update.add('pending', new Set(markers.map(formatMarker)));
  const item = await updateItem(table, { Key: chatKey(address), ...update.build() }, address.signal);
  return toLive(item);
}
