import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { pendingWrites } from '#web/lib/pending-writes.ts';
import { FloatingPart, lazyComponent, Menu } from '#web/ui/index.ts';
import { MORE, SIGN_OUT, UPLOAD, USER, VERIFIED } from '#web/ui/lazy-icons.ts';
import { LOADING, signOut } from '../actions.ts';
import { useAuth, useAuthContext } from '../auth-provider.tsx';
import type { AuthUser } from '../stored-session.ts';
import { useFreshRecord } from './fresh-record.ts';

const TwoStepDialog = lazyComponent(() => import('./two-step-dialog.tsx'), 'TwoStepDialog', {
  isPrefetched: false,
});

/** Whether the deployment offers authenticator codes; false until that is known. */
function useOffersTotp(): boolean {
  const auth = useAuthContext();
  const [offers, setOffers] = useState(false);
  useEffect(() => {
    auth.config().then(
      ({ totp }) => setOffers(totp === true),
      () => undefined,
    );
  }, [auth]);
  return offers;
}

/** The sidebar's footer for a signed-in user. `onBringChats` is given while this browser stores data made without an account. */
export function SignedIn({
  user,
  onBringChats,
}: {
  user: AuthUser;
  onBringChats?: (() => void) | undefined;
}) {
  const auth = useAuthContext();
  const offersTotp = useOffersTotp();
  useFreshRecord();
  const [, navigate] = useLocation();
  const [showsTwoStep, setShowsTwoStep] = useState(false);
  const isLeaving = useAuth((state) => state.loadingMessage === LOADING.signOut);
  return (
    <div className="flex items-center gap-2.5">
      <Avatar user={user} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium text-body">
          {user.displayName}
        </p>
        <p role="status" title={user.email} className="truncate text-ink-muted text-small">
          {isLeaving ? LOADING.signOut : user.email}
        </p>
      </div>
      <Menu
        label="Account"
        icon={MORE}
        items={[
          { label: 'Your data', icon: USER, onSelect: () => navigate('/data') },
          ...(onBringChats ? [{ label: 'Bring in local data', icon: UPLOAD, onSelect: onBringChats }] : []),
          ...(offersTotp
            ? [
                {
                  label: 'Two-step sign-in',
                  icon: VERIFIED,
                  onSelect: () => setShowsTwoStep(true),
                },
              ]
            : []),
          { label: 'Sign out', icon: SIGN_OUT, onSelect: () => void signOut(auth, pendingWrites) },
        ]}
      />
      {showsTwoStep && (
        <FloatingPart onClose={() => setShowsTwoStep(false)}>
          <TwoStepDialog onClose={() => setShowsTwoStep(false)} />
        </FloatingPart>
      )}
    </div>
  );
}

/** The user's photo, or their initial if there is none or it cannot be loaded. */
function Avatar({ user: { displayName, photoURL } }: { user: AuthUser }) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const size = 'size-9 shrink-0 rounded-full';
  if (photoURL !== undefined && photoURL !== brokenUrl) {
    return (
      <img
        src={photoURL}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBrokenUrl(photoURL)}
        className={`${size} object-cover`}
      />
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`${size} inline-flex items-center justify-center bg-accent-soft font-semibold text-accent text-reading`}
    >
      {initialOf(displayName)}
    </span>
  );
}

/** The first grapheme, so that no letter is cut in half. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
