import { createContext, useContext, useSyncExternalStore } from 'react';
import type { AuthState } from './model/auth-state.ts';
import type { AuthDesk } from './model/desk.ts';

export const AuthContext = createContext<AuthDesk | undefined>(undefined);

/** What the actions of this feature work with. @throws Error outside an AuthProvider */
export function useAuthDesk(): AuthDesk {
  const desk = useContext(AuthContext);
  if (desk === undefined) throw new Error('useAuth must be used within an AuthProvider');
  return desk;
}

/** Who is at the page. @throws Error outside an AuthProvider */
export function useAuth(): AuthState {
  const { state } = useAuthDesk();
  return useSyncExternalStore(state.subscribe, state.get, state.get);
}
