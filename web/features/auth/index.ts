export { AuthProvider, Starting, useAuth, useSessionApi } from './auth-provider.tsx';
