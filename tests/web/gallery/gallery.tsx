import '#web/styles/base.css';
import { createRoot } from 'react-dom/client';
import { ChatScreen } from '#web/app/chat-screen.tsx';
import type { ChatState } from '#web/features/chats/index.ts';
import { ChatContext, importLocalData } from '#web/features/chats/index.ts';
import { LocalDataScreen } from '#web/features/local-data/index.ts';
import { NotFound } from '#web/features/not-found/index.ts';
import { ProviderBadge } from '#web/features/provider-mode/index.ts';
import { ThemeProvider } from '#web/features/theme/index.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import { TooltipLayer } from '#web/ui/tooltip-layer.tsx';
import { ACTIONS } from './actions.ts';
import { drawState, STATES } from './states.ts';

const query = new URLSearchParams(location.search);
const name = query.get('state') ?? 'start';
const state = name in STATES ? drawState(name) : undefined;
const deepResearch = query.has('deep');

function Shown() {
  if (name === 'local-data') {
    return (
      <ChatContext value={{ ...fillStorage(), ...ACTIONS }}>
        <LocalDataScreen />
      </ChatContext>
    );
  }
  if (state === undefined) return <NotFound path={`/${name}`} />;
  return (
    <ChatContext value={{ ...state, ...ACTIONS }}>
      <ChatScreen
        deepResearch={deepResearch}
        onDeepResearch={() => undefined}
        badge={<ProviderBadge mode="simulated" />}
      />
    </ChatContext>
  );
}

/** Puts an answered search into the browser's storage, and archives one chat. */
function fillStorage(): ChatState {
  const answered = drawState('answered-deep');
  const chats = answered.chats.map((chat, index) => ({ ...chat, isArchived: index === 2 }));
  importLocalData(JSON.stringify({ chats, messages: answered.messages }));
  return answered;
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
