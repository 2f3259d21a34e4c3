export { AuthProvider, Starting, useAuth, useSessionApi } from './auth-provider.tsx';
export { isSignedIn } from './session.ts';
