import { useMemo } from 'react';
import { LIMITS } from '#shared/limits.ts';
import type { Message, Rating } from '#shared/message.ts';
import { truncate } from '#shared/truncate.ts';
import { useToast } from '#web/ui/index.ts';
import { useSession } from './chat-context.tsx';
import { addChats, editChat, knownChats, leaveChat, removeChats, showChat } from './chats.ts';
import { addToDraft, forgetUnsent, forgetWaiting, returnToInput, takeDraft } from './drafts.ts';
import { takeEdits, titleDraftOf } from './edits.ts';
import { markSeen } from './marks.ts';
import { editUnsaved, messagesKey, shownMessages } from './messages.ts';
import { type ChatSession, isSending } from './session.ts';
import type { ChatStore } from './stores/chat-store.ts';
import { stopSending } from './turns/exchange.ts';
import { dropUnsaved } from './turns/unsaved.ts';

/*
 * The changes a user can make to existing chats and messages. Separate from the actions that every visit starts with, to keep this code
 * out of the first load.
 */

export type ChatChanges = ReturnType<typeof changesOn>;

export const changesOn = (session: ChatSession) => ({
  renameChat: (chatId: string, title: string) => void renameChat(session, chatId, title),
  /** @returns a function that undoes it; undefined if the chat could not be archived */
  archiveChat: (chatId: string) => archiveChat(session, chatId),
  /** @returns whether it is back in the list */
  unarchiveChat: (chatId: string) => unarchiveChat(session, chatId),
  /** @returns whether it has been deleted */
  deleteChat: (chatId: string) => deleteChat(session, chatId),
  /** Stops the searches in all chats. Requests that wait for them are dropped. */
  stopAll: () => stopAll(session),
  rate: (messageId: string, rating: Rating) => void rateMessage(session, messageId, rating),
});

export function useChatChanges(): ChatChanges {
  const session = useSession();
  return useMemo(() => changesOn(session), [session]);
}

/** Archives a chat and shows a toast with 'Undo'. @param onLeave for keyboard users: see the toast's own `onLeave` */
export function useArchiveChat(): (chatId: string, onLeave?: () => void) => Promise<void> {
  const { archiveChat } = useChatChanges();
  const toast = useToast();
  return async (chatId, onLeave) => {
    const undo = await archiveChat(chatId);
    const action = undo && { label: 'Undo', onSelect: undo };
    if (action) toast({ message: 'Chat archived', action, ...(onLeave && { onLeave }) });
  };
}

/** Brings a chat back into the list and shows a toast. @returns whether it is back */
export function useRestoreChat(): (chatId: string) => Promise<boolean> {
  const { unarchiveChat } = useChatChanges();
  const toast = useToast();
  return async (chatId) => {
    const isRestored = await unarchiveChat(chatId);
    if (isRestored) toast({ message: 'Chat restored' });
    return isRestored;
  };
}

/** Ignores blank titles; others are trimmed and truncated to the service's limit. One that could not be stored is kept as a draft. */
async function renameChat(session: ChatSession, chatId: string, title: string): Promise<void> {
  const trimmed = truncate(title.trim(), LIMITS.titleLength).trimEnd();
  const before = knownChats(session).find(({ id }) => id === chatId);
  if (trimmed === '' || before === undefined) return;
  const isRenamed = await makeChange(session, {
    id: chatId,
    show: () => editChat(session, chatId, { title: trimmed }),
    save: async (store) => {
      const renamed = await store.updateChat(chatId, { title: trimmed });
      editChat(session, chatId, { title: renamed.title, updatedAt: renamed.updatedAt });
    },
    undo: () => editChat(session, chatId, { title: before.title }),
  });
  takeDraft(titleDraftOf(chatId));
  if (!isRenamed) addToDraft(titleDraftOf(chatId), trimmed);
}

/** @returns a function that undoes it; undefined if the chat could not be archived */
async function archiveChat(session: ChatSession, chatId: string): Promise<(() => void) | undefined> {
  const { show, undo } = optimisticRemoval(session, chatId);
  const isArchived = await makeChange(session, {
    id: chatId,
    show,
    // An undo that was still being saved may have put it back into the list.
    save: async (store) => editChat(session, chatId, await store.updateChat(chatId, { isArchived: true })),
    undo,
  });
  return isArchived ? () => void unarchiveChat(session, chatId, { show: undo, undo: show }) : undefined;
}

/** @returns whether it is back in the list */
const unarchiveChat = (
  session: ChatSession,
  chatId: string,
  shown: Pick<Change, 'show' | 'undo'> = {},
): Promise<boolean> =>
  makeChange(session, {
    id: chatId,
    ...shown,
    save: async (store) => addChats(session, [await store.updateChat(chatId, { isArchived: false })]),
  });

/**
 * Also stops a search that runs in the chat: nobody will read its answer. What has been typed in it is deleted with it.
 * @returns whether the chat has been deleted
 */
