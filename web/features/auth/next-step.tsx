import { Button } from '#web/ui/index.ts';
import { choosePassword, enterCode, LOADING, leaveSignIn } from './actions.ts';
import type { Asked } from './auth.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { AuthForm, NameField, NewPasswordField, SubmitButton } from './fields.tsx';
import { SixDigits } from './mailed-code.tsx';
import { AuthScreen } from './screen.tsx';
import { readCode } from './validation.ts';

/** The step that a sign-in requires after the right password: a password of one's own, or an authenticator code. */
export function NextStep({ step, email }: Asked & { step: 'new-password' | 'totp' }) {
  return step === 'new-password' ? <ChoosePassword email={email} /> : <EnterCode />;
}

function ChoosePassword({ email }: { email: string }) {
  const auth = useAuthContext();
  return (
    <AuthScreen
      title="Choose your password"
      subtitle="The password you were given is temporary. Choose one of your own."
    >
      <AuthForm
        onSubmit={({ name, password }: { name: string; password: string }) =>
          choosePassword(auth, { name: name.trim(), password })
        }
      >
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <NameField />
        <NewPasswordField label="New password" />
        <SubmitButton busyWith={LOADING.signIn}>Set password and sign in</SubmitButton>
      </AuthForm>
      <BackToSignIn />
    </AuthScreen>
  );
}

function EnterCode() {
  const auth = useAuthContext();
  const error = useAuth((state) => state.error?.field?.message);
  return (
    <AuthScreen
      title="Enter your code"
      subtitle="This account is protected by two-step sign-in. Open your authenticator app and type the code it shows."
    >
      <AuthForm onSubmit={({ code }: { code: string }) => enterCode(auth, { code: readCode(code) })}>
        <SixDigits error={error} />
        <SubmitButton busyWith={LOADING.signIn}>Sign In</SubmitButton>
      </AuthForm>
      <BackToSignIn />
    </AuthScreen>
  );
}

function BackToSignIn() {
  const auth = useAuthContext();
  return (
    <Button variant="quiet" size="small" className="-ms-2 mt-4" onClick={() => leaveSignIn(auth)}>
      Back to sign in
    </Button>
  );
}
