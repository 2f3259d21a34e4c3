import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { useToast } from '#web/ui/toast.tsx';
import type { ChatState } from '../chat-context.ts';
import { useChat } from '../chat-context.ts';

interface Leaving {
  chatId: string;
  /** Where it stands in the list. */
  index: number;
  /** Rather than deleted. */
  isArchived: boolean;
}

interface LeavingChatOptions {
  list: RefObject<HTMLElement | null>;
  scroller: RefObject<HTMLElement | null>;
  /** A dialog is open, which gives the focus back before it can go on. */
  isAsking: boolean;
}

/**
 * Sees a chat out of the list: says that it is archived once it is, and gives the focus of whoever works by keyboard on to the
 * chat that follows. One that could not leave stays, and the conversation's error says so.
 * @returns to be called when a chat is about to leave.
 */
export function useLeavingChat({ list, scroller, isAsking }: LeavingChatOptions): (chat: Leaving) => void {
  const { chats, error, unarchiveChat } = useChat();
  const toast = useToast();
  const [leaving, setLeaving] = useState<
    Leaving & { byKeyboard: boolean; errorBefore: ChatState['error'] }
  >();

  function focusNext(index: number) {
    const position = Math.min(index + 1, chats.length);
    const row = list.current?.querySelector<HTMLElement>(`[aria-posinset="${position}"] button`);
    // Of an empty list the focus goes to the head of the sidebar.
    (row ?? scroller.current?.closest('aside')?.querySelector('button'))?.focus();
  }
  useEffect(() => {
    if (leaving === undefined || isAsking) return;
    const { chatId, index, isArchived, byKeyboard, errorBefore } = leaving;
    const hasFailed = error !== undefined && error !== errorBefore;
    if (!hasFailed && chats.some(({ id }) => id === chatId)) return;
    setLeaving(undefined);
    if (hasFailed) return;
    const goOn = () => focusNext(index);
    if (byKeyboard) goOn();
    if (!isArchived) return;
    const undo = { label: 'Undo', onSelect: () => unarchiveChat(chatId) };
    toast({ message: 'Chat archived', action: undo, ...(byKeyboard && { onLeave: goOn }) });
  });

  return (chat) => {
    const byKeyboard = document.activeElement?.matches(':focus-visible') === true;
    setLeaving({ ...chat, byKeyboard, errorBefore: error });
  };
}
