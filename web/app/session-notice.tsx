import { Link, useLocation } from 'wouter';
import { clearError, signOut } from '#web/features/auth/actions.ts';
import { useAuth, useAuthContext } from '#web/features/auth/auth-provider.tsx';
import { dismissExpiry } from '#web/features/auth/restore-session.ts';
import { useRetryRestore } from '#web/features/auth/retry-restore.tsx';
import { whatEnded } from '#web/features/auth/stored-session.ts';
import { forgetUser, readDraft, useCurrentChatId, useDraft } from '#web/features/chats/index.ts';
import { Alert, Button, buttonClass } from '#web/ui/index.ts';

// In one chunk with the notice.
export { SignedIn } from '#web/features/auth/account/signed-in.tsx';

/** Tells the user that their session has ended or could not be restored. */
export function SessionNotice() {
  const isSignedIn = useAuth((state) => state.user !== undefined);
  const isExpired = useAuth((state) => state.isExpired);
  const error = useAuth((state) => state.error);
  const auth = useAuthContext();
  const continueWithoutAccount = useContinueWithoutAccount();
  const mustSignIn = useAuth((state) => state.mustSignIn);
  const retry = useRetryRestore();
  const [path] = useLocation();
  if (isExpired) {
    const isErased = whatEnded(auth.storage) === 'account';
    return (
      <Alert
        tone="error"
        action={
          isErased && !mustSignIn ? (
            <Button size="small" onClick={() => void continueWithoutAccount()}>
              Continue without account
            </Button>
          ) : (
            <Link
              href="/login"
              // A chat reopens from `/`, and only for the user whose it is.
              state={path.startsWith('/lists') ? { returnTo: path.replace(/\/$/, '') } : undefined}
              className={buttonClass({ size: 'small' })}
            >
              {isErased ? 'Sign in' : 'Sign in again'}
            </Link>
          )
        }
        {...(!isSignedIn && { onDismiss: () => void continueWithoutAccount() })}
      >
        {isErased ? 'This account has been deleted.' : 'Your session has ended.'}
        {/* Shown only if there is text in the input below. */}
        <span className="hidden [main:has(textarea:not(:placeholder-shown))_&]:inline">
          {' '}
          What you typed is kept.
        </span>
      </Alert>
    );
  }
  if (error === undefined) return null;
  return (
    <Alert tone="error" action={retry} onDismiss={() => clearError(auth)}>
      {error.message}
    </Alert>
  );
}

/**
 * Leaves a session that has ended. The user's data is cleared from this browser, and if the account was deleted also from this tab, except
 * for the text in the input, which stays.
 */
function useContinueWithoutAccount(): () => Promise<void> {
  const auth = useAuthContext();
  const chatId = useCurrentChatId();
  const [, typeOnStartScreen] = useDraft(undefined);
  const [, type] = useDraft(chatId);
  return async () => {
    const typed = readDraft(chatId);
    if (auth.store.getState().user === undefined) {
      // After a reload, the session ended without its data having been cleared. What was typed waits for a user who may be back.
      const isErased = whatEnded(auth.storage) === 'account';
      // First, so that no other tab makes an offline copy again.
      dismissExpiry(auth);
      forgetUser({ tab: isErased, browser: true });
      type(typed);
      return;
    }
    // After the account's data has been cleared from the browser, and before the start screen renders.
    const stop = auth.store.subscribe(({ user }) => user === undefined && typeOnStartScreen(typed));
    await signOut(auth);
    stop();
  };
}
