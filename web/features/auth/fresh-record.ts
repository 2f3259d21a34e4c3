import { useEffect } from 'react';
import { User } from '#shared/contract.ts';
import type { Api } from '#web/lib/api.ts';
import type { Auth } from './auth.ts';
import { useAuthContext, useSessionApi } from './auth-provider.tsx';

/** Reads the person's record again whenever somebody comes back to the page, as chats and lists are. */
export function useFreshRecord(): void {
  const auth = useAuthContext();
  const api = useSessionApi();
  useEffect(() => {
    const look = () => void readRecordAnew(auth, api);
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, [auth, api]);
}

/** Another device may have changed the name of who is signed in. What fails is asked for the next time. `api`: in their name. */
export async function readRecordAnew({ store }: Auth, api: Api): Promise<void> {
  const { user: before, hasRecord, isExpired, loadingMessage } = store.getState();
  if (!hasRecord || isExpired || loadingMessage !== undefined) return;
  try {
    const user = await api.json(User, { method: 'GET', path: '/me' });
    // Unless it was changed here meanwhile, or somebody else has come.
    if (store.getState().user === before) store.setState({ user });
  } catch {
    // That the session has ended is known by then.
  }
}
