import { type RefObject, useEffect, useState } from 'react';
import type { Chat } from '#shared/chat.ts';
import { useArchiveChat, useChatChanges } from '../changes.ts';

interface LeavingChatOptions {
  chats: readonly Chat[];
  list: RefObject<HTMLElement | null>;
  scroller: HTMLElement | null;
  /** A dialog is open: it has to give the focus back before that can move on. */
  isAsking: boolean;
}

/**
 * Archives or deletes a chat in the list. Shows a toast once it is archived, and moves a keyboard user's focus to the next chat.
 * If that fails, the chat comes back and the page shows an error.
 */
export function useLeavingChat({ chats, list, scroller, isAsking }: LeavingChatOptions) {
  const { deleteChat } = useChatChanges();
  const archiveChat = useArchiveChat();
  const [leaving, setLeaving] = useState<{ chatId: string; index: number }>();

  function focusNext(index: number) {
    const rows = list.current;
    const row = rows?.querySelector(`[aria-posinset="${index + 1}"]`) ?? rows?.lastElementChild;
    // If the list is empty, the focus goes to the top of the sidebar.
    (row ?? scroller?.closest('aside'))?.querySelector<HTMLElement>('a, button')?.focus();
  }
  useEffect(() => {
    if (leaving === undefined || isAsking || chats.some(({ id }) => id === leaving.chatId)) return;
    setLeaving(undefined);
    focusNext(leaving.index);
  });
  /** Remembers to move the focus on if a chat is removed by keyboard. @returns whether it is */
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
