import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { mayFocusField } from '#web/lib/page.ts';
import { Alert, Logo, TEXT_LINK } from '#web/ui/index.ts';
import { clearError } from './actions.ts';
import { isSignedIn } from './auth.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { navigationStateWithTyped, readHistoryState } from './history-state.ts';
import { useRetryRestore } from './retry-restore.tsx';

interface AuthScreenProps {
  title: string;
  subtitle: ReactNode;
  children: ReactNode;
}

/** The frame of the screens for signing in, signing up and resetting a password. It redirects people who are signed in. */
export function AuthScreen({ title, subtitle, children }: AuthScreenProps) {
  const auth = useAuthContext();
  const loadingMessage = useAuth((state) => state.loadingMessage);
  const isDone = useAuth((state) => isSignedIn(state) && state.loadingMessage === undefined);
  const screen = useRef<HTMLElement>(null);
  // These screens are loaded when they are opened, so their content appears too late for the navigation to focus it.
  useEffect(
    () => screen.current?.querySelector<HTMLElement>(mayFocusField() ? 'input:not([hidden])' : 'h1')?.focus(),
    [],
  );
  useEffect(() => {
    // Loads what signing in needs while the form is being filled in. If that fails, the action reports it, if there is one.
    auth.accounts().catch(() => undefined);
  }, [auth]);
  if (isDone) return <Redirect to={readHistoryState().returnTo ?? '/'} replace />;
  return (
    <main
      ref={screen}
      className="flex min-h-full w-full flex-col px-[min(1.25rem,6vw)] py-10 tablet:pt-[max(3.5rem,13vh)]"
    >
      <div className="mx-auto w-full max-w-[min(var(--container-dialog),24rem)]">
        <Logo size={36} />
        <h1 tabIndex={-1} className="mt-5 text-balance font-semibold text-heading outline-none">
          {title}
        </h1>
        <p className="mt-1 text-pretty text-ink-muted text-reading">{subtitle}</p>
        {children}
        <p role="status" className="sr-only">
          {loadingMessage}
        </p>
      </div>
    </main>
  );
}

/** The authentication error, until a field is edited or the screen is left. An error that a field shows is not repeated. */
export function AuthError() {
  const error = useAuth((state) => state.error);
  const auth = useAuthContext();
  // On a site for people with an account, this screen also says why a session could not be restored.
  const retry = useRetryRestore();
  useEffect(
    () => () => {
      // A newer error is for the form that replaces this one.
      if (auth.store.getState().error === error) clearError(auth);
    },
    [auth, error],
  );
  if (error === undefined || error.field !== undefined) return null;
  return (
    <Alert tone="error" action={retry}>
      {error.message}
    </Alert>
  );
}

/** A link to another of these screens, within text. The typed address is carried over. */
export function ScreenLink({ href, children }: { href: string; children: string }) {
  const [, navigate] = useLocation();
  function follow(event: MouseEvent<HTMLElement>) {
    event.preventDefault();
    const field = event.currentTarget.closest('main')?.querySelector<HTMLInputElement>('input[name="email"]');
    navigate(href, { state: navigationStateWithTyped(field?.value) });
  }
  return (
    <Link href={href} className={TEXT_LINK} onClick={follow}>
      {children}
    </Link>
  );
}
