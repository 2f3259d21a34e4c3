import type { Chat } from '#shared/chat.ts';
import { titleFromPrompt } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';

/** Chats made anew from messages whose own chat could not be read: title from the first prompt, dates from the messages. */
export function rebuildChats(messages: Iterable<Message>, isKnown: (chatId: string) => boolean): Chat[] {
  const orphans = Array.from(messages).filter((message) => !isKnown(message.chatId));
  return Array.from(
    Map.groupBy(orphans, (message) => message.chatId),
    ([id, own]) => rebuildChat(id, own),
  );
}

function rebuildChat(id: string, messages: readonly Message[]): Chat {
  const dates = messages.map((message) => message.timestamp).sort();
  const createdAt = dates.at(0) ?? '';
  const lastMessageAt = dates.at(-1) ?? '';
  return {
    id,
    title: titleFromPrompt(messages.find((message) => message.role === 'user')?.content ?? ''),
    userId: messages[0]?.userId ?? '',
    createdAt,
    updatedAt: lastMessageAt,
    lastMessageAt,
    messageCount: messages.length,
    isArchived: false,
  };
}
