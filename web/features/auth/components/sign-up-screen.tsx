import { Redirect } from 'wouter';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useAuth } from '../auth-context.ts';
import { isSignedIn } from '../model/auth-state.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { usePrefetch } from './use-prefetch.ts';

/** /signup: name, address and password, then the code that was mailed. */
export function SignUpScreen() {
  const auth = useAuth();
  usePageTitle('Create an account');
  usePrefetch();
  if (isSignedIn(auth) && auth.loadingMessage === undefined) return <Redirect to="/" replace />;
  return auth.confirming === undefined ? <SignUpForm /> : <ConfirmForm confirming={auth.confirming} />;
}
