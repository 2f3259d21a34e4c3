import type { Chat } from '#shared/chat.ts';
import type { ChatAddress } from '../ports/chats.ts';
import { findChat } from './find-chat.ts';
import { reconcile } from './reconcile.ts';
import type { Table } from './table.ts';

export async function readChat(table: Table, address: ChatAddress): Promise<Chat | undefined> {
  const live = await findChat(table, address);
  return live && (await reconcile(table, live, address.signal));
}
