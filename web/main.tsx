import '#web/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchChatList } from '#web/features/chats/components/index.ts';
import { fetchLocalChats, hasStoredChats } from '#web/features/chats/index.ts';
import { reportMissedWrites } from '#web/lib/storage.ts';
import { App } from './app/app.tsx';

function renderApp(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

reportMissedWrites();
// With chats stored in this browser, load their code before rendering, so that no empty page flashes first. Failed loads are retried later.
if (hasStoredChats()) void Promise.all([fetchLocalChats(), fetchChatList()]).then(renderApp, renderApp);
else renderApp();