async function deleteChat(session: ChatSession, chatId: string): Promise<boolean> {
  const { page } = session;
  const waiting = forgetWaiting(page, chatId);
  stopSending(session, chatId);
  const { show, undo } = optimisticRemoval(session, chatId);
  const clearDeleting = () =>
    page.setState(({ deleting }) => ({ deleting: new Set([...deleting].filter((id) => id !== chatId)) }));
  const isDeleted = await makeChange(session, {
    id: chatId,
    show: () => {
      page.setState(({ deleting }) => ({ deleting: new Set([...deleting, chatId]) }));
      show();
    },
    save: (store) => deleteStored(session, store, chatId),
    undo: () => {
      clearDeleting();
      undo();
      if (waiting) returnToInput(page, chatId, waiting.content);
    },
  });
  if (isDeleted) {
    takeDraft(chatId);
    takeEdits(session, chatId);
    for (const { id } of page.getState().unsaved[chatId] ?? []) forgetUnsent(id);
    // As in `archiveChat`.
    removeChats(session, [chatId]);
    session.queries.removeQueries({ queryKey: messagesKey(chatId) });
    markSeen(session, chatId);
    void waitForPendingWrites(session, chatId).then(() => {
      dropUnsaved(session, chatId);
      clearDeleting();
    });
  }
  return isDeleted;
}

/** A new chat is stored by its first search, or by the page afterwards: only then is it known whether there is anything to delete. */
async function deleteStored(session: ChatSession, store: ChatStore, chatId: string): Promise<void> {
  const isNew = () => session.page.getState().uncreated.has(chatId);
  if (isNew()) {
    const hadSearch = isSending(session.page.getState(), chatId);
    await waitForPendingWrites(session, chatId);
    if (isNew() && !hadSearch) return;
  }
  await store.deleteChat(chatId);
}

/** Resolves once neither a search nor the page itself is about to store anything in a chat. */
async function waitForPendingWrites({ page, saves }: ChatSession, chatId: string): Promise<void> {
  if (isSending(page.getState(), chatId))
    await new Promise<void>((resolve) => {
      const stop = page.subscribe((now) => {
        if (isSending(now, chatId)) return;
        stop();
        resolve();
      });
    });
  await saves.get(chatId);
}

/** Removes a chat from the list, and leaves it if it is open. `undo` reopens it too, unless the user has gone elsewhere since. */
function optimisticRemoval(session: ChatSession, chatId: string): { show: () => void; undo: () => void } {
  const { page } = session;
  const chat = knownChats(session).find(({ id }) => id === chatId);
  const isOpen = () => page.getState().currentChatId === chatId;
  const wasOpen = isOpen();
  return {
    show: () => {
      removeChats(session, [chatId]);
      if (isOpen()) leaveChat(session);
    },
    undo: () => {
      if (chat !== undefined) addChats(session, [chat]);
      const { currentChatId, asked } = page.getState();
      if (wasOpen && currentChatId === undefined && asked === undefined) showChat(session, chatId);
    },
  };
}

function stopAll(session: ChatSession): void {
  const { elsewhere, sends } = session.page.getState();
  for (const chatId of Object.keys({ ...elsewhere, ...sends })) {
    forgetWaiting(session.page, chatId);
    stopSending(session, chatId);
  }
}

/** Rates a message of the current chat; giving the same rating again removes it. */
async function rateMessage(session: ChatSession, messageId: string, rating: Rating): Promise<void> {
  const { currentChatId } = session.page.getState();
  const message = shownMessages(session, currentChatId).find(({ id }) => id === messageId);
  if (message === undefined) return;
  const { chatId } = message;
  const before = message.metadata?.rating;
  const after = before === rating ? undefined : rating;
  const showRating = (shown: Rating | undefined) => {
    const rated = (one: Message): Message =>
      one.id === messageId ? { ...one, metadata: { ...one.metadata, rating: shown } } : one;
    const key = messagesKey(chatId);
    session.queries.setQueryData<readonly Message[]>(key, (messages) => messages?.map(rated));
    editUnsaved(session, chatId, (messages) => messages.map(rated));
  };
  await makeChange(session, {
    id: messageId,
    show: () => showRating(after),
    save: (store) => store.rateMessage(chatId, messageId, after),
    undo: () => showRating(before),
  });
}

interface Change {
  /** The id of the chat or message: changes to the same one are saved one after another. */
  id: string;
  /** Applies the change optimistically. */
  show?: () => void;
  save: (store: ChatStore) => Promise<unknown>;
  /** Rolls the change back if it could not be saved. */
  undo?: () => void;
}

/** Makes an optimistic change. Never rejects: a failure becomes the page's error. @returns whether the change has been saved */
async function makeChange(session: ChatSession, { id, show, save, undo }: Change): Promise<boolean> {
  const { queries, openStore } = session;
  const mutation = queries.getMutationCache().build(queries, {
    mutationFn: async () => save(await openStore()),
    scope: { id },
  });
  show?.();
  try {
    await mutation.execute(undefined);
    return true;
  } catch {
    const { error } = session.page.getState();
    undo?.();
    // Leaving a chat that had only been reopened takes other errors away, but this one is still to be read.
    session.page.setState({ error });
    return false;
  }
}
