import { createStore } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { type ChatSession, handleStoreNews, useSession } from '#web/features/chats/index.ts';
import { tabStorage } from '#web/lib/storage.ts';
import type { SavedPerson } from './changes.ts';
import type { ListNews, ListStore } from './list-store.ts';
import { type ListActions, type ListHome, listActionsOn, refreshLists } from './lists.ts';
import { localLists } from './local-lists.ts';
import { RemoteLists } from './remote-lists.ts';

/* The lists of the current session: one home per session, opened on first use. */

export interface ListStatus {
  /** The number of changes that are not stored yet. */
  unsaved: number;
  /** Why, in the service's words; by default it cannot be reached. */
  reason?: string | undefined;
  /** Messages about the lists. Each stays among the page's notices, also on the chats screen, until it is dismissed. */
  notices: readonly string[];
  /** Refusals that have not been shown yet. */
  refusals: readonly string[];
  /** The people whose lists are being chosen. */
  choosing?: Choosing | undefined;
}

/** People whose lists are chosen in a dialog. */
export interface Choosing {
  people: readonly SavedPerson[];
  /** How the page names them: by name, or '3 people'. */
  name: string;
}

interface OpenHome extends ListHome {
  actions: ListActions;
  status: ReturnType<typeof createListStatus>;
}

const createListStatus = () => createStore<ListStatus>(() => ({ unsaved: 0, notices: [], refusals: [] }));

/** By the session's query cache: the lists live as long as it does. */
const homes = new WeakMap<object, OpenHome>();

export function homeOf(session: ChatSession): OpenHome {
  const known = homes.get(session.queries);
  if (known !== undefined) return known;
  const status = createListStatus();
  const tell: ListHome['tell'] = (news) => {
    status.setState((state) => applyNews(state, news));
    // Deferred: lists can be opened, and emit news, while a component that shows the news is rendering.
    if (news.type === 'notice') queueMicrotask(() => handleStoreNews(session, news));
  };
  const store = storeOf(session);
  const home: ListHome = { store, queries: session.queries, storage: session.storage, now: Date.now, tell };
  const opened = { ...home, status, actions: listActionsOn(home) };
  homes.set(session.queries, opened);
  const stop = store.subscribe((news) => {
    if (news.type !== 'changed') return tell(news);
    if (session.isOpen()) void refreshLists(home);
    else stopListening();
  });
  // Once the session has ended, nothing more is reported about its lists.
  function stopListening() {
    stop();
    homes.delete(session.queries);
  }
  return opened;
}

function storeOf({ userId, api }: ChatSession): ListStore {
  if (userId === ANONYMOUS_USER_ID || api === undefined) return localLists();
  return new RemoteLists({ api, userId, drafts: tabStorage() });
}

function applyNews(state: ListStatus, news: Exclude<ListNews, { type: 'changed' }>): ListStatus {
  if (news.type === 'unsaved') return { ...state, unsaved: news.count, reason: news.reason };
  if (news.type === 'refused') return { ...state, refusals: [...state.refusals, news.text] };
  return { ...state, notices: [...new Set([...state.notices, news.text])] };
}

export const useHome = (): OpenHome => homeOf(useSession());
