import type { ChatActions } from '#web/features/chats/index.ts';

const nothing = () => undefined;

/** Actions that do nothing, for states that are only looked at. */
export const ACTIONS: ChatActions = {
  newChat: nothing,
  loadMoreChats: () => Promise.resolve(),
  selectChat: nothing,
  renameChat: nothing,
  archiveChat: nothing,
  unarchiveChat: nothing,
  deleteChat: nothing,
  send: () => Promise.resolve(),
  retry: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
  stop: nothing,
  rate: nothing,
  clearError: nothing,
  takeReturned: nothing,
  dismissNotice: nothing,
};
