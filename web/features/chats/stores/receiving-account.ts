import { Chat } from '#shared/chat.ts';
import type { CreateChatRequest } from '#shared/chat-api.ts';
import { Message } from '#shared/message.ts';
import type { Api } from '#web/lib/api.ts';

/** An account that takes in chats begun elsewhere, with the times they have. Every call is safe to repeat. @throws ApiError */
export interface ReceivingAccount {
  createChat(chat: CreateChatRequest): Promise<void>;
  addMessage(chatId: string, message: Omit<Message, 'chatId' | 'userId'>): Promise<void>;
  archiveChat(chatId: string): Promise<void>;
}

export function receivingAccount(api: Api): ReceivingAccount {
  const pathOf = (chatId: string) => `/chats/${encodeURIComponent(chatId)}`;
  return {
    async createChat(body) {
      await api.json(Chat, { method: 'POST', path: '/chats', body });
    },
    async addMessage(chatId, body) {
      await api.json(Message, { method: 'POST', path: `${pathOf(chatId)}/messages`, body });
    },
    async archiveChat(chatId) {
      await api.json(Chat, { method: 'PATCH', path: pathOf(chatId), body: { isArchived: true } });
    },
  };
}
