import { Link } from 'wouter';
import { LIMITS } from '#shared/constants.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { PasswordPolicy } from '#shared/site-config.ts';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import { LOADING } from '../model/auth-state.ts';
import { clearError } from '../model/clear-error.ts';
import { policyHint } from '../model/password-policy.ts';
import { signUp } from '../model/sign-up.ts';
import { validateEmail, validateName, validateNewPassword } from '../model/validate.ts';
import { Announcement } from './announcement.tsx';
import { AuthError } from './auth-error.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from './email-field.tsx';
import { Field } from './field.tsx';
import { GoogleButton } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TEXT_LINK } from './text-link.ts';
import { useForm } from './use-form.ts';
import { useSiteConfig } from './use-site-config.ts';

const validatorsFor = (policy: PasswordPolicy | undefined) =>
  new Map([
    ['name', validateName],
    ['email', validateEmail],
    ['password', (value: string) => validateNewPassword(value, policy)],
  ] as const);

export function SignUpForm() {
  const { loadingMessage } = useAuth();
  const desk = useAuthDesk();
  const policy = useSiteConfig()?.passwordPolicy;
  const form = useForm({
    validators: validatorsFor(policy),
    onEdit: () => clearError(desk),
    onSubmit: (read) =>
      void signUp(desk, {
        name: read('name').trim(),
        email: read('email').trim(),
        password: read('password'),
      }),
  });
  return (
    <AuthLayout
      title="Create your account"
      subtitle={`Keep your ${PRODUCT_NAME} chats and have them on every device`}
    >
      <form {...form.handlers} className="mt-7 flex flex-col gap-4">
        <AuthError />
        <Field
          name="name"
          label="Name"
          type="text"
          dir="auto"
          autoComplete="name"
          maxLength={LIMITS.titleLength}
          required
          error={form.errorOf('name')}
        />
        <EmailField error={form.errorOf('email')} />
        <PasswordField isNew hint={policyHint(policy)} error={form.errorOf('password')} />
        <SubmitButton
          busy={loadingMessage === LOADING.signUp ? LOADING.signUp : undefined}
          disabled={loadingMessage !== undefined}
        >
          Create account
        </SubmitButton>
      </form>
      <GoogleButton />
      <p className="mt-6 text-ink-muted">
        Already have an account?{' '}
        <Link href="/login" className={TEXT_LINK}>
          Sign in
        </Link>
      </p>
      <Announcement />
    </AuthLayout>
  );
}
