import { LIMITS } from '#shared/constants.ts';
import { attempt } from './attempt.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import { leaveChat } from './load-chats.ts';
import { listedChats } from './sort-chats.ts';
import { stopSending } from './stop-sending.ts';

/** What a cut between the halves of a surrogate pair leaves. */
const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** Blank titles are ignored, others trimmed and held to the service's limit. */
export async function renameChat(desk: Desk, chatId: string, title: string): Promise<void> {
  const trimmed = title.trim().slice(0, LIMITS.titleLength).replace(HALF_CHARACTER, '').trimEnd();
  if (trimmed === '') return;
  await attempt(desk, async () => {
    const renamed = await desk.store.updateChat(chatId, { title: trimmed });
    desk.state.update((state) => ({
      ...state,
      chats: state.chats.map((chat) =>
        chat.id === chatId ? { ...chat, title: renamed.title, updatedAt: renamed.updatedAt } : chat,
      ),
    }));
  });
}

export const archiveChat = (desk: Desk, chatId: string): Promise<void> =>
  attempt(desk, async () => {
    await desk.store.updateChat(chatId, { isArchived: true });
    forgetChat(desk, chatId);
  });

export const unarchiveChat = (desk: Desk, chatId: string): Promise<void> =>
  attempt(desk, async () => {
    const chat = await desk.store.updateChat(chatId, { isArchived: false });
    desk.state.update((state) => {
      const others = state.chats.filter(({ id }) => id !== chatId);
      return { ...state, chats: listedChats([...others, chat]) };
    });
  });

/** A search that runs in the chat is stopped: nobody will read its answer. */
export const deleteChat = (desk: Desk, chatId: string): Promise<void> =>
  attempt(desk, async () => {
    const { sending, uncreated } = desk.state.get();
    if (sending?.chatId === chatId) stopSending(desk);
    if (!uncreated.has(chatId)) await desk.store.deleteChat(chatId);
    forgetChat(desk, chatId);
  });

function forgetChat(desk: Desk, chatId: string): void {
  const { chats, currentChatId } = desk.state.get();
  set(desk, { chats: chats.filter(({ id }) => id !== chatId) });
  if (currentChatId === chatId) leaveChat(desk);
}
