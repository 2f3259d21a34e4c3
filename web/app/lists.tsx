import type { ListedPerson } from '#shared/lists.ts';
import { IfYours } from '#web/features/auth/if-yours.tsx';
import { useAuth } from '#web/features/auth/index.ts';
import { ListsScreen as Lists } from '#web/features/lists/index.ts';
import { ProfileCard } from '#web/features/results/index.ts';
import { useAccountNotice } from './account.tsx';
import { BesideChats } from './beside-chats.tsx';

/** The lists of people that the person at the page keeps. */
export function ListsScreen() {
  const userId = useAuth((state) => state.user?.id);
  const notice = useAccountNotice();
  return (
    <BesideChats>
      {/* What is on screen is one person's: another one starts with a new screen. */}
      {(options) => <Lists key={userId} Card={SavedCard} notice={notice} signIn={<IfYours />} {...options} />}
    </BesideChats>
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
