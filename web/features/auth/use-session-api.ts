import { useMemo } from 'react';
import type { Api } from '#web/lib/api.ts';
import { useAuth, useAuthDesk } from './auth-context.ts';
import { createSessionApi } from './model/create-session-api.ts';

/** The API in the name of whoever is at the page: the same object for as long as that is the same person. */
export function useSessionApi(): Api {
  const desk = useAuthDesk();
  const userId = useAuth().user?.id;
  return useMemo(() => createSessionApi(desk, { userId }), [desk, userId]);
}
