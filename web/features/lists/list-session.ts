import { createStore } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import type { SavePersonRequest } from '#shared/lists.ts';
import { type ChatSession, handleStoreNews, useSession } from '#web/features/chats/index.ts';
import { tabStorage } from '#web/lib/storage.ts';
import type { ListNews, ListStore } from './list-store.ts';
import { type ListActions, type ListSession, listActionsOn, refreshLists } from './lists.ts';
import { localLists } from './local-lists.ts';
import { RemoteLists } from './remote-lists.ts';

/* A session of the lists for each session of the chats, opened on first use. */

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
  people: readonly SavePersonRequest[];
  /** How the page names them: by name, or '3 people'. */
  name: string;
}

interface OpenListSession extends ListSession {
  actions: ListActions;
  status: ReturnType<typeof createListStatus>;
}

const createListStatus = () => createStore<ListStatus>(() => ({ unsaved: 0, notices: [], refusals: [] }));

/** By the chats' query cache: the lists live as long as it does. */
const sessions = new WeakMap<object, OpenListSession>();

export function listSessionOf(chatSession: ChatSession): OpenListSession {
  const known = sessions.get(chatSession.queries);
  if (known !== undefined) return known;
  const status = createListStatus();
  const tell: ListSession['tell'] = (news) => {
    status.setState((state) => applyNews(state, news));
    // Deferred: lists can be opened, and emit news, while a component that shows the news is rendering.
    if (news.type === 'notice') queueMicrotask(() => handleStoreNews(chatSession, news));
    if (news.type === 'outdated') queueMicrotask(() => dropNotice(chatSession, news.text));
  };
  const store = storeOf(chatSession);
  const session: ListSession = {
    store,
    queries: chatSession.queries,
    storage: chatSession.storage,
    now: Date.now,
    tell,
  };
  const opened = { ...session, status, actions: listActionsOn(session) };
  sessions.set(chatSession.queries, opened);
  const stop = store.subscribe((news) => {
    if (news.type !== 'changed') return tell(news);
    if (chatSession.isOpen()) void refreshLists(session);
    else stopListening();
  });
  // Once the session has ended, nothing more is reported about its lists.
  function stopListening() {
    stop();
    sessions.delete(chatSession.queries);
  }
  return opened;
}

function storeOf({ userId, api }: ChatSession): ListStore {
  if (userId === ANONYMOUS_USER_ID || api === undefined) return localLists();
  return new RemoteLists({ api, userId, drafts: tabStorage() });
}

const dropNotice = ({ page }: ChatSession, notice: string): void =>
  page.setState(({ notices }) => ({ notices: notices.filter((text) => text !== notice) }));

function applyNews(state: ListStatus, news: Exclude<ListNews, { type: 'changed' }>): ListStatus {
  if (news.type === 'unsaved') return { ...state, unsaved: news.count, reason: news.reason };
  if (news.type === 'refused') return { ...state, refusals: [...state.refusals, news.text] };
  if (news.type === 'outdated')
    return { ...state, notices: state.notices.filter((text) => text !== news.text) };
  return { ...state, notices: [...new Set([...state.notices, news.text])] };
}

export const useListSession = (): OpenListSession => listSessionOf(useSession());
