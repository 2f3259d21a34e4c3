import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Share } from '#shared/shares.ts';
import { type Api, ApiError } from '#web/lib/api.ts';
import { Alert, Button, CancelButton, Dialog, Icon, Spinner, useToast } from '#web/ui/index.ts';
import { CHECK, COPY } from '#web/ui/lazy-icons.ts';
import { linkOf, sharesOver } from './share.ts';

interface CopyLinkProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  share: Share;
  /** Copies as soon as it is rendered, if the browser allows that, and takes focus. */
  copiesAtOnce?: boolean;
}

/** Copies a share's URL. */
export function CopyLink({ share, variant, size, copiesAtOnce = false }: CopyLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toast = useToast();
  async function copy(failed: () => void) {
    try {
      await navigator.clipboard.writeText(linkOf(share));
      setCopied(true);
    } catch {
      failed();
    }
  }
  const copyAtOnce = useEffectEvent(() => {
    if (!copiesAtOnce) return;
    button.current?.focus();
    // Some browsers let a page copy only within a click: there the button has to be pressed.
    void copy(() => undefined);
  });
  useEffect(() => copyAtOnce(), []);
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size={size}
        onClick={() => void copy(() => toast({ message: 'The browser did not allow copying.' }))}
      >
        <Icon name={isCopied ? CHECK : COPY} />
        {isCopied ? 'Copied' : 'Copy link'}
        <span className="sr-only"> of {share.title}</span>
      </Button>
      <span role="status" className="sr-only">
        {isCopied && 'Copied'}
      </span>
    </>
  );
}

interface RevokeLinkProps extends Pick<ComponentProps<typeof Button>, 'size'> {
  share: Share;
  api: Api;
  onRevoked: () => void;
}

/** Revokes a link, after a confirmation. */
export function RevokeLink({ share, api, size, onRevoked }: RevokeLinkProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = () => setAsking(false);
  function ask() {
    setFailure(undefined);
    setAsking(true);
  }
  async function revoke() {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await sharesOver(api).revoke(share);
      close();
      onRevoked();
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'Something went wrong. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button variant="quiet" size={size} aria-haspopup="dialog" onClick={ask}>
        Revoke
        <span className="sr-only"> {share.title}</span>
      </Button>
      {isAsking && (
        <Dialog
          role="alertdialog"
          title="Revoke this link?"
          isBusy={isBusy}
          onClose={close}
          actions={
            <>
              <CancelButton isBusy={isBusy} onClose={close} />
              <Button variant="danger" aria-disabled={isBusy} onClick={() => void revoke()}>
                {isBusy && <Spinner />}
                <span>Revoke</span>
              </Button>
            </>
          }
        >
          <p className="mt-2 text-ink-muted">
            Anyone who opens the link to “<bdi>{share.title}</bdi>” will see nothing. They keep what they have
            saved or printed. This cannot be undone, but you can make another link.
          </p>
          {failure !== undefined && (
            <div className="mt-4">
              <Alert tone="error">{failure}</Alert>
            </div>
          )}
        </Dialog>
      )}
    </>
  );
}
