import type { Chat } from '#shared/chat.ts';
import { attempt, attemptLoad } from './attempt.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import { listedChats } from './sort-chats.ts';

/** Loads the list, then the chat that was open last, unless the person has gone elsewhere meanwhile. */
export const loadChats = (desk: Desk): Promise<void> =>
  attemptLoad(desk, async () => {
    const chats = await fetchChats(desk);
    set(desk, { chats });
    const { currentChatId, sending } = desk.state.get();
    const last = desk.currentChat.get();
    const isFree = currentChatId === undefined && sending === undefined;
    if (isFree && chats.some(({ id }) => id === last)) await openChat(desk, last);
  });

/** Takes in what another tab, device or screen has changed. */
export const refreshChats = (desk: Desk): Promise<void> =>
  attempt(desk, async () => {
    const chats = await fetchChats(desk);
    set(desk, { chats });
    const { currentChatId } = desk.state.get();
    if (currentChatId === undefined) return;
    if (chats.some(({ id }) => id === currentChatId)) await loadMessages(desk, currentChatId);
    else leaveChat(desk);
  });

/** Makes a chat current and loads its messages. */
export async function openChat(desk: Desk, chatId: string | undefined): Promise<void> {
  if (chatId === undefined || chatId === desk.state.get().currentChatId) return;
  desk.currentChat.set(chatId);
  set(desk, { currentChatId: chatId, messages: [], error: undefined });
  await attemptLoad(desk, () => loadMessages(desk, chatId));
}

/** No chat is current any more: the start screen shows. */
export function leaveChat(desk: Desk): void {
  desk.currentChat.set(undefined);
  set(desk, { currentChatId: undefined, messages: [], error: undefined });
}

async function loadMessages(desk: Desk, chatId: string): Promise<void> {
  if (desk.state.get().uncreated.has(chatId)) return;
  const messages = await desk.store.listMessages(chatId);
  if (desk.state.get().currentChatId === chatId) set(desk, { messages });
}

/** A chat just begun may be younger than the store's list, so it stays. */
async function fetchChats(desk: Desk): Promise<Chat[]> {
  const stored = await desk.store.listChats();
  const { sending, uncreated, chats } = desk.state.get();
  const isBegun = (id: string) => sending?.chatId === id || uncreated.has(id);
  const begun = chats.filter(({ id }) => isBegun(id) && !stored.some((chat) => chat.id === id));
  return listedChats([...stored, ...begun]);
}
