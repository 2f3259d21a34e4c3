import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { PRODUCT_NAME } from '#shared/product.ts';
import { usePageTitle } from '#web/lib/page.ts';
import { Alert, buttonClass } from '#web/ui/index.ts';
import { LOADING, leaveSignIn, signIn } from './actions.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { AuthForm, CurrentPasswordField, EmailField, SubmitButton } from './fields.tsx';
import { keepPlace, navigationState, readHistoryState } from './history-state.ts';
import { NextStep } from './next-step.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { AuthScreen, ScreenLink } from './screen.tsx';
import { useSiteConfig } from './site-config.ts';

/** /login, also shown in place of the chats if only people with an account may search (docs/behaviour.md#sign-in). */
export function LoginScreen() {
  const asked = useAuth((state) => state.asked);
  usePageTitle('Sign in');
  useEffect(() => keepPlace(location), []);
  // For a required reset, `SignInForm` is about to navigate to the screen for it.
  return asked === undefined || asked.step === 'reset' ? (
    <SignInForm />
  ) : (
    <NextStep step={asked.step} email={asked.email} />
  );
}

function SignInForm() {
  const auth = useAuthContext();
  const [, navigate] = useLocation();
  const [{ confirmed, reset, typed }] = useState(readHistoryState);
  const { anonymous = true, signUp = 'open' } = useSiteConfig() ?? {};
  async function submit({ email, password }: { email: string; password: string }) {
    const isDone = await signIn(auth, { email: email.trim(), password });
    if (!isDone) return;
    const { confirming, asked } = auth.store.getState();
    // Only from here: a user who comes back from the code screen is not sent there again.
    if (confirming !== undefined) navigate('/signup', { replace: true, state: navigationState() });
    if (asked?.step !== 'reset') return;
    leaveSignIn(auth);
    navigate('/forgot-password', { state: navigationState({ mustReset: asked.email }) });
  }
  return (
    <AuthScreen
      title={`Welcome to ${PRODUCT_NAME}`}
      subtitle={
        anonymous
          ? 'Sign in to your account to sync your chats across devices'
          : 'Sign in to search: this site is for people with an account'
      }
    >
      {confirmed !== undefined && (
        <div className="mt-5">
          <Alert tone="notice">
            Your email address is confirmed. Sign in with the password your account was first made with, or
            choose a new one under 'Forgot your password?'.
          </Alert>
        </div>
      )}
      {reset !== undefined && (
        <div className="mt-5">
          <Alert tone="notice">Your new password is set. Sign in with it.</Alert>
        </div>
      )}
      <AuthForm onSubmit={submit}>
        <EmailField value={typed ?? confirmed ?? reset} />
        <CurrentPasswordField />
        <SubmitButton busyWith={LOADING.signIn}>Sign In</SubmitButton>
      </AuthForm>
      <ProviderButtons />
      <p className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2 text-ink-muted">
        {signUp === 'open' && (
          <span>
            Don't have an account? <ScreenLink href="/signup">Create one</ScreenLink>
          </span>
        )}
        {signUp === 'invited' && <span>Accounts here are by invitation.</span>}
        <ScreenLink href="/forgot-password">Forgot your password?</ScreenLink>
      </p>
      {anonymous && (
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
      )}
    </AuthScreen>
  );
}
