import { useLocation } from 'wouter';
import { LIMITS } from '#shared/limits.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { usePageTitle } from '#web/lib/page.ts';
import { confirmSignUp, leaveConfirming, resendCode, signUp } from './actions.ts';
import { useAuth, useSession } from './auth-provider.tsx';
import { AuthForm, EmailField, NewPasswordField, SubmitButton, TextField } from './fields.tsx';
import { GoogleButton } from './google-button.tsx';
import { CodeActions, CodeField, SentBefore, SentTo } from './mailed-code.tsx';
import { AuthScreen, ScreenLink } from './screen.tsx';
import { type Confirming, LOADING } from './session.ts';
import { readCode, validateName } from './validation.ts';

/** /signup: name, address and password, then the code that was mailed. */
export function SignUpScreen() {
  const confirming = useAuth((state) => state.confirming);
  usePageTitle('Create an account');
  return confirming === undefined ? <SignUpForm /> : <ConfirmForm confirming={confirming} />;
}

function SignUpForm() {
  const session = useSession();
  return (
    <AuthScreen
      title="Create your account"
      subtitle={`Keep your ${PRODUCT_NAME} chats and have them on every device`}
    >
      <AuthForm
        onSubmit={({ name, email, password }: { name: string; email: string; password: string }) =>
          signUp(session, { name: name.trim(), email: email.trim(), password })
        }
      >
        <TextField
          name="name"
          label="Name"
          type="text"
          dir="auto"
          autoComplete="name"
          maxLength={LIMITS.titleLength}
          validate={validateName}
        />
        <EmailField />
        <NewPasswordField />
        <SubmitButton busyWith={LOADING.signUp}>Create account</SubmitButton>
      </AuthForm>
      <GoogleButton />
      <p className="mt-6 text-ink-muted">
        Already have an account? <ScreenLink href="/login">Sign in</ScreenLink>
      </p>
    </AuthScreen>
  );
}

/** The code that proves that an address is the person's own. */
function ConfirmForm({ confirming: { email, password } }: { confirming: Confirming }) {
  const session = useSession();
  const isMailed = useAuth(({ codeMailed }) => codeMailed?.to === email);
  const [, navigate] = useLocation();
  async function submit({ code }: { code: string }) {
    const isDone = await confirmSignUp(session, { code: readCode(code) });
    if (isDone && password === undefined) navigate('/login');
  }
  return (
    <AuthScreen
      title="Check your email"
      subtitle={isMailed ? <SentTo email={email} /> : <SentBefore email={email} />}
    >
      <AuthForm onSubmit={submit}>
        <CodeField />
        <SubmitButton>Confirm</SubmitButton>
      </AuthForm>
      <CodeActions onResend={() => resendCode(session)} onBack={() => leaveConfirming(session)} />
    </AuthScreen>
  );
}
