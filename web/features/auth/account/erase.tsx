import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Api, ApiError } from '#web/lib/api.ts';
import { Alert, Button, CancelButton, Dialog, Icon, Section, Spinner } from '#web/ui/index.ts';
import { TRASH } from '#web/ui/lazy-icons.ts';
import { signOut } from '../actions.ts';
import { useAuth, useAuthContext } from '../auth-provider.tsx';
import { AuthForm, TextField } from '../fields.tsx';
import type { AuthUser } from '../stored-session.ts';
import { validateEmail } from '../validation.ts';
import { accountOver } from './api.ts';
import { Failure, useCall } from './call.tsx';

export interface EraseProps {
  api: Api;
  user: AuthUser;
  /** Called once nearly all of the account is deleted, before the user is signed out. */
  onErased: () => void;
}

/** Deletes an account with everything in it, after its address has been typed to confirm, or a word if it has none. */
export function Erase({ api, user, onErased }: EraseProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Delete your account" text="Deletes the account with everything it holds, for good.">
      <Button aria-label="Delete your account" onClick={() => setOpen(true)}>
        <Icon name={TRASH} />
        Delete
      </Button>
      {isOpen && <EraseDialog {...{ api, user, onErased }} onClose={() => setOpen(false)} />}
    </Section>
  );
}

function EraseDialog({ api, user, onErased, onClose }: EraseProps & { onClose: () => void }) {
  const auth = useAuthContext();
  const [, navigate] = useLocation();
  const isLeaving = useAuth((state) => state.loadingMessage !== undefined);
  const { isBusy, error, run } = useCall();
  const needsSignIn = error instanceof ApiError && error.code === 'sign-in-again';
  const erase = () =>
    run(async () => {
      await accountOver(api).erase();
      onErased();
      await signOut(auth);
    });
  async function signInAgain() {
    if (await signOut(auth)) navigate('/login');
  }
  return (
    <Dialog title="Delete your account?" role="alertdialog" isBusy={isBusy} onClose={onClose}>
      <p className="mt-2 text-ink-muted">
        All chats of the account are deleted, archived ones too, with their messages and ratings; all lists
        with the people in them and your notes; and all shared links, which then show nothing to anybody.
        Running searches are stopped and their logs deleted; then the account itself. This cannot be undone.
        Chats and lists kept in this browser without an account stay. Backups hold deleted data for up to 35
        days.
      </p>
      {needsSignIn ? (
        <div className="mt-4">
          <Alert
            tone="notice"
            action={
              <Button size="small" aria-disabled={isLeaving} onClick={() => void signInAgain()}>
                Sign in again
              </Button>
            }
          >
            Deleting needs a sign-in within the last 15 minutes. Sign in again, then come back here.
          </Alert>
        </div>
      ) : (
        <Failure error={error} />
      )}
      <AuthForm onSubmit={erase}>
        <Confirmation email={user.email} />
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <CancelButton isBusy={isBusy} onClose={onClose} />
          <Button variant="danger" type="submit" aria-disabled={isBusy}>
            {isBusy && <Spinner />}
            <span>{isBusy ? 'Deleting...' : 'Delete everything'}</span>
          </Button>
        </div>
      </AuthForm>
    </Dialog>
  );
}

/** An account shows no address before it has been verified: a word is typed instead. */
const CONFIRMATION_WORD = 'delete';

function Confirmation({ email }: Pick<AuthUser, 'email'>) {
  const hasAddress = email !== '';
  const isSame = (typed: string) => typed.trim().toLowerCase() === (email || CONFIRMATION_WORD).toLowerCase();
  const mismatch = hasAddress ? 'This is not the address of your account.' : 'This is not the word.';
  return (
    <TextField
      name="confirmation"
      label={hasAddress ? 'Type your email address to confirm' : `Type '${CONFIRMATION_WORD}' to confirm`}
      type="text"
      inputMode={hasAddress ? 'email' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={email || undefined}
      validate={(typed) =>
        (hasAddress ? validateEmail(typed) : undefined) ?? (isSame(typed) ? undefined : mismatch)
      }
    />
  );
}
