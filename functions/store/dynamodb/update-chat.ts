import type { Chat } from '#shared/chat.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { UpdateChatOptions } from '../ports/chats.ts';
import { changeChat } from './change-chat.ts';
import { cleanTitle } from './create-chat.ts';
import { findChat } from './find-chat.ts';
import { reconcile } from './reconcile.ts';
import type { Table } from './table.ts';

export async function updateChat(table: Table, options: UpdateChatOptions): Promise<Chat | undefined> {
  const { title, isArchived, ...address } = options;
  const cleaned = title === undefined ? undefined : cleanTitle(title);
  if (cleaned === '') throw new RangeError('A chat title must not be blank');
  const known = await findChat(table, address);
  if (known === undefined) return undefined;
  const change = {
    updatedAt: toTimestamp(table.clock()),
    ...(cleaned !== undefined && { title: cleaned }),
    ...(isArchived !== undefined && { isArchived }),
  };
  const live = await changeChat(table, { address, known, plan: () => change });
  return live && (await reconcile(table, live, address.signal));
}
