import { useLocation } from 'wouter';
import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import { useAuth } from '#web/features/auth/index.ts';
import { SignInHint } from '#web/features/auth/sign-in-hint.tsx';
import { isScoredIn, LIST_KEYS, LIST_PATH, ListsScreen as Lists } from '#web/features/lists/index.ts';
import { useIsTable } from '#web/features/people/index.ts';
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

/** The keys that work on the people of the open list, as it is shown. */
export function useListKeys(): typeof LIST_KEYS {
  const [path] = useLocation();
  const isTable = useIsTable('lists');
  const listId = LIST_PATH.exec(path)?.[1];
  if (listId === undefined || listId === HIDDEN_LIST_ID) return [];
  return LIST_KEYS.filter(({ inTable = true }) => inTable || !isTable);
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
