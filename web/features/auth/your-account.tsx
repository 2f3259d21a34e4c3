import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { AccountUsage } from '#shared/account-contract.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { type Api, ApiError } from '#web/lib/api.ts';
import { downloadBlob } from '#web/lib/download.ts';
import { countOf, dayOf } from '#web/lib/format.ts';
import { Alert, Button, Dialog, Icon, Section, SectionGroup, Spinner, useToast } from '#web/ui/index.ts';
import { DOWNLOAD, TRASH } from '#web/ui/later-icons.ts';
import { accountOver } from './account-api.ts';
import { signOut } from './actions.ts';
import type { Person } from './auth.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { authErrorCode, toAuthFailure } from './errors.ts';
import { AuthForm, CurrentPasswordField, NameField, NewPasswordField, TextField } from './fields.tsx';
import { useSiteConfig } from './screen.tsx';
import { validateEmail } from './validation.ts';

interface YourAccountProps {
  api: Api;
  user: Person;
  /** Called once nearly all of the account is deleted, and the person signed out. */
  onErased: () => void;
}

/** What somebody who is signed in can do with all of their account. */
export function YourAccount({ api, user, onErased }: YourAccountProps) {
  return (
    <SectionGroup title="Your account">
      <Name api={api} user={user} />
      <Password />
      <Usage api={api} />
      <Export api={api} />
      <Erase api={api} user={user} onErased={onErased} />
    </SectionGroup>
  );
}

/** Runs one call at a time, and says why it has failed. */
function useCall() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  async function run(call: () => Promise<unknown>): Promise<boolean> {
    if (isBusy) return false;
    setBusy(true);
    setError(undefined);
    try {
      await call();
      return true;
    } catch (reason) {
      setError(reason);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, error, run };
}

const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : toAuthFailure(error).message;

function Failure({ error }: { error: unknown }) {
  if (error === undefined) return null;
  return (
    <div className="mt-4">
      <Alert tone="error">{sentenceOf(error)}</Alert>
    </div>
  );
}

/** The two buttons of a dialog with one form. */
function FormActions(props: { isBusy: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <Button onClick={props.onClose}>Cancel</Button>
      <Button variant="primary" type="submit" aria-disabled={props.isBusy}>
        {props.isBusy && <Spinner />}
        {props.children}
      </Button>
    </div>
  );
}

function Name({ api, user }: Pick<YourAccountProps, 'api' | 'user'>) {
  const [isOpen, setOpen] = useState(false);
  const auth = useAuthContext();
  const toast = useToast();
  const { isBusy, error, run } = useCall();
  const close = () => setOpen(false);
  async function rename({ name }: { name: string }) {
    const isDone = await run(async () => {
      const renamed = await accountOver(api).rename(name);
      auth.store.setState({ user: renamed });
      // So that the next visit shows it at once; the record is what counts.
      const accounts = await auth.accounts();
      await accounts.changeName({ name: renamed.displayName }).catch(() => undefined);
    });
    if (!isDone) return;
    close();
    toast({ message: 'Name changed' });
  }
  return (
    <Section title="Name" text={`${user.displayName} · ${user.email}`}>
      <Button aria-label="Change name" onClick={() => setOpen(true)}>
        Change
      </Button>
      {isOpen && (
        <Dialog title="Change your name" onClose={close}>
          <Failure error={error} />
          <AuthForm onSubmit={rename}>
            <NameField defaultValue={user.displayName} />
            <FormActions isBusy={isBusy} onClose={close}>
              Save
            </FormActions>
          </AuthForm>
        </Dialog>
      )}
    </Section>
  );
}

/** Whether the session may change a password; undefined until that is known. */
function useHasPassword(): boolean | undefined {
  const auth = useAuthContext();
  const [has, setHas] = useState<boolean>();
  useEffect(() => {
    auth
      .accounts()
      .then((accounts) => accounts.hasPassword())
      .then(setHas, () => undefined);
  }, [auth]);
  return has;
}

