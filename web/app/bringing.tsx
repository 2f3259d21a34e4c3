import { useQueryClient } from '@tanstack/react-query';
import { BringChatsDialog, type Made, totalOf } from '#web/features/chats/components/bring-chats-dialog.tsx';
import { useSession } from '#web/features/chats/index.ts';
import { findLocalChats } from '#web/features/chats/stores/bring-chats.ts';
import { bringLists } from '#web/features/lists/bring-lists.ts';
import { localLists } from '#web/features/lists/index.ts';
import type { Api } from '#web/lib/api.ts';

export interface LocalFindings {
  made: Made;
  hasAny: boolean;
  isOffered: boolean;
}

/** What this browser holds of chats, lists and hidden people from without an account, and whether to offer a person who is signed in to bring them. */
export async function findLocal(userId: string): Promise<LocalFindings> {
  const { lists, hidden } = await localLists().lists();
  const { chats, isDeclined } = findLocalChats(userId);
  const made = { chats, lists: lists.length, hidden: hidden.size };
  const hasAny = totalOf(made) > 0;
  return { made, hasAny, isOffered: hasAny && !isDeclined };
}

interface BringDialogProps {
  api: Api;
  /** The path of the screen that shows. */
  place: string;
  userId: string;
  made: Made;
  onMoved: () => void;
  onClose: () => void;
}

/**
 * The offer to move what was made without an account into the account: chats, and the lists with people saved from them. It is made where
 * signing in leads: to the chats, or back to a chat or list, which is not in the account yet.
 */
export function BringDialog({ api, place, userId, onClose, ...offer }: BringDialogProps) {
  const queries = useQueryClient();
  const { page, actions } = useSession();
  function close() {
    // Whoever has come back to a chat that stays in the browser is not left at its address.
    if (page.getState().asked?.state === 'missing') actions.newChat();
    onClose();
  }
  const bringOthers = async () => {
    const report = await bringLists({ local: localLists(), api, userId });
    await queries.invalidateQueries({
      predicate: ({ queryKey: [kind] }) => kind === 'lists' || kind === 'people',
    });
    return report;
  };
  if (place !== '/' && !(place === '/lists' && offer.made.lists > 0)) return null;
  return <BringChatsDialog {...{ api, userId, bringOthers, ...offer }} onClose={close} />;
}
