import { useState } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import { useAuth } from '#web/features/auth/index.ts';
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

/** Somebody's card as it was saved. */
export const SavedCard = ({ person }: { person: ListedPerson }) => (
  <ProfileCard
    profile={person.profile}
    rank={undefined}
    isScored
    criteria={person.criteria}
    profileProvider={person.profileProvider}
    isImported={person.isImported}
  />
);
