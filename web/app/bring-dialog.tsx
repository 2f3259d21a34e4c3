import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  BringChatsDialog,
  type LocalCounts,
  totalOf,
} from '#web/features/chats/components/bring-chats-dialog.tsx';
import { useChatActions, usePage, useSession } from '#web/features/chats/index.ts';
import { findLocalChats, takeDraftAlong } from '#web/features/chats/stores/bring-chats.ts';
import { bringLists } from '#web/features/lists/bring-lists.ts';
import { localLists } from '#web/features/lists/index.ts';
import type { Api } from '#web/lib/api.ts';

export interface LocalFindings {
  made: LocalCounts;
  hasAny: boolean;
  isOffered: boolean;
}

/** Counts the chats, lists and hidden people made in this browser without an account, and decides whether to offer to move them. */
export async function findLocal(userId: string): Promise<LocalFindings> {
  const { lists, hidden } = await localLists().lists();
  const { chats, isDeclined } = findLocalChats(userId);
  const made = { chats, lists: lists.length, hidden: hidden.size };
  const hasAny = totalOf(made) > 0;
  return { made, hasAny, isOffered: hasAny && !isDeclined };
}

interface BringDialogProps {
  api: Api;
  /** The path of the current screen. */
  place: string;
  userId: string;
  made: LocalCounts;
  isOpen: boolean;
  onMoved: () => void;
  onClose: () => void;
}

/**
 * Offers to move the chats, lists and hidden people made without an account into the account. Shown only where signing in leads to: on the
 * chat screen, and on the lists screen if there are lists to move.
 */
export function BringDialog({ api, place, userId, isOpen, ...offer }: BringDialogProps) {
  const queries = useQueryClient();
  const session = useSession();
  const { newChat } = useChatActions();
  const { onMoved: checkLocalData } = offer;
  // Mounted anew with every screen: the one before, such as 'Your data', may have changed what there is to bring in.
  useEffect(checkLocalData, [checkLocalData]);
  useEffect(() => {
    if (!isOpen) takeDraftAlong(session);
  }, [isOpen, session]);
  const isMissing = usePage(({ asked }) => asked?.state === 'missing');
  // The address may be that of a chat which the user wanted to share but keeps in this browser, so that the account does not have it.
  const isKept = isMissing && !isOpen && place === '/';
  useEffect(() => {
    if (isKept) newChat();
  }, [isKept, newChat]);
  const bringOthers = async () => {
    const report = await bringLists({ local: localLists(), api, userId });
    await queries.invalidateQueries({
      predicate: ({ queryKey: [kind] }) => kind === 'lists' || kind === 'people',
    });
    return report;
  };
  const isPlace = place === '/' || (place === '/lists' && offer.made.lists > 0);
  return isOpen && isPlace && <BringChatsDialog {...{ api, userId, bringOthers, ...offer }} />;
}
