import { useState } from 'react';
import { Link } from 'wouter';
import { clearError, signOut } from '#web/features/auth/actions.ts';
import { useAuth, useAuthContext } from '#web/features/auth/auth-provider.tsx';
import { dismissExpiry, restore } from '#web/features/auth/restore-session.ts';
import { storedSession, whatEnded } from '#web/features/auth/tokens.ts';
import { readDraft, useCurrentChatId, useDraft } from '#web/features/chats/index.ts';
import { Alert, Button, buttonClass, Spinner } from '#web/ui/index.ts';

// What is seen of a session comes in one file.
export { SignedIn } from '#web/features/auth/account.tsx';

/** What the person should know about their session on the main screen: that it has ended, or that it could not be taken up. */
export function SessionNotice() {
  const isSomeone = useAuth((state) => state.user !== undefined);
  const isExpired = useAuth((state) => state.isExpired);
  const error = useAuth((state) => state.error);
  const auth = useAuthContext();
  const goOn = useGoingOn();
  const mustSignIn = useAuth((state) => state.mustSignIn);
  const [isTrying, setTrying] = useState(false);
  async function retry() {
    if (isTrying) return;
    setTrying(true);
    await restore(auth);
    setTrying(false);
  }
  if (isExpired) {
    const isErased = whatEnded(auth.storage) === 'account';
    return (
      <Alert
        tone="error"
        action={
          isErased && !mustSignIn ? (
            <Button size="small" onClick={() => void goOn()}>
              Continue without account
            </Button>
          ) : (
            <Link href="/login" className={buttonClass({ size: 'small' })}>
              {isErased ? 'Sign in' : 'Sign in again'}
            </Link>
          )
        }
        {...(!isSomeone && { onDismiss: () => dismissExpiry(auth) })}
      >
        {isErased ? 'This account has been deleted.' : 'Your session has ended.'}
        {/* Where it is: in the input below. */}
        <span className="hidden [main:has(textarea:not(:placeholder-shown))_&]:inline">
          {' '}
          What you typed is kept.
        </span>
      </Alert>
    );
  }
  if (error === undefined) return null;
  const canRetry = !isSomeone && storedSession(auth.storage) !== undefined;
  return (
    <Alert
      tone="error"
      action={
        canRetry && (
          <Button size="small" aria-disabled={isTrying} onClick={() => void retry()}>
            {isTrying && <Spinner />}
            Try again
          </Button>
        )
      }
      onDismiss={() => clearError(auth)}
    >
      {error.message}
    </Alert>
  );
}

/** Leaves an account that is gone, with all that the browser has of it but the text in the input, which goes along to the start screen. */
function useGoingOn(): () => Promise<void> {
  const auth = useAuthContext();
  const chatId = useCurrentChatId();
  const [, typeOnStartScreen] = useDraft(undefined);
  return async () => {
    if (auth.store.getState().user === undefined) return dismissExpiry(auth);
    const typed = readDraft(chatId);
    // After all of theirs has been taken out of the browser, and before the start screen is drawn.
    const stop = auth.store.subscribe(({ user }) => user === undefined && typeOnStartScreen(typed));
    await signOut(auth);
    stop();
  };
}
