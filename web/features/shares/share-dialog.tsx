import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Share } from '#shared/shares.ts';
import { isSignedIn, useAuth, useSessionApi } from '#web/features/auth/index.ts';
import type { Api } from '#web/lib/api.ts';
import { countOfPeople, dayOf } from '#web/lib/format.ts';
import { Button, buttonClass, Dialog, Icon } from '#web/ui/index.ts';
import { ARROW_UP_RIGHT } from '#web/ui/lazy-icons.ts';
import { CopyLink, RevokeLink } from './link-actions.tsx';
import { isPart, linkOf, OWN_SHARES, type Shareable } from './share.ts';
import { FIELD, ShareForm } from './share-form.tsx';

interface ShareDialogProps extends Shareable {
  /** The URL hash that leads back here after a sign-in. */
  hash: string;
  onClose: () => void;
}

/** Makes a link to people: says what it will show and for how long, copies it, and can revoke it again. */
export function ShareDialog(props: ShareDialogProps) {
  const api = useSessionApi();
  const canShare = useAuth(isSignedIn);
  const isExpired = useAuth((state) => state.isExpired);
  if (!canShare) return <AccountNeeded {...props} isExpired={isExpired} />;
  return <ShareSteps {...props} api={api} />;
}

function AccountNeeded({
  hash,
  isExpired,
  onClose,
  ...shareable
}: ShareDialogProps & { isExpired: boolean }) {
  const { kind } = shareable;
  const [path] = useLocation();
  return (
    <Dialog
      title={`Share this ${kind}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Link
            href="/login"
            state={{ returnTo: path.replace(/\/$/, '') + hash }}
            className={buttonClass({ variant: 'primary' })}
          >
            Sign in
          </Link>
        </>
      }
    >
      <p className="mt-2 text-ink-muted">
        {isExpired ? 'Your session has ended. ' : ''}
        Sharing needs an account: that is where links are listed, and where you can revoke them. Opening a
        link needs none.
      </p>
      <p className="mt-2 text-ink-muted">
        This {kind} stays as it is
        {isExpired ? '' : ', in this browser. After signing in you can bring it with you'}.
        {isPart(shareable) && ' Choose the people again after the sign-in.'}
      </p>
    </Dialog>
  );
}

/** The form, then the link it has made. */
export function ShareSteps({ api, ...props }: Omit<ShareDialogProps, 'hash'> & { api: Api }) {
  const queries = useQueryClient();
  const [made, setMade] = useState<Share>();
  const [isRevoked, setRevoked] = useState(false);
  const refreshShares = () => void queries.invalidateQueries({ queryKey: OWN_SHARES });
  if (made === undefined)
    return (
      <ShareForm
        {...props}
        api={api}
        onMade={(share) => {
          setMade(share);
          refreshShares();
        }}
      />
    );
  return (
    <MadeLink
      share={made}
      api={api}
      isRevoked={isRevoked}
      onRevoked={() => {
        setRevoked(true);
        refreshShares();
      }}
      onClose={props.onClose}
    />
  );
}

interface MadeLinkProps {
  share: Share;
  api: Api;
  isRevoked: boolean;
  onRevoked: () => void;
  onClose: () => void;
}

function MadeLink({ share, api, isRevoked, onRevoked, onClose }: MadeLinkProps) {
  const done = useRef<HTMLButtonElement>(null);
  // The element that had focus is gone.
  useEffect(() => {
    if (isRevoked) done.current?.focus();
  }, [isRevoked]);
  return (
    <Dialog
      title={isRevoked ? 'Link revoked' : 'Link created'}
      onClose={onClose}
      actions={
        <>
          <Link
            href="/data#shared-links"
            className={buttonClass({ variant: 'quiet', className: 'me-auto -ms-3' })}
          >
            All shared links
          </Link>
          {!isRevoked && <RevokeLink share={share} api={api} onRevoked={onRevoked} />}
          <Button ref={done} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {isRevoked ? (
        <p className="mt-2 text-ink-muted">Anyone who opens it now sees nothing.</p>
      ) : (
        <>
          <p className="mt-2 text-ink-muted">
            It shows {countOfPeople(share.size)} until {dayOf(share.expiresAt)}.
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <input
              readOnly
              aria-label="Link"
              value={linkOf(share)}
              onFocus={(event) => event.target.select()}
              className={`${FIELD} min-w-0 flex-1 basis-56`}
            />
            <CopyLink share={share} variant="primary" copiesAtOnce />
          </div>
          <a
            href={linkOf(share)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'quiet', size: 'small', className: 'mt-2 -ms-2' })}
          >
            See what it shows
            <Icon name={ARROW_UP_RIGHT} size={14} />
            <span className="sr-only">, opens in a new tab</span>
          </a>
        </>
      )}
    </Dialog>
  );
}
