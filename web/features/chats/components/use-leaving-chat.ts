import { type RefObject, useEffect, useState } from 'react';
import type { Chat } from '#shared/chat.ts';
import { useArchiveChat, useChatChanges } from '../changes.ts';

interface LeavingChatOptions {
  chats: readonly Chat[];
  list: RefObject<HTMLElement | null>;
  scroller: HTMLElement | null;
  /** A dialog is open, which gives the focus back before it can go on. */
  isAsking: boolean;
}

/**
 * Sees a chat out of the list: says that it is archived once it is, and gives the focus of whoever works by keyboard on to the
 * chat that follows. One that could not leave comes back, and the page's error says so.
 */
export function useLeavingChat({ chats, list, scroller, isAsking }: LeavingChatOptions) {
  const { deleteChat } = useChatChanges();
  const archiveChat = useArchiveChat();
  const [leaving, setLeaving] = useState<{ chatId: string; index: number }>();

  function focusNext(index: number) {
    const rows = list.current;
    const row = rows?.querySelector(`[aria-posinset="${index + 1}"]`) ?? rows?.lastElementChild;
    // Of an empty list the focus goes to the head of the sidebar.
    (row ?? scroller?.closest('aside'))?.querySelector<HTMLElement>('a, button')?.focus();
  }
  useEffect(() => {
    if (leaving === undefined || isAsking || chats.some(({ id }) => id === leaving.chatId)) return;
    setLeaving(undefined);
    focusNext(leaving.index);
  });
  /** Whether the focus is to go on. */
  function watch(chatId: string, index: number): boolean {
    const byKeyboard = document.activeElement?.matches(':focus-visible') === true;
    if (byKeyboard) setLeaving({ chatId, index });
    return byKeyboard;
  }
  return {
    async archive(chatId: string, index: number) {
      const byKeyboard = watch(chatId, index);
      await archiveChat(chatId, byKeyboard ? () => focusNext(index) : undefined);
    },
    remove(chatId: string, index: number) {
      watch(chatId, index);
      void deleteChat(chatId);
    },
  };
}
