export { useAuth } from './auth-context.ts';
export { AuthProvider } from './auth-provider.tsx';
export { Starting } from './components/starting.tsx';
export { useSessionApi } from './use-session-api.ts';
