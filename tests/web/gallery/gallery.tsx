import '#web/styles/base.css';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { ChatScreen } from '#web/app/chat-screen.tsx';
import { SavedCard } from '#web/app/lists.tsx';
import { ArchivedChatsScreen } from '#web/features/chats/components/archived-chats-screen.tsx';
import { importLocalData, SessionProvider } from '#web/features/chats/index.ts';
import { ListsScreen } from '#web/features/lists/index.ts';
import { LocalDataScreen } from '#web/features/local-data/index.ts';
import { NotFound } from '#web/features/not-found.tsx';
import { ProviderBadge } from '#web/features/provider-mode.tsx';
import { ThemeProvider } from '#web/features/theme.tsx';
import { ToastProvider, TooltipLayer } from '#web/ui/index.ts';
import { fillLists, LIST_ID } from './lists.ts';
import { SHARES } from './shares.tsx';
import { sessionShowing } from './shown-session.ts';
import { drawState, type ScreenState, STATES } from './states.ts';

const query = new URLSearchParams(location.search);
const name = query.get('state') ?? 'start';
const state = name in STATES ? drawState(name) : undefined;
const deepResearch = query.has('deep');
const session = sessionShowing(name === 'local-data' ? fillStorage() : (state ?? drawState('start')));

function Shown() {
  if (name === 'local-data') {
    return (
      <SessionProvider session={session}>
        <LocalDataScreen />
      </SessionProvider>
    );
  }
  if (name === 'archived') {
    // As its store would list them.
    const { chats } = drawState('answered-deep');
    session.queries.setQueryData(['archived'], { pages: [{ chats }], pageParams: [''] });
    return (
      <SessionProvider session={session}>
        <ArchivedChatsScreen />
      </SessionProvider>
    );
  }
  if (name === 'lists' || name === 'list') {
    const { hook } = memoryLocation({ path: name === 'list' ? `/lists/${LIST_ID}` : '/lists' });
    return (
      <Router hook={hook}>
        <SessionProvider session={session}>
          <ListsScreen Card={SavedCard} singleCharacters />
        </SessionProvider>
      </Router>
    );
  }
  const Share = Object.entries(SHARES).find(([known]) => known === name)?.[1];
  if (Share !== undefined) {
    return (
      <SessionProvider session={session}>
        <Share />
      </SessionProvider>
    );
  }
  if (state === undefined) return <NotFound path={`/${name}`} />;
  return (
    <SessionProvider session={session}>
      <ChatScreen
        deepResearch={deepResearch}
        onDeepResearch={() => undefined}
        badge={<ProviderBadge mode="simulated" />}
      />
    </SessionProvider>
  );
}

/** Puts an answered search into browser storage and archives one chat. */
function fillStorage(): ScreenState {
  const answered = drawState('answered-deep');
  const chats = answered.chats.map((chat, index) => ({ ...chat, isArchived: index === 2 }));
  importLocalData(JSON.stringify({ chats, messages: answered.messages }));
  return answered;
}

if (name === 'lists' || name === 'list') await fillLists();

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
