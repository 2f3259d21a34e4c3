import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { downloadBlob, today } from '#web/lib/download.ts';
import { Alert, Button, Dialog, Icon, Section, SectionGroup, Spinner, useToast } from '#web/ui/index.ts';
import { DOWNLOAD } from '#web/ui/lazy-icons.ts';
import { useAuth, useAuthContext } from '../auth-provider.tsx';
import { authErrorCode, toAuthFailure } from '../errors.ts';
import { AuthForm, CurrentPasswordField, NameField, NewPasswordField } from '../fields.tsx';
import { useSiteConfig } from '../site-config.ts';
import { accountOver, rename } from './api.ts';
import { Failure, FormActions, useCall } from './call.tsx';
import { Erase, type EraseProps } from './erase.tsx';
import { useFreshRecord } from './fresh-record.ts';
import { Usage } from './usage.tsx';

/** What a signed-in user can do with their whole account. */
export function YourAccount({ api, user, onErased }: EraseProps) {
  useFreshRecord();
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

function Name({ api, user }: Pick<EraseProps, 'api' | 'user'>) {
  const [isOpen, setOpen] = useState(false);
  const auth = useAuthContext();
  const toast = useToast();
  const { isBusy, error, run } = useCall();
  const close = () => setOpen(false);
  async function change({ name }: { name: string }) {
    await run(async () => {
      if (!(await rename(auth, api, name))) return;
      close();
      toast({ message: 'Name changed' });
    });
  }
  return (
    <Section title="Name" text={[user.displayName, user.email].filter(Boolean).join(' · ')}>
      <Button aria-label="Change name" onClick={() => setOpen(true)}>
        Change
      </Button>
      {isOpen && (
        <Dialog title="Change your name" onClose={close}>
          <Failure error={error} />
          <AuthForm onSubmit={change}>
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
  const isExpired = useAuth((state) => state.isExpired);
  const { data } = useQuery({
    queryKey: ['has-password'],
    // A query cannot be undefined.
    queryFn: async () => (await (await auth.accounts()).hasPassword()) ?? null,
    enabled: !isExpired,
    refetchOnReconnect: true,
    retry: false,
    gcTime: 0,
  });
  return data ?? undefined;
}

function Password() {
  const [isOpen, setOpen] = useState(false);
  const hasPassword = useHasPassword();
  const text =
    hasPassword === false
      ? 'You signed in through a provider, which keeps your password. A password for this site can be changed after signing in with it.'
      : 'When you change it, you stay signed in here and on your other devices.';
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

function Export({ api }: Pick<EraseProps, 'api'>) {
  const { isBusy, error, run } = useCall();
  const save = () =>
    run(async () => {
      const file = await accountOver(api).exportAll();
      downloadBlob(file, `${STORAGE_PREFIX}-account-${today()}.json`);
    });
  return (
    <Section
      title="Export your account"
      text="Saves everything your account holds as one JSON file: chats, archived ones included, messages, ratings, lists, shared links, logs and counts."
      result={<Failure error={error} />}
    >
      <Button aria-label="Export your account" aria-disabled={isBusy} onClick={() => void save()}>
        {isBusy ? <Spinner /> : <Icon name={DOWNLOAD} />}
        <span>Export</span>
      </Button>
    </Section>
  );
}
