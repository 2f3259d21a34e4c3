import { Link } from 'wouter';
import { Alert } from '#web/ui/alert.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useAuth, useAuthDesk } from '../auth-context.ts';
import { clearError } from '../model/clear-error.ts';
import { dismissExpiry } from '../model/dismiss-expiry.ts';
import { restore } from '../model/restore.ts';
import { storedSession } from '../model/stored-session.ts';

/** What the person should know about their session on the main screen: that it has ended, or that it could not be taken up. */
export function SessionNotice() {
  const { user, isExpired, error } = useAuth();
  const desk = useAuthDesk();
  if (isExpired) {
    return (
      <Alert
        tone="error"
        action={
          <Link href="/login" className={buttonClass({ size: 'small' })}>
            Sign in again
          </Link>
        }
        {...(user === undefined && { onDismiss: () => dismissExpiry(desk) })}
      >
        Your session has ended. What you typed is kept.
      </Alert>
    );
  }
  if (error === undefined) return null;
  const canRetry = user === undefined && storedSession(desk.storage) !== undefined;
  return (
    <Alert
      tone="error"
      action={
        canRetry && (
          <Button size="small" onClick={() => void restore(desk)}>
            Try again
          </Button>
        )
      }
      onDismiss={() => clearError(desk)}
    >
      {error.message}
    </Alert>
  );
}