function Password() {
  const [isOpen, setOpen] = useState(false);
  const hasPassword = useHasPassword();
  const text =
    hasPassword === false
      ? 'You signed in through a provider, which keeps your password. A password for this site can be changed after signing in with it.'
      : 'You stay signed in here, and on your other devices.';
  return (
    <Section title="Password" text={text}>
      {hasPassword !== false && (
        <Button aria-label="Change password" disabled={!hasPassword} onClick={() => setOpen(true)}>
          Change
        </Button>
      )}
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const auth = useAuthContext();
  const toast = useToast();
  const site = useSiteConfig();
  const { isBusy, error, run } = useCall();
  const isWrong = authErrorCode(error) === 'wrong-password';
  async function change({ password, newPassword }: { password: string; newPassword: string }) {
    const isDone = await run(async () => (await auth.accounts()).changePassword({ password, newPassword }));
    if (!isDone) return;
    onClose();
    toast({ message: 'Password changed' });
  }
  return (
    <Dialog title="Change your password" onClose={onClose}>
      {error !== undefined && !isWrong && (
        <div className="mt-4">
          <Alert tone="error">{toAuthFailure(error, site).message}</Alert>
        </div>
      )}
      <AuthForm onSubmit={change}>
        <CurrentPasswordField
          label="Current password"
          error={isWrong ? AUTH_ERRORS['wrong-password'] : undefined}
        />
        <NewPasswordField label="New password" name="newPassword" />
        <FormActions isBusy={isBusy} onClose={onClose}>
          Save
        </FormActions>
      </AuthForm>
    </Dialog>
  );
}

function Usage({ api }: Pick<YourAccountProps, 'api'>) {
  const [usage, setUsage] = useState<AccountUsage>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    accountOver(api).usage().then(setUsage, setError);
  }, [api]);
  return (
    <section className="border-line border-b py-5">
      <h3 className="font-medium text-reading">Searches</h3>
      <div role="status" className="text-ink-muted">
        {usage !== undefined && describeUsage(usage).map((line) => <p key={line}>{line}</p>)}
        {usage === undefined && (error === undefined ? 'Counting...' : sentenceOf(error))}
      </div>
    </section>
  );
}

/** What is left today, and what the searches have cost, as sentences. */
export function describeUsage({ standard, deep, resetsAt, spent }: AccountUsage): string[] {
  const left = [
    standard && `${standard.left} of ${standard.limit} searches`,
    deep && `${deep.left} of ${deep.limit} Deep Research searches`,
  ].filter((text) => text !== null);
  const hours = Math.max(1, Math.round((Date.parse(resetsAt) - Date.now()) / 3_600_000));
  const day =
    left.length === 0
      ? 'Your searches are not limited.'
      : `Left today: ${left.join(' and ')}. The count starts again at 00:00 UTC, in ${hours === 1 ? 'about an hour' : `${hours} hours`}.`;
  return spent === null ? [day] : [day, describeSpent(spent)];
}

function describeSpent({ since, searches, dollars, unpriced }: NonNullable<AccountUsage['spent']>): string {
  const amount = dollars.toLocaleString('en-US', {
    ...{ style: 'currency', currency: 'USD' },
    maximumFractionDigits: dollars > 0 && dollars < 1 ? 3 : 2,
  });
  const searched = `${countOf(searches, 'search', 'searches')} since ${dayOf(since)}`;
  if (dollars === 0 && unpriced === 0) return `${searched} cost nothing.`;
  const unknown = unpriced > 0 ? ` The price of ${unpriced} of them is not known.` : '';
  return `${searched} cost the operator of this site ${amount}.${unknown}`;
}

function Export({ api }: Pick<YourAccountProps, 'api'>) {
  const { isBusy, error, run } = useCall();
  const save = () =>
    run(async () => {
      const file = await accountOver(api).exportAll();
      downloadBlob(file, `${STORAGE_PREFIX}-account-${new Date().toISOString().slice(0, 10)}.json`);
    });
  return (
    <Section
      title="Export your account"
      text="Saves everything your account holds as one JSON file: chats, archived ones included, messages, ratings, lists, shared links, logs and counts."
      result={<Failure error={error} />}
    >
      <Button aria-label="Export your account" aria-disabled={isBusy} onClick={() => void save()}>
        {isBusy ? <Spinner /> : <Icon name={DOWNLOAD} />}
        Export
      </Button>
    </Section>
  );
}

function Erase({ api, user, onErased }: YourAccountProps) {
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

function EraseDialog({ api, user, onErased, onClose }: YourAccountProps & { onClose: () => void }) {
  const auth = useAuthContext();
  const [, navigate] = useLocation();
  const isLeaving = useAuth((state) => state.loadingMessage !== undefined);
  const { isBusy, error, run } = useCall();
  const isOld = error instanceof ApiError && error.code === 'sign-in-again';
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
    <Dialog title="Delete your account?" role="alertdialog" onClose={onClose}>
      <p className="mt-2 text-ink-muted">
        All chats of the account are deleted, archived ones too, with their messages and ratings; running
        searches are stopped and their logs deleted; then the account itself. This cannot be undone. Chats
        kept in this browser without an account stay. Backups hold deleted data for up to 35 days.
      </p>
      {isOld ? (
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
        <TextField
          name="email"
          label="Type your email address to confirm"
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={user.email}
          validate={(typed) => validateEmail(typed) ?? mismatch(typed, user.email)}
        />
        <div className="mt-1 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" type="submit" aria-disabled={isBusy}>
            {isBusy && <Spinner />}
            {isBusy ? 'Deleting...' : 'Delete everything'}
          </Button>
        </div>
      </AuthForm>
    </Dialog>
  );
}

const mismatch = (typed: string, email: string): string | undefined =>
  typed.trim().toLowerCase() === email.toLowerCase() ? undefined : 'This is not the address of your account.';
