import { useEffect } from 'react';
import { User } from '#shared/contract.ts';
import type { Api } from '#web/lib/api.ts';
import type { Auth } from '../auth.ts';
import { useAuthContext, useSessionApi } from '../auth-provider.tsx';

/** Reloads the user record whenever the window regains focus, as chats and lists are. */
export function useFreshRecord(): void {
  const auth = useAuthContext();
  const api = useSessionApi();
  useEffect(() => {
    const reload = () => void readRecordAnew(auth, api);
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  }, [auth, api]);
}

/**
 * Another device may have changed the signed-in user's name. If the request fails, the next focus retries it.
 * @param api on the user's behalf
 */
export async function readRecordAnew({ store }: Auth, api: Api): Promise<void> {
  const { user: before, hasRecord, isExpired, loadingMessage } = store.getState();
  if (!hasRecord || isExpired || loadingMessage !== undefined) return;
  try {
    const user = await api.json(User, { method: 'GET', path: '/me' });
    // Unless it was changed here meanwhile, or another user has signed in.
    if (store.getState().user === before) store.setState({ user });
  } catch {
    // If the session has ended, the API has already reported it.
  }
}
