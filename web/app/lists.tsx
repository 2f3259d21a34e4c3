import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import { useAuth } from '#web/features/auth/index.ts';
import { useSession } from '#web/features/chats/index.ts';
import { ListsScreen as Lists } from '#web/features/lists/index.ts';
import { ProfileCard } from '#web/features/results/index.ts';
import { Part } from '#web/ui/index.ts';
import { useAccountNotice } from './account.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import { useShortcuts, useSingleCharacterShortcuts } from './shortcuts.ts';

/** The lists of people that the person at the page keeps. */
export function ListsScreen() {
  const userId = useAuth((state) => state.user?.id);
  const [singleCharacters, setSingleCharacters] = useSingleCharacterShortcuts();
  const [listsShortcuts, setListsShortcuts] = useState(false);
  useShortcuts({ list: () => setListsShortcuts(true) }, { singleCharacters });
  return (
    <>
      {/* What is on screen is one person's: another one starts with a new screen. */}
      <Lists key={userId} Card={SavedCard} singleCharacters={singleCharacters} notice={useAccountNotice()} />
      {listsShortcuts && (
        <Part>
          <ShortcutList
            singleCharacters={singleCharacters}
            onSingleCharacters={setSingleCharacters}
            onClose={() => setListsShortcuts(false)}
          />
        </Part>
      )}
    </>
  );
}

/** Somebody's card as it was saved. What their verdicts are about stands with the answer, as long as there is one. */
export function SavedCard({ person: { profile, origins } }: { person: ListedPerson }) {
  const { openStore } = useSession();
  const [{ chatId, messageId } = { chatId: '', messageId: '' }] = origins;
  const { data: answer } = useQuery({
    queryKey: ['answer', chatId, messageId],
    queryFn: async () => {
      const messages = await (await openStore()).listMessages(chatId);
      return messages.find(({ id }) => id === messageId)?.metadata?.profileDisplayData ?? null;
    },
    enabled: messageId !== '',
    // A chat that is gone is no failure here.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <ProfileCard
      profile={profile}
      rank={undefined}
      isScored
      criteria={answer?.criteria}
      profileProvider={answer?.profileProvider}
      isImported={answer?.isImported}
    />
  );
}
