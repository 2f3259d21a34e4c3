import { Link } from 'wouter';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** The sidebar's footer for people without an account. */
export function SignedOut() {
  return (
    <>
      <Link href="/login" className={buttonClass({ wide: true })}>
        <Icon name="sign-in" />
        Sign in
      </Link>
      <p className="mt-2 px-1 text-ink-muted text-small">Sign in to sync your chats across devices</p>
    </>
  );
}
