import { Link, Redirect, useLocation } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import { isSignedIn, LOADING } from '../model/auth-state.ts';
import { clearError } from '../model/clear-error.ts';
import { signIn } from '../model/sign-in.ts';
import { validateEmail, validatePassword } from '../model/validate.ts';
import { Announcement } from './announcement.tsx';
import { AuthError } from './auth-error.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from './email-field.tsx';
import { GoogleButton } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { TEXT_LINK } from './text-link.ts';
import { useForm } from './use-form.ts';
import { usePrefetch } from './use-prefetch.ts';

const VALIDATORS = new Map([
  ['email', validateEmail],
  ['password', validatePassword],
] as const);

/** /login, in the words of specification §2. */
export function LoginScreen() {
  const auth = useAuth();
  const desk = useAuthDesk();
  const [, navigate] = useLocation();
  usePageTitle('Sign in');
  usePrefetch();
  const form = useForm({
    validators: VALIDATORS,
    onEdit: () => clearError(desk),
    async onSubmit(read) {
      const isDone = await signIn(desk, { email: read('email').trim(), password: read('password') });
      // Only from here: whoever comes back from the code has not been sent for it again.
      if (isDone && desk.state.get().confirming !== undefined) navigate('/signup', { replace: true });
    },
  });
  if (isSignedIn(auth) && auth.loadingMessage === undefined) return <Redirect to="/" replace />;
  const isSigningIn = auth.loadingMessage === LOADING.signIn;
  return (
    <AuthLayout
      title={`Welcome to ${PRODUCT_NAME}`}
      subtitle="Sign in to your account to sync your chats across devices"
    >
      <form {...form.handlers} className="mt-7 flex flex-col gap-4">
        <AuthError />
        <EmailField error={form.errorOf('email')} />
        <PasswordField error={form.errorOf('password')} />
        <SubmitButton
          busy={isSigningIn ? LOADING.signIn : undefined}
          disabled={auth.loadingMessage !== undefined}
        >
          Sign In
        </SubmitButton>
      </form>
      <GoogleButton />
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2 text-ink-muted">
        <span>
          Don't have an account?{' '}
          <Link href="/signup" className={TEXT_LINK}>
            Create one
          </Link>
        </span>
        <Link href="/forgot-password" className={TEXT_LINK}>
          Forgot your password?
        </Link>
      </p>
      <div className="mt-7 border-line border-t pt-5">
        <Link
          href="/"
          className={buttonClass({ variant: 'secondary', className: 'min-h-11 w-full text-reading' })}
        >
          Continue without account
        </Link>
        <p className="mt-2 text-ink-subtle text-small">
          Your chats will be saved locally and won't sync across devices.
        </p>
      </div>
      <Announcement />
    </AuthLayout>
  );
}
