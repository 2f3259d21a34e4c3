import '#web/styles/base.css';
import { createRoot } from 'react-dom/client';
import { ChatScreen } from '#web/app/chat-screen.tsx';
import type { ChatActions } from '#web/features/chats/index.ts';
import { ChatContext } from '#web/features/chats/index.ts';
import { NotFound } from '#web/features/not-found/index.ts';
import { ProviderBadge } from '#web/features/provider-mode/index.ts';
import { ThemeProvider } from '#web/features/theme/index.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx';
import { STATES } from './states.ts';

const nothing = () => undefined;
const ACTIONS: ChatActions = {
  newChat: nothing,
  selectChat: nothing,
  renameChat: nothing,
  archiveChat: nothing,
  unarchiveChat: nothing,
  deleteChat: nothing,
  send: () => Promise.resolve(),
  retry: () => Promise.resolve(),
  stop: nothing,
  rate: nothing,
  clearError: nothing,
  dismissNotice: nothing,
};

const query = new URLSearchParams(location.search);
const name = query.get('state') ?? 'start';
const state = STATES[name]?.();
const deepResearch = query.has('deep');

function Shown() {
  if (state === undefined) return <NotFound path={`/${name}`} />;
  return (
    <ChatContext value={{ ...state, ...ACTIONS }}>
      <ChatScreen
        deepResearch={deepResearch}
        onDeepResearch={nothing}
        badge={<ProviderBadge mode="simulated" />}
      />
    </ChatContext>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <ThemeProvider>
    <ToastProvider>
      <Shown />
      <TooltipLayer />
    </ToastProvider>
  </ThemeProvider>,
);
