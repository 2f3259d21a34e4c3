import { type ComponentProps, useEffect, useState } from 'react';
import { useAuth, useSessionApi } from '#web/features/auth/index.ts';
import { SignInHint } from '#web/features/auth/sign-in-hint.tsx';
import { readChatPath } from '#web/features/chats/chats.ts';
import { OfflineNotice } from '#web/features/chats/components/announcements.tsx';
import { ArchivedChatsScreen } from '#web/features/chats/components/archived-chats-screen.tsx';
import { useSession } from '#web/features/chats/index.ts';
import { leaveDraft } from '#web/features/chats/missing-chat.ts';
import { forgetDeclined } from '#web/features/chats/stores/bring-chats.ts';
import { announceRemoval } from '#web/features/chats/stores/watch-server.ts';
import { useListSession } from '#web/features/lists/list-session.ts';
import { announceRemovedPerson } from '#web/features/lists/list-tabs.ts';
import { LocalDataScreen } from '#web/features/local-data/index.ts';
import { NotFound as NothingFound } from '#web/features/not-found.tsx';
import { useIsOffline } from '#web/lib/network.ts';
import { Alert, Loading, LoadingAbove, lazyComponent, Part, PartMissing } from '#web/ui/index.ts';
import { useAccountNotice } from './account.tsx';
import { BesideChats } from './beside-chats.tsx';

/* The screens that most visits never open, except those for signing in, in one chunk. */

export { ListsScreen } from './lists.tsx';

export function NotFound(props: ComponentProps<typeof NothingFound>) {
  const session = useSession();
  useEffect(() => leaveDraft(session), [session]);
  return (
    <BesideChats>
      {() => <NothingFound {...props} signIn={readChatPath(props.path) !== undefined && <SignInHint />} />}
    </BesideChats>
  );
}

export function ArchivedScreen() {
  const userId = useAuth((state) => state.user?.id);
  const notice = useAccountNotice();
  return (
    // Keyed by user: another user gets a fresh screen.
    <BesideChats>{() => <ArchivedChatsScreen key={userId} notice={notice} />}</BesideChats>
  );
}

const NOT_PREFETCHED = { isPrefetched: false };
export const SharedScreen = lazyComponent(
  () => import('./shared-screen.tsx'),
  'SharedScreen',
  NOT_PREFETCHED,
);
const SharedLinks = lazyComponent(
  () => import('#web/features/shares/shared-links.tsx'),
  'SharedLinks',
  NOT_PREFETCHED,
);
const YourAccount = lazyComponent(
  () => import('#web/features/auth/account/your-account.tsx'),
  'YourAccount',
  NOT_PREFETCHED,
);
const loadAccountApi = () => import('#web/features/auth/account/api.ts');

/** The user's stored data, in their account and in this browser. */
export function DataScreen() {
  const user = useAuth((state) => state.user);
  const api = useSessionApi();
  const [erasedId, setErasedId] = useState<string>();
  // Another person who signs in, in any tab, is told nothing about an account that was not theirs.
  if (erasedId && user && user.id !== erasedId) setErasedId(undefined);
  const isOffline = useIsOffline();
  const accountNotice = useAccountNotice();
  // Sends what a reload has kept of the tab's changes to lists, and forgets those about a removed person.
  useListSession();
  async function removeFromAccount(person: { profileUrl: string; remove: boolean }) {
    const { accountOver } = await loadAccountApi();
    const removed = await accountOver(api).removePerson(person);
    // The caches and offline copies of this browser's pages still contain the person, and so may changes to lists that are to be sent.
    if (person.remove && user !== undefined) {
      announceRemoval(user.id);
      announceRemovedPerson(user.id, person.profileUrl);
    }
    return removed;
  }
  return (
    <BesideChats>
      {() => (
        <LocalDataScreen
          // Keyed by user: another user gets a fresh screen.
          key={user?.id}
          notice={
            isOffline ? (
              <OfflineNotice />
            ) : erasedId !== undefined ? (
              <Alert tone="notice" onDismiss={() => setErasedId(undefined)}>
                Your account is deleted with everything it held. Your address can be used for a new one in
                about two minutes.
              </Alert>
            ) : (
              accountNotice
            )
          }
          removeFromAccount={user && removeFromAccount}
          account={
            user && (
              <>
                <Part
                  loading={<LoadingAbove>Loading your account…</LoadingAbove>}
                  missing={<PartMissing>Your account could not be shown.</PartMissing>}
                >
                  <YourAccount
                    key={user.id}
                    api={api}
                    user={user}
                    onErased={() => {
                      forgetDeclined(user.id);
                      setErasedId(user.id);
                    }}
                  />
                </Part>
                <Part loading={<Loading>Loading shared links…</Loading>}>
                  <SharedLinks api={api} />
                </Part>
              </>
            )
          }
        />
      )}
    </BesideChats>
  );
}
