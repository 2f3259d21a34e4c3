import { useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import { isSignedIn, LOADING } from '../model/auth-state.ts';
import { clearError } from '../model/clear-error.ts';
import { requestReset } from '../model/request-reset.ts';
import { validateEmail } from '../model/validate.ts';
import { Announcement } from './announcement.tsx';
import { AuthError } from './auth-error.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from './email-field.tsx';
import { ResetForm } from './reset-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TEXT_LINK } from './text-link.ts';
import { useForm } from './use-form.ts';
import { usePrefetch } from './use-prefetch.ts';
import { useSiteConfig } from './use-site-config.ts';

const VALIDATORS = new Map([['email', validateEmail]] as const);

/** /forgot-password: a mailed code, then a new password. */
export function ForgotPasswordScreen() {
  const auth = useAuth();
  const desk = useAuthDesk();
  const [, navigate] = useLocation();
  const [email, setEmail] = useState<string>();
  usePageTitle('Reset your password');
  usePrefetch();
  const policy = useSiteConfig()?.passwordPolicy;
  const form = useForm({
    validators: VALIDATORS,
    onEdit: () => clearError(desk),
    async onSubmit(read) {
      const address = read('email').trim();
      if (!(await requestReset(desk, { email: address }))) return;
      if (desk.state.get().confirming === undefined) setEmail(address);
      else navigate('/signup', { replace: true });
    },
  });
  if (isSignedIn(auth) && auth.loadingMessage === undefined) return <Redirect to="/" replace />;
  if (email !== undefined)
    return <ResetForm email={email} policy={policy} onBack={() => setEmail(undefined)} />;
  return (
    <AuthLayout
      title="Reset your password"
      subtitle="Enter your email address and we will send you a code to choose a new password"
    >
      <form {...form.handlers} className="mt-7 flex flex-col gap-4">
        <AuthError />
        <EmailField error={form.errorOf('email')} />
        <SubmitButton
          busy={auth.loadingMessage === LOADING.reset ? LOADING.reset : undefined}
          disabled={auth.loadingMessage !== undefined}
        >
          Send code
        </SubmitButton>
      </form>
      <p className="mt-6 text-ink-muted">
        Remembered it?{' '}
        <Link href="/login" className={TEXT_LINK}>
          Back to sign in
        </Link>
      </p>
      <Announcement />
    </AuthLayout>
  );
}
