import type { Chat } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import type { Desk } from './desk.ts';

/** Stores messages in their chat, and the chat before them when its store does not know it yet. @throws ChatStoreError */
export async function storeMessages(desk: Desk, chat: Chat, messages: readonly Message[]): Promise<void> {
  if (desk.state.get().uncreated.has(chat.id)) {
    await desk.store.createChat(chat);
    markCreated(desk, chat.id);
  }
  await desk.store.putMessages(chat.id, messages);
}

/** Notes that the chat's store now knows it. */
export function markCreated(desk: Desk, chatId: string): void {
  desk.state.update((state) => ({
    ...state,
    uncreated: new Set([...state.uncreated].filter((id) => id !== chatId)),
  }));
}
