import type { Page } from '@playwright/test';
import { at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';

const OPEN_CHAT = 'chat_0';

/** Stores this many chats in the browser, and this many messages in the open one. */
export async function storeChats(
  page: Page,
  { chats, messages }: { chats: number; messages: number },
): Promise<void> {
  const times = (age: number) => ({ createdAt: at(-age), updatedAt: at(-age), lastMessageAt: at(-age) });
  const chatList = Array.from({ length: chats }, (_, index) =>
    sampleChat({
      id: `chat_${index}`,
      title: `Economists in the place numbered ${index}`,
      ...times(index * 600),
    }),
  );
  const messageList = Array.from({ length: messages }, (_, index) => {
    const content = `Message ${index}: people who studied in one place, work in another and speak at least two languages.`;
    const role = index % 2 === 0 ? ('user' as const) : ('assistant' as const);
    return sampleMessage({ id: `msg_${index}`, chatId: OPEN_CHAT, content, role, timestamp: at(index) });
  });
  const stored = {
    expertscope_chats: JSON.stringify(chatList),
    expertscope_messages: JSON.stringify(messageList),
    expertscope_current_chat: OPEN_CHAT,
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
}
