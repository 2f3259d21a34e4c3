import type { ListedPerson } from '#shared/lists.ts';
import { useAuth } from '#web/features/auth/index.ts';
import { SignInHint } from '#web/features/auth/sign-in-hint.tsx';
import { isScoredIn, ListsScreen as Lists, useListKeys } from '#web/features/lists/index.ts';
import { ProfileCard } from '#web/features/results/index.ts';
import { useAccountNotice } from './account.tsx';
import { BesideChats } from './beside-chats.tsx';

/** The user's lists of people. */
export function ListsScreen() {
  const userId = useAuth((state) => state.user?.id);
  const notice = useAccountNotice();
  return (
    <BesideChats listKeys={useListKeys()}>
      {/* Keyed by user: another user gets a fresh screen. */}
      {(options) => (
        <Lists key={userId} Card={SavedCard} notice={notice} signIn={<SignInHint />} {...options} />
      )}
    </BesideChats>
  );
}

/** A listed person's card, as it was saved. */
export const SavedCard = ({ person }: { person: ListedPerson }) => (
  <ProfileCard
    profile={person.profile}
    rank={undefined}
    isScored={isScoredIn(person)}
    criteria={person.criteria}
    profileProvider={person.profileProvider}
    isImported={person.isImported}
  />
);
