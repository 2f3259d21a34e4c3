import { type ReactNode, useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/index.ts';
import { SignedOut } from '#web/features/chats/components/index.ts';
import { loadChunk } from '#web/lib/lazy.ts';
import { lazyComponent, Part, PartMissing } from '#web/ui/index.ts';

const load = () => import('#web/features/auth/account.tsx');
const SignedIn = lazyComponent(load, 'SignedIn', { isPrefetched: false });
const SessionNotice = lazyComponent(load, 'SessionNotice', { isPrefetched: false });

/** The sidebar's footer: who is signed in, or the way to sign in. */
export function Account({ onBringChats }: { onBringChats?: (() => void) | undefined }) {
  const user = useAuth((state) => state.user);
  if (user === undefined) return <SignedOut />;
  return (
    <Part loading={<div className="h-10" />}>
      <SignedIn user={user} onBringChats={onBringChats} />
    </Part>
  );
}

/** What there is to know about the session, if anything. */
export function useAccountNotice(): ReactNode {
  return useAuth((state) => state.isExpired || state.error !== undefined) && <AccountNotice />;
}

function AccountNotice() {
  const message = useAuth((state) => state.error?.message);
  return (
    <div className="mb-2">
      <Part missing={<PartMissing>{message}</PartMissing>}>
        <SessionNotice />
      </Part>
    </div>
  );
}

/** The offer, fetched when there is something to offer. */
export const BringChatsDialog = lazyComponent(
  () => import('#web/features/chats/components/bring-chats-dialog.tsx'),
  'BringChatsDialog',
  { isPrefetched: false },
);

/** Whether chats made without an account are on offer to whoever is signed in: once by itself, later when asked for. */
export function useBringChats(present: string | undefined) {
  const [offer, setOffer] = useState({ to: present, hasChats: false, isOpen: false });
  const isOurs = present !== undefined && offer.to === present;
  useEffect(() => {
    if (present === undefined) return;
    let isHere = true;
    lookForChats(present).then(
      ({ hasChats, isOffered }) => isHere && setOffer({ to: present, hasChats, isOpen: isOffered }),
      // An offer whose code has not arrived is made another time.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [present]);
  return {
    /** The person the offer is being made to; undefined for nobody. */
    userId: isOurs && offer.isOpen ? present : undefined,
    onClose: () => {
      setOffer({ ...offer, isOpen: false });
      if (present === undefined) return;
      lookForChats(present).then(
        ({ hasChats }) => setOffer({ to: present, hasChats, isOpen: false }),
        () => undefined,
      );
    },
    /** Makes it again; undefined when there is nothing to bring. */
    onOpen: isOurs && offer.hasChats ? () => setOffer({ ...offer, isOpen: true }) : undefined,
  };
}

async function lookForChats(userId: string) {
  const { findLocalChats } = await loadChunk(loadBringing);
  return findLocalChats(userId);
}

const loadBringing = () => import('#web/features/chats/bring-chats.ts');
