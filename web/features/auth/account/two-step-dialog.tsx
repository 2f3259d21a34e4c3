import { useEffect, useRef, useState } from 'react';
import { mayFocusField } from '#web/lib/page.ts';
import { Alert, Button, CopyButton, Dialog, Spinner, TEXT_LINK, useToast } from '#web/ui/index.ts';
import type { Accounts, AuthFailure, TotpSetup } from '../auth.ts';
import { useAuthContext } from '../auth-provider.tsx';
import { toAuthFailure } from '../errors.ts';
import { AuthForm } from '../fields.tsx';
import { SixDigits } from '../mailed-code.tsx';
import { readCode } from '../validation.ts';

/** Undefined until the current setting is known; a setup while it is being turned on. */
type Shown = 'on' | 'off' | 'elsewhere' | TotpSetup | undefined;

/** Turns authenticator codes as a second sign-in step on or off. */
export function TwoStepDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { shown, failure, isBusy, run } = useTwoStep();
  const close = useRef<HTMLButtonElement>(null);
  // The pressed button may have disappeared with the change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the dialog shows something else
  useEffect(() => {
    if (document.activeElement === document.body) close.current?.focus();
  }, [shown]);
  const begin = () => run((accounts) => accounts.beginTotp());
  const end = () =>
    run(async (accounts) => {
      await accounts.endTotp();
      toast({ message: 'Two-step sign-in is off' });
      return 'off';
    });
  const confirm = ({ code }: { code: string }) =>
    run(async (accounts) => {
      await accounts.confirmTotp({ code: readCode(code) });
      toast({ message: 'Two-step sign-in is on' });
      return 'on';
    });
  return (
    <Dialog
      title="Two-step sign-in"
      onClose={onClose}
      actions={
        <>
          {shown === 'on' && (
            <Button aria-disabled={isBusy} onClick={() => void end()}>
              {isBusy && <Spinner />}
              <span>Turn it off</span>
            </Button>
          )}
          <Button ref={close} onClick={onClose}>
            Close
          </Button>
          {shown === 'off' && (
            <Button variant="primary" aria-disabled={isBusy} onClick={() => void begin()}>
              {isBusy && <Spinner />}
              <span>Set it up</span>
            </Button>
          )}
        </>
      }
    >
      {failure !== undefined && failure.field === undefined && (
        <div className="mt-4">
          <Alert tone="error">{failure.message}</Alert>
        </div>
      )}
      <div aria-live="polite" className="mt-2 text-ink-muted">
        {typeof shown === 'string' ? TEXTS[shown] : shown === undefined && isBusy && <Spinner />}
      </div>
      {typeof shown === 'object' && (
        <SetUp setup={shown} error={failure?.field?.message} isBusy={isBusy} onSubmit={confirm} />
      )}
    </Dialog>
  );
}

const TEXTS = {
  off: 'Besides your password, signing in then asks for a code from an authenticator app, which changes every 30 seconds. If you lose the app, only the operator of this site can let you back in.',
  on: 'It is on: signing in asks for a code from your authenticator app.',
  elsewhere:
    'You signed in through a provider, which has a second step of its own. The codes here are for signing in with a password.',
};

/** What the dialog shows, and `run` to change it, one call at a time. */
function useTwoStep() {
  const auth = useAuthContext();
  const [shown, setShown] = useState<Shown>();
  const [failure, setFailure] = useState<AuthFailure>();
  const [isBusy, setBusy] = useState(true);
  useEffect(() => {
    auth
      .accounts()
      .then((accounts) => accounts.totp())
      .then(setShown, (error: unknown) => setFailure(toAuthFailure(error)))
      .finally(() => setBusy(false));
  }, [auth]);
  async function run(call: (accounts: Accounts) => Promise<Shown>) {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      setShown(await call(await auth.accounts()));
    } catch (error) {
      setFailure(toAuthFailure(error));
    }
    setBusy(false);
  }
  return { shown, failure, isBusy, run };
}

interface SetUpProps {
  setup: TotpSetup;
  error: string | undefined;
  isBusy: boolean;
  onSubmit: (values: { code: string }) => Promise<unknown>;
}

function SetUp({ setup: { secret, uri }, error, isBusy, onSubmit }: SetUpProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (mayFocusField()) frame.current?.querySelector('input')?.focus();
  }, []);
  return (
    <div ref={frame}>
      <p className="text-ink-muted">
        Add this key to your authenticator app, or{' '}
        <a href={uri} className={TEXT_LINK}>
          open it in the app
        </a>{' '}
        on this device. Then type the code it shows.
      </p>
      <p className="mt-3 flex items-center gap-2">
        <code translate="no" className="flex flex-wrap gap-x-2 rounded-small bg-well px-2 py-1 text-body">
          {secret.match(/.{1,4}/g)?.map((group, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a key never change order
            <span key={at}>{group}</span>
          ))}
        </code>
        <CopyButton label="Copy the key" clip={() => ({ text: secret, html: secret })} />
      </p>
      <AuthForm onSubmit={onSubmit}>
        <SixDigits error={error} />
        <Button variant="primary" type="submit" aria-disabled={isBusy}>
          {isBusy && <Spinner />}
          <span>Turn it on</span>
        </Button>
      </AuthForm>
    </div>
  );
}
