import { useState } from 'react';
import { createApi } from '#web/lib/api.ts';
import { Providers } from './providers.tsx';
import { Routes } from './routes.tsx';

export function App() {
  const [api] = useState(() => createApi());
  return (
    <Providers api={api}>
      <Routes api={api} />
    </Providers>
  );
}
