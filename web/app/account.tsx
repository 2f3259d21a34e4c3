import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useAuth } from '#web/features/auth/index.ts';
import { SignedOut } from '#web/features/chats/components/index.ts';
import { loadChunk } from '#web/lib/lazy.ts';
import { lazyComponent, Part, PartMissing } from '#web/ui/index.ts';
import type { LocalFindings } from './bring-dialog.tsx';

const load = () => import('./session-notice.tsx');
const SignedIn = lazyComponent(load, 'SignedIn', { isPrefetched: false });
const SessionNotice = lazyComponent(load, 'SessionNotice', { isPrefetched: false });

/** The sidebar's footer: the signed-in user, or a link to sign in. */
export function Account({ onBringChats }: { onBringChats?: (() => void) | undefined }) {
  const user = useAuth((state) => state.user);
  if (user === undefined) return <SignedOut />;
  return (
    <Part loading={<div className="h-10" />}>
      <SignedIn user={user} onBringChats={onBringChats} />
    </Part>
  );
}

/** A notice about the session, if there is one. */
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

const loadBringing = () => import('./bring-dialog.tsx');
/** The offer dialog, loaded when there is something to offer. */
export const BringDialog = lazyComponent(loadBringing, 'BringDialog', { isPrefetched: false });

interface Offer {
  to: string;
  found: LocalFindings;
  isOpen: boolean;
}

/**
 * Offers to move data made without an account into the signed-in user's account: once unprompted, later on request.
 * @param loadedUserId the user's id, once their account record has been loaded
 */
export function useBringChats(loadedUserId: string | undefined) {
  const [latest, setOffer] = useState<Offer>();
  const offer = latest?.to === loadedUserId ? latest : undefined;
  /** Looks at what is in the browser now; closes the offer if nothing is left. */
  const checkLocalData = useCallback(() => {
    if (loadedUserId === undefined) return;
    const findings = loadChunk(loadBringing).then(({ findLocal }) => findLocal(loadedUserId));
    findings.then(
      (found) =>
        setOffer((before) => ({
          to: loadedUserId,
          found,
          isOpen: before?.to === loadedUserId ? before.isOpen && found.hasAny : found.isOffered,
        })),
      // Code that failed to load: the offer is made another time.
      () => undefined,
    );
  }, [loadedUserId]);
  useEffect(() => {
    // After a sign-out the same user is asked again: there may be new chats. What was found before may only be known after it.
    setOffer(undefined);
    checkLocalData();
    // Another tab may accept the offer, or change what there is to bring in.
    window.addEventListener('storage', checkLocalData);
    return () => window.removeEventListener('storage', checkLocalData);
  }, [checkLocalData]);
  return {
    /** What there is to offer, once that is known, and whether the offer is shown. */
    offer: offer && { userId: offer.to, made: offer.found.made, isOpen: offer.isOpen },
    onMoved: checkLocalData,
    onClose: () => {
      setOffer((now) => now && { ...now, isOpen: false });
      checkLocalData();
    },
    /** Shows the offer again; undefined when there is nothing to bring. */
    onOpen: offer?.found.hasAny ? () => setOffer({ ...offer, isOpen: true }) : undefined,
  };
}
