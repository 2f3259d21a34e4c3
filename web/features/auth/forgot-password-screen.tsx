import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { usePageTitle } from '#web/lib/page.ts';
import { Alert } from '#web/ui/index.ts';
import { LOADING, requestReset, resetPassword } from './actions.ts';
import { isSignedIn } from './auth.ts';
import { useAuthContext } from './auth-provider.tsx';
import { AuthForm, EmailField, NewPasswordField, SubmitButton } from './fields.tsx';
import { keepAddress, navigationState, readHistoryState } from './history-state.ts';
import { CodeActions, CodeField, SentTo } from './mailed-code.tsx';
import { AuthScreen, ScreenLink } from './screen.tsx';
import { useSiteConfig } from './site-config.ts';
import { readCode } from './validation.ts';

/** /forgot-password: a mailed code, then a new password. */
export function ForgotPasswordScreen() {
  const auth = useAuthContext();
  const [, navigate] = useLocation();
  const [email, setEmail] = useState(() => readHistoryState().codeFor);
  const [{ mustReset, typed }] = useState(readHistoryState);
  useEffect(() => keepAddress(email), [email]);
  usePageTitle('Reset your password');
  // Loads what the second step needs before the first one is shown.
  useSiteConfig();
  async function submit(values: { email: string }) {
    const address = values.email.trim();
    if (!(await requestReset(auth, { email: address }))) return;
    if (auth.store.getState().confirming === undefined) setEmail(address);
    else navigate('/signup', { replace: true, state: navigationState() });
  }
  if (email !== undefined) return <ResetForm email={email} onBack={() => setEmail(undefined)} />;
  return (
    <AuthScreen
      title="Reset your password"
      subtitle="Enter your email address and we will send you a code to choose a new password"
    >
      {mustReset !== undefined && (
        <div className="mt-5">
          <Alert tone="notice">Your account needs a new password before you can sign in.</Alert>
        </div>
      )}
      <AuthForm onSubmit={submit}>
        <EmailField value={typed ?? mustReset} />
        <SubmitButton busyWith={LOADING.reset}>Send code</SubmitButton>
      </AuthForm>
      <p className="mt-6 text-ink-muted">
        Remembered it? <ScreenLink href="/login">Back to sign in</ScreenLink>
      </p>
    </AuthScreen>
  );
}

/** The mailed code and the new password, with which the user is then signed in. */
function ResetForm({ email, onBack }: { email: string; onBack: () => void }) {
  const auth = useAuthContext();
  const [, navigate] = useLocation();
  async function submit({ code, password }: { code: string; password: string }) {
    if (!(await resetPassword(auth, { email, code: readCode(code), password }))) return;
    const state = auth.store.getState();
    if (isSignedIn(state)) return;
    const loginState = state.asked === undefined ? { reset: email } : {};
    navigate('/login', { replace: true, state: navigationState(loginState) });
  }
  return (
    <AuthScreen title="Choose a new password" subtitle={<SentTo email={email} />}>
      <AuthForm onSubmit={submit}>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <CodeField />
        <NewPasswordField label="New password" />
        <SubmitButton busyWith={LOADING.signIn}>Set password and sign in</SubmitButton>
      </AuthForm>
      <CodeActions busyWith={LOADING.reset} onResend={() => requestReset(auth, { email })} onBack={onBack} />
    </AuthScreen>
  );
}
