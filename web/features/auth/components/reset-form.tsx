import type { PasswordPolicy } from '#shared/site-config.ts';
import { Button } from '#web/ui/button.tsx';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import { clearError } from '../model/clear-error.ts';
import { policyHint } from '../model/password-policy.ts';
import { requestReset } from '../model/request-reset.ts';
import { resetPassword } from '../model/reset-password.ts';
import { readCode, validateCode, validateNewPassword } from '../model/validate.ts';
import { Announcement } from './announcement.tsx';
import { AuthError } from './auth-error.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeField } from './code-field.tsx';
import { SentTo } from './confirm-form.tsx';
import { MailLink } from './mail-link.tsx';
import { PasswordField } from './password-field.tsx';
import { ResendCode } from './resend-code.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useForm } from './use-form.ts';

const validatorsFor = (policy: PasswordPolicy | undefined) =>
  new Map([
    ['code', validateCode],
    ['password', (value: string) => validateNewPassword(value, policy)],
  ] as const);

interface ResetFormProps {
  email: string;
  /** What the deployment asks of a password. */
  policy: PasswordPolicy | undefined;
  onBack: () => void;
}

/** The mailed code and the new password, which then signs in. */
export function ResetForm({ email, policy, onBack }: ResetFormProps) {
  const { loadingMessage, error } = useAuth();
  const desk = useAuthDesk();
  const form = useForm({
    validators: validatorsFor(policy),
    onEdit: () => clearError(desk),
    onSubmit: (read) =>
      void resetPassword(desk, { email, code: readCode(read('code')), password: read('password') }),
  });
  return (
    <AuthLayout title="Choose a new password" subtitle={<SentTo email={email} />}>
      <form {...form.handlers} className="mt-7 flex flex-col gap-4">
        <AuthError />
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <CodeField error={form.errorOf('code') ?? error?.field?.message} />
        <MailLink />
        <PasswordField
          isNew
          label="New password"
          hint={policyHint(policy)}
          error={form.errorOf('password')}
        />
        <SubmitButton busy={loadingMessage} disabled={loadingMessage !== undefined}>
          Set password and sign in
        </SubmitButton>
      </form>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <ResendCode onResend={() => requestReset(desk, { email })} />
        <Button variant="quiet" size="small" onClick={onBack}>
          Use another address
        </Button>
      </div>
      <Announcement />
    </AuthLayout>
  );
}
