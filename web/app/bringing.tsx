import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findLocalChats } from '#web/features/chats/bring-chats.ts';
import { BringChatsDialog, type Made } from '#web/features/chats/components/bring-chats-dialog.tsx';
import { bringLists } from '#web/features/lists/bring-lists.ts';
import { localLists } from '#web/features/lists/index.ts';
import type { Api } from '#web/lib/api.ts';

/** Whether this browser holds chats, lists or hidden people from without an account, and whether to offer a person who is signed in to bring them. */
export async function findLocal(userId: string): Promise<{ hasAny: boolean; isOffered: boolean }> {
  const chats = findLocalChats(userId);
  const { lists, hidden } = await localLists().lists();
  const hasAny = chats.hasChats || lists.length > 0 || hidden.size > 0;
  return { hasAny, isOffered: hasAny && !chats.isDeclined };
}

interface BringDialogProps {
  api: Api;
  userId: string;
  onClose: () => void;
}

/** The offer to move what was made without an account into the account: chats, and the lists with people saved from them. */
export function BringDialog({ api, userId, onClose }: BringDialogProps) {
  const queries = useQueryClient();
  const [count, setCount] = useState<Made>();
  useEffect(() => {
    void localLists()
      .lists()
      .then(({ lists, hidden }) => setCount({ lists: lists.length, hidden: hidden.size }));
  }, []);
  if (count === undefined) return null;
  const bring = async () => {
    const report = await bringLists({ local: localLists(), api, userId });
    await queries.invalidateQueries({
      predicate: ({ queryKey: [kind] }) => kind === 'lists' || kind === 'people',
    });
    return report;
  };
  return <BringChatsDialog api={api} userId={userId} others={{ count, bring }} onClose={onClose} />;
}
