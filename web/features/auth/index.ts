export { useAuth, useAuthDesk } from './auth-context.ts';
export { AuthProvider } from './auth-provider.tsx';
export { Starting } from './components/starting.tsx';
export type { AuthState } from './model/auth-state.ts';
export { isSignedIn, LOADING } from './model/auth-state.ts';
export { useSessionApi } from './use-session-api.ts';
