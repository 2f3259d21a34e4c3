import { chatKey } from '../keys.ts';
import type { ChatAddress } from '../ports/chats.ts';
import type { LiveChat } from './chat-item.ts';
import { decodeChat } from './chat-item.ts';
import { purgeChat } from './purge-chat.ts';
import { getItem } from './requests.ts';
import type { Table } from './table.ts';

/** The chat, unless there is none or it was deleted; a deletion that was cut off is finished. */
export async function findChat(table: Table, address: ChatAddress): Promise<LiveChat | undefined> {
  const item = await getItem(table, chatKey(address), address.signal);
  const stored = item && decodeChat(item);
  if (stored?.state === 'live') return stored;
  if (stored !== undefined && !stored.isPurged) await purgeChat(table, stored, address.signal);
  return undefined;
}
