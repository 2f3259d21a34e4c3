import { type ReactNode, useState } from 'react';
import { Button, Spinner } from '#web/ui/index.ts';
import { useAuth, useAuthContext } from './auth-provider.tsx';
import { restore } from './restore-session.ts';
import { storedSession } from './stored-session.ts';

/** A button that restores the stored session again, if there is one that could not be restored. */
export function useRetryRestore(): ReactNode {
  const auth = useAuthContext();
  const isSignedIn = useAuth((state) => state.user !== undefined);
  const [isTrying, setTrying] = useState(false);
  async function retry() {
    if (isTrying) return;
    setTrying(true);
    await restore(auth);
    setTrying(false);
  }
  if (isSignedIn || storedSession(auth.storage) === undefined) return undefined;
  return (
    <Button size="small" aria-disabled={isTrying} onClick={() => void retry()}>
      {isTrying && <Spinner />}
      <span>Try again</span>
    </Button>
  );
}
