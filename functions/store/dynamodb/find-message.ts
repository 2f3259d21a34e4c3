import { messageKey } from '../keys.ts';
import type { MessageAddress } from '../ports/messages.ts';
import { findChat } from './find-chat.ts';
import type { StoredMessage } from './message-item.ts';
import { readMessageItem } from './message-item.ts';
import { getItem } from './requests.ts';
import type { Table } from './table.ts';

/** The message, unless it or its chat is gone. */
export async function findMessage(table: Table, address: MessageAddress): Promise<StoredMessage | undefined> {
  const [live, item] = await Promise.all([
    findChat(table, address),
    getItem(table, messageKey(address), address.signal),
  ]);
  return live && item && readMessageItem(item);
}
