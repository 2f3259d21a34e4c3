import { useAuth } from '#web/features/auth/index.ts';
import { SignedOut } from '#web/features/chats/components/index.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { Part } from '#web/ui/part.tsx';

const load = () => import('#web/features/auth/session.ts');
const SignedIn = lazyComponent(load, (module) => module.SignedIn, { isPrefetched: false });
const SessionNotice = lazyComponent(load, (module) => module.SessionNotice, { isPrefetched: false });

/** The sidebar's footer: who is signed in, or the way to sign in. */
export function Account({ onBringChats }: { onBringChats?: (() => void) | undefined }) {
  const { user } = useAuth();
  if (user === undefined) return <SignedOut />;
  return (
    <Part loading={<div className="h-10" />}>
      <SignedIn user={user} onBringChats={onBringChats} />
    </Part>
  );
}

/** What there is to know about the session. */
export function AccountNotice() {
  return (
    <div className="mb-2">
      <Part>
        <SessionNotice />
      </Part>
    </div>
  );
}
