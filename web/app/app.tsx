import { AuthProvider, Starting, useAuth, useSessionApi } from '#web/features/auth/index.ts';
import { clearDrafts } from '#web/features/chats/index.ts';
import { Providers } from './providers.tsx';
import { Routes } from './routes.tsx';

export function App() {
  return (
    <AuthProvider onLeave={clearDrafts}>
      <Page />
    </AuthProvider>
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
