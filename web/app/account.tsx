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

const loadBringing = () => import('./bringing.tsx');
/** The offer, fetched when there is something to offer. */
export const BringDialog = lazyComponent(loadBringing, 'BringDialog', { isPrefetched: false });

/** Whether what was made without an account is on offer to whoever is signed in: once by itself, later when asked for. */
export function useBringChats(present: string | undefined) {
  const [offer, setOffer] = useState({ to: present, hasAny: false, isOpen: false });
  const isOurs = present !== undefined && offer.to === present;
  useEffect(() => {
    if (present === undefined) return;
    let isHere = true;
    lookForLocal(present).then(
      ({ hasAny, isOffered }) => isHere && setOffer({ to: present, hasAny, isOpen: isOffered }),
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
      lookForLocal(present).then(
        ({ hasAny }) => setOffer({ to: present, hasAny, isOpen: false }),
        () => undefined,
      );
    },
    /** Makes it again; undefined when there is nothing to bring. */
    onOpen: isOurs && offer.hasAny ? () => setOffer({ ...offer, isOpen: true }) : undefined,
  };
}

async function lookForLocal(userId: string) {
  const { findLocal } = await loadChunk(loadBringing);
  return findLocal(userId);
}
