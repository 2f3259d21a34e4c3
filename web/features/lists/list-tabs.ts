import { STORAGE_PREFIX } from '#shared/product.ts';

/* How the pages of one browser tell each other that a signed-in user's lists, which are on the server, have changed. */

const CHANGED = 'changed';

const channelOf = (userId: string) => new BroadcastChannel(`${STORAGE_PREFIX}_lists_${userId}`);

/** Tells this browser's pages that a user's lists were changed by something other than their store. */
export function announceLists(userId: string): void {
  announce(userId, CHANGED);
}

/** Tells them, this page included, that a person was removed from all of the user's data: no page may save them later. */
export function announceRemovedPerson(userId: string, profileUrl: string): void {
  announce(userId, profileUrl);
}

/** @param news {@link CHANGED}, or the profile URL of a removed person */
function announce(userId: string, news: string): void {
  const channel = channelOf(userId);
  channel.postMessage(news);
  channel.close();
}

export interface ListTabs {
  /** Tells the other pages that this page's store has changed the lists. */
  announce: () => void;
  close: () => void;
}

/** @param onNews called when other pages have changed the lists, with the profile URL if a person was removed from all data */
export function joinListTabs(userId: string, onNews: (removedUrl?: string) => void): ListTabs {
  const channel = channelOf(userId);
  channel.onmessage = ({ data }) => onNews(data === CHANGED ? undefined : data);
  return { announce: () => channel.postMessage(CHANGED), close: () => channel.close() };
}
