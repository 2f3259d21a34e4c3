import { useLocation } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import type { Confirming } from '../model/auth-state.ts';
import { clearError } from '../model/clear-error.ts';
import { confirmSignUp } from '../model/confirm-sign-up.ts';
import { leaveConfirming } from '../model/leave-confirming.ts';
import { resendCode } from '../model/resend-code.ts';
import { readCode, validateCode } from '../model/validate.ts';
import { Announcement } from './announcement.tsx';
import { AuthError } from './auth-error.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeField } from './code-field.tsx';
import { MailLink } from './mail-link.tsx';
import { ResendCode } from './resend-code.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useForm } from './use-form.ts';

const VALIDATORS = new Map([['code', validateCode]] as const);

/** The code that proves that an address is the person's own. */
export function ConfirmForm({ confirming }: { confirming: Confirming }) {
  const { loadingMessage, error, codeMailed } = useAuth();
  const { email } = confirming;
  const desk = useAuthDesk();
  const [, navigate] = useLocation();
  const form = useForm({
    validators: VALIDATORS,
    onEdit: () => clearError(desk),
    async onSubmit(read) {
      const isDone = await confirmSignUp(desk, { code: readCode(read('code')) });
      if (isDone && confirming.password === undefined) navigate('/login');
    },
  });
  return (
    <AuthLayout
      title="Check your email"
      subtitle={codeMailed?.to === email ? <SentTo email={email} /> : <SentBefore email={email} />}
    >
      <form {...form.handlers} className="mt-7 flex flex-col gap-4">
        <AuthError />
        <CodeField error={form.errorOf('code') ?? error?.field?.message} />
        <MailLink />
        <SubmitButton busy={loadingMessage} disabled={loadingMessage !== undefined}>
          Confirm
        </SubmitButton>
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <ResendCode onResend={() => resendCode(desk)} />
        <Button variant="quiet" size="small" onClick={() => leaveConfirming(desk)}>
          Use another address
        </Button>
      </div>
      <Announcement />
    </AuthLayout>
  );
}

export function SentTo({ email }: { email: string }) {
  return (
    <>
      We sent a code of six digits to <span className="font-medium text-ink">{email}</span>. It may take a
      minute.
    </>
  );
}

/** For whom no code has been mailed just now, since the pool would not. */
function SentBefore({ email }: { email: string }) {
  return (
    <>
      Enter the code of six digits from the latest mail to{' '}
      <span className="font-medium text-ink">{email}</span>, or send a new one.
    </>
  );
}
