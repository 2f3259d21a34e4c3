import { Link, useLocation } from 'wouter';
import { TEXT_LINK } from '#web/ui/index.ts';
import { isSignedIn } from './auth.ts';
import { useAuth } from './auth-provider.tsx';
import type { AuthHistoryState } from './history-state.ts';

/** Shown to signed-out visitors in place of something that may be in their account: signing in returns to this URL. */
export function SignInHint() {
  const canSee = useAuth(isSignedIn);
  const [path] = useLocation();
  if (canSee) return null;
  const state: AuthHistoryState = { returnTo: path.replace(/\/$/, '') + location.hash };
  return (
    <p className="max-w-prose text-ink-muted text-reading">
      If it is yours,{' '}
      <Link href="/login" state={state} className={TEXT_LINK}>
        sign in
      </Link>
      .
    </p>
  );
}
