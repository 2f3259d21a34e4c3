import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  Alert,
  Button,
  buttonClass,
  lazyComponent,
  Menu,
  Part,
  PartMissing,
  Spinner,
} from '#web/ui/index.ts';
import { SIGN_OUT, UPLOAD, USER, VERIFIED } from '#web/ui/later-icons.ts';
import { clearError, LOADING, signOut } from './actions.ts';
import type { Person } from './auth.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { useFreshRecord } from './fresh-record.ts';
import { dismissExpiry, restore } from './restore-session.ts';
import { storedSession } from './tokens.ts';

const TwoStepDialog = lazyComponent(() => import('./two-step-dialog.tsx'), 'TwoStepDialog', {
  isPrefetched: false,
});

/** Whether the deployment offers codes of an app; not until that is known. */
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

/** The sidebar's footer for someone who is signed in; `onBringChats` while this browser holds chats made without an account. */
export function SignedIn({ user, onBringChats }: { user: Person; onBringChats?: (() => void) | undefined }) {
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
        icon="more"
        items={[
          { label: 'Your data', icon: USER, onSelect: () => navigate('/data') },
          ...(onBringChats ? [{ label: 'Bring in local chats', icon: UPLOAD, onSelect: onBringChats }] : []),
          ...(offersTotp
            ? [
                {
                  label: 'Two-step sign-in',
                  icon: VERIFIED,
                  onSelect: () => setShowsTwoStep(true),
                },
              ]
            : []),
          { label: 'Sign out', icon: SIGN_OUT, onSelect: () => void signOut(auth) },
        ]}
      />
      {showsTwoStep && (
        <Part missing={<PartMissing floating />}>
          <TwoStepDialog onClose={() => setShowsTwoStep(false)} />
        </Part>
      )}
    </div>
  );
}

/** The person's photo, or the initial of their name where there is none or it cannot be loaded. */
function Avatar({ user: { displayName, photoURL } }: { user: Person }) {
  const [broken, setBroken] = useState<string>();
  const size = 'size-9 shrink-0 rounded-full';
  if (photoURL !== undefined && photoURL !== broken) {
    return (
      <img
        src={photoURL}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(photoURL)}
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

/** The first letter as people count letters, not half of one. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}

/** What the person should know about their session on the main screen: that it has ended, or that it could not be taken up. */
export function SessionNotice() {
  const isSomeone = useAuth((state) => state.user !== undefined);
  const isExpired = useAuth((state) => state.isExpired);
  const error = useAuth((state) => state.error);
  const auth = useAuthContext();
  const [isTrying, setTrying] = useState(false);
  async function retry() {
    if (isTrying) return;
    setTrying(true);
    await restore(auth);
    setTrying(false);
  }
  if (isExpired) {
    return (
      <Alert
        tone="error"
        action={
          <Link href="/login" className={buttonClass({ size: 'small' })}>
            Sign in again
          </Link>
        }
        {...(!isSomeone && { onDismiss: () => dismissExpiry(auth) })}
      >
        Your session has ended.
        {/* Where it is: in the input below. */}
        <span className="hidden [main:has(textarea:not(:placeholder-shown))_&]:inline">
          {' '}
          What you typed is kept.
        </span>
      </Alert>
    );
  }
  if (error === undefined) return null;
  const canRetry = !isSomeone && storedSession(auth.storage) !== undefined;
  return (
    <Alert
      tone="error"
      action={
        canRetry && (
          <Button size="small" aria-disabled={isTrying} onClick={() => void retry()}>
            {isTrying && <Spinner />}
            Try again
          </Button>
        )
      }
      onDismiss={() => clearError(auth)}
    >
      {error.message}
    </Alert>
  );
}
