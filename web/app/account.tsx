import { lazy, Suspense } from 'react';
import { useAuth } from '#web/features/auth/index.ts';
import { SignedOut } from '#web/features/chats/components/index.ts';

const load = () => import('#web/features/auth/session.ts');
const SignedIn = lazy(async () => ({ default: (await load()).SignedIn }));
const SessionNotice = lazy(async () => ({ default: (await load()).SessionNotice }));

/** The sidebar's footer: who is signed in, or the way to sign in. */
export function Account({ onBringChats }: { onBringChats?: (() => void) | undefined }) {
  const { user } = useAuth();
  if (user === undefined) return <SignedOut />;
  return (
    <Suspense fallback={<div className="h-10" />}>
      <SignedIn user={user} onBringChats={onBringChats} />
    </Suspense>
  );
}

/** What there is to know about the session. */
export function AccountNotice() {
  return (
    <Suspense fallback={null}>
      <div className="mb-2">
        <SessionNotice />
      </div>
    </Suspense>
  );
}
