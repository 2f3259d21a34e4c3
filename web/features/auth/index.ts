export { isSignedIn } from './auth.ts';
export { AuthProvider, Starting, useAuth, useSessionApi } from './auth-provider.tsx';
