import type { Chat } from '#shared/chat.ts';
import { DEFAULT_CHAT_TITLE } from '#shared/chat.ts';
import type { CreateChatOptions, CreatedChat } from '../ports/chats.ts';
import { encodeChat } from './chat-item.ts';
import { readChat } from './read-chat.ts';
import { putIfAbsent } from './requests.ts';
import { stamp } from './stamp.ts';
import type { Table } from './table.ts';

export async function createChat(table: Table, options: CreateChatOptions): Promise<CreatedChat> {
  const chat = newChat({ ...options, at: stamp(table, options.createdAt) });
  if (await putIfAbsent(table, encodeChat(chat), options.signal)) return { status: 'created', chat };
  const existing = await readChat(table, options);
  return existing === undefined ? { status: 'deleted' } : { status: 'exists', chat: existing };
}

interface NewChat {
  userId: string;
  chatId: string;
  title?: string;
  at: string;
}

export function newChat({ userId, chatId, title, at }: NewChat): Chat {
  return {
    id: chatId,
    userId,
    title: cleanTitle(title ?? '') || DEFAULT_CHAT_TITLE,
    createdAt: at,
    updatedAt: at,
    lastMessageAt: at,
    messageCount: 0,
    isArchived: false,
  };
}

/** Trimmed, without half surrogate pairs, which DynamoDB cannot store. */
export const cleanTitle = (title: string): string => title.trim().toWellFormed();
