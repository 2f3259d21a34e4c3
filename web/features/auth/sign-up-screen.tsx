import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { usePageTitle } from '#web/lib/page.ts';
import { confirmSignUp, LOADING, leaveConfirming, resendCode, signUp } from './actions.ts';
import { type Confirming, isSignedIn } from './auth.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { AuthForm, EmailField, NameField, NewPasswordField, SubmitButton } from './fields.tsx';
import { keepAddress, navigationState, readHistoryState } from './history-state.ts';
import { CodeActions, CodeField, SentBefore, SentTo } from './mailed-code.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { AuthScreen, ScreenLink } from './screen.tsx';
import { useSiteConfig } from './site-config.ts';
import { readCode } from './validation.ts';

/** /signup: name, address and password, then the mailed code; or why sign-up is closed. */
export function SignUpScreen() {
  const auth = useAuthContext();
  const [keptEmail, setKeptEmail] = useState(() => readHistoryState().codeFor);
  const pending = useAuth((state) => state.confirming);
  const confirming =
    pending ?? (keptEmail === undefined ? undefined : { email: keptEmail, password: undefined });
  const email = confirming?.email;
  useEffect(() => keepAddress(email), [email]);
  usePageTitle('Create an account');
  function leave() {
    leaveConfirming(auth);
    setKeptEmail(undefined);
  }
  const { signUp = 'open' } = useSiteConfig() ?? {};
  if (confirming !== undefined) return <ConfirmForm confirming={confirming} onLeave={leave} />;
  return signUp === 'open' ? <SignUpForm /> : <NoSignUp signUp={signUp} />;
}

const NO_SIGN_UP = {
  invited: {
    title: 'Accounts here are by invitation',
    subtitle:
      'The operator of this site can invite you. The invitation comes by email, with a temporary password.',
  },
  closed: {
    title: AUTH_ERRORS['sign-up-closed'].replace('.', ''),
    subtitle: 'If you have one, you can still sign in.',
  },
};

function NoSignUp({ signUp }: { signUp: keyof typeof NO_SIGN_UP }) {
  return (
    <AuthScreen {...NO_SIGN_UP[signUp]}>
      <p className="mt-6 text-ink-muted">
        Already have an account? <ScreenLink href="/login">Sign in</ScreenLink>
      </p>
    </AuthScreen>
  );
}

function SignUpForm() {
  const auth = useAuthContext();
  const [{ typed }] = useState(readHistoryState);
  return (
    <AuthScreen
      title="Create your account"
      subtitle={`Keep your ${PRODUCT_NAME} chats and have them on every device`}
    >
      <AuthForm
        onSubmit={({ name, email, password }: { name: string; email: string; password: string }) =>
          signUp(auth, { name: name.trim(), email: email.trim(), password })
        }
      >
        <NameField />
        <EmailField value={typed} isNew />
        <NewPasswordField />
        <SubmitButton busyWith={LOADING.signUp}>Create account</SubmitButton>
      </AuthForm>
      <ProviderButtons />
      <p className="mt-6 text-ink-muted">
        Already have an account? <ScreenLink href="/login">Sign in</ScreenLink>
      </p>
    </AuthScreen>
  );
}

/** Asks for the code that proves that the address belongs to the user. */
function ConfirmForm({ confirming, onLeave }: { confirming: Confirming; onLeave: () => void }) {
  const { email } = confirming;
  const auth = useAuthContext();
  const isMailed = useAuth(({ codeMailed }) => codeMailed?.to === email);
  const [, navigate] = useLocation();
  /** After confirmation, goes to the sign-in screen unless that has signed the user in. */
  function continueToSignIn() {
    if (!isSignedIn(auth.store.getState()))
      navigate('/login', { replace: true, state: navigationState({ confirmed: email }) });
  }
  async function submit({ code }: { code: string }) {
    if (await confirmSignUp(auth, { ...confirming, code: readCode(code) })) continueToSignIn();
  }
  async function resend() {
    const isDone = await resendCode(auth, { email });
    if (isDone && auth.store.getState().codeMailed === undefined) continueToSignIn();
    return isDone;
  }
  return (
    <AuthScreen
      title="Check your email"
      subtitle={isMailed ? <SentTo email={email} /> : <SentBefore email={email} />}
    >
      <AuthForm onSubmit={submit}>
        <CodeField />
        <SubmitButton busyWith={LOADING.signUp}>Confirm</SubmitButton>
      </AuthForm>
      <CodeActions busyWith={LOADING.code} onResend={resend} onBack={onLeave} />
    </AuthScreen>
  );
}
