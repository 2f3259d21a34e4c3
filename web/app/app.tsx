import { AuthProvider, Starting, useAuth, useSessionApi } from '#web/features/auth/index.ts';
import { forgetPerson } from '#web/features/chats/index.ts';
import { ErrorBoundary } from '#web/ui/error-boundary.tsx';
import { Crashed } from './crashed.tsx';
import { Providers } from './providers.tsx';
import { Routes } from './routes.tsx';

export function App() {
  return (
    <ErrorBoundary fallback={<Crashed />}>
      <AuthProvider onLeave={forgetPerson}>
        <Page />
      </AuthProvider>
    </ErrorBoundary>
  );
}

function Page() {
  const { isStarting, user } = useAuth();
  const api = useSessionApi();
  if (isStarting) return <Starting />;
  return (
    <Providers api={api} userId={user?.id}>
      <Routes api={api} />
    </Providers>
  );
}
