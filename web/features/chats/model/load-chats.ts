import { attempt, attemptLoad } from './attempt.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import { chatFrom } from './exchange.ts';
import { fetchChats } from './list-chats.ts';
import { resumeSearch } from './resume-search.ts';
import { listedChats } from './sort-chats.ts';

/** Milliseconds. */
const OTHERS_HEAD_START = 1_000;

/** Loads the list, then the chat that was open last, unless the person has gone elsewhere meanwhile. */
export const loadChats = (desk: Desk): Promise<void> =>
  attemptLoad(desk, async () => {
    const last = desk.currentChat.get();
    const remembered = desk.remembered.list(desk.store.userId).map(({ chatId }) => chatId);
    set(desk, await fetchChats(desk, [last, ...remembered]));
    const { currentChatId, sending } = desk.state.get();
    restoreUnsent(desk);
    const isFree = currentChatId === undefined && sending === undefined;
    if (isFree && desk.state.get().chats.some(({ id }) => id === last)) await openChat(desk, last);
  });

/** Takes in what another tab, device or screen has changed. */
export const refreshChats = (desk: Desk): Promise<void> =>
  attempt(desk, async () => {
    set(desk, await fetchChats(desk, [desk.state.get().currentChatId]));
    const { chats, currentChatId } = desk.state.get();
    if (currentChatId === undefined) return;
    if (!chats.some(({ id }) => id === currentChatId)) return leaveChat(desk);
    await loadMessages(desk, currentChatId);
    void resumeLater(desk);
  });

/** Another tab's search is followed when that tab has had the time to begin it. */
async function resumeLater(desk: Desk): Promise<void> {
  await desk.delay(OTHERS_HEAD_START);
  await resumeSearch(desk);
}

/** Makes a chat current and loads its messages. */
export async function openChat(desk: Desk, chatId: string | undefined): Promise<void> {
  if (chatId === undefined || chatId === desk.state.get().currentChatId) return;
  desk.currentChat.set(chatId);
  set(desk, { currentChatId: chatId, messages: [], error: undefined });
  await attemptLoad(desk, async () => {
    await loadMessages(desk, chatId);
    void resumeSearch(desk);
  });
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

/** A message that had not reached the server when its page was closed took its new chat with it: both are brought back. */
function restoreUnsent(desk: Desk): void {
  const { userId, searchStores } = desk.store;
  if (!searchStores) return;
  const known = desk.state.get().chats;
  const unsent = desk.remembered.list(userId).filter(({ chatId }) => !known.some(({ id }) => id === chatId));
  const chats = unsent.map(({ chatId, content, sentAt }) =>
    chatFrom({ id: chatId, text: content, userId, now: sentAt }),
  );
  if (chats.length === 0) return;
  desk.state.update((state) => ({
    ...state,
    chats: listedChats([...state.chats, ...chats]),
    uncreated: new Set([...state.uncreated, ...chats.map(({ id }) => id)]),
  }));
}
