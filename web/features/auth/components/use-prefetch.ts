import { useEffect } from 'react';
import { useAuthDesk } from '../auth-context.ts';

/** Fetches what signing in needs while the form is being filled in. */
export function usePrefetch(): void {
  const desk = useAuthDesk();
  useEffect(() => {
    // A failure here is the action's to report, if there is one.
    desk.accounts().catch(() => undefined);
  }, [desk]);
}
