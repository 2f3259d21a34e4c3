import { createStore } from 'zustand/vanilla';
import { type ChatActions, createSession, type OwnedSession } from '#web/features/chats/create-session.ts';
import { EMPTY_PAGE } from '#web/features/chats/session.ts';
import { Searches } from '#web/features/search/index.ts';
import type { ScreenState } from './states.ts';

const nothing = () => undefined;

/** Actions that do nothing, for states that are only rendered. */
const ACTIONS: ChatActions = {
  newChat: nothing,
  loadMoreChats: () => Promise.resolve(),
  selectChat: nothing,
  openLast: () => undefined,
  send: () => Promise.resolve(),
  ask: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
  stop: nothing,
  stopIn: nothing,
  clearError: nothing,
  takeReturned: nothing,
  dismissNotice: nothing,
};

const never = () => new Promise<never>(nothing);

/** A session that shows a fixed state, in which nothing happens. */
export function sessionShowing({ chats, messages, search, isLoading, ...shown }: ScreenState): OwnedSession {
  const session = createSession({
    userId: 'anonymous',
    openStore: never,
    searches: new Searches({ openConnection: never }),
    storage: undefined,
  });
  const { currentChatId = '' } = shown;
  const question = messages.findLast(({ role }) => role === 'user');
  const isSearching = isLoading && question !== undefined;
  session.queries.setQueryData(['chats'], { pages: [{ chats }], pageParams: [''] });
  if (isSearching || !isLoading) session.queries.setQueryData(['messages', currentChatId], messages);
  session.searches.show(currentChatId, search);
  const page = createStore(() => ({
    ...EMPTY_PAGE,
    ...shown,
    ...(isSearching && {
      sends: {
        [currentChatId]: {
          messageId: question.id,
          stopRequested: false,
          isProbe: false,
          isTyped: true,
          isFollowed: false,
          since: 0,
        },
      },
    }),
  }));
  return { ...session, page, actions: ACTIONS };
}
