import { focusManager } from '@tanstack/react-query';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { Searches } from '#web/features/search/index.ts';
import type { StoreNews } from './chat-store.ts';

/** Milliseconds between polls for other devices' changes. */
const LOOK_INTERVAL = 30_000;
/** Milliseconds within which two events count as one return to the page: browsers report both its visibility and its focus. */
const ONE_RETURN = 1_000;

export interface WatchOptions {
  userId: string;
  /** The searches this page follows: the server stores their messages. */
  searches: Pick<Searches, 'store'>;
  /** The source of `focus` events; replaceable in tests. */
  page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

const channelOf = (userId: string) => new BroadcastChannel(`${STORAGE_PREFIX}_chats_${userId}`);

/** Tells the pages of this browser that a user's chats on the server have changed other than through their store. */
export function announceChats(userId: string): void {
  announce(userId, CHANGED);
}

/** Tells them, this page included, that a person was removed from all of the user's data on the server: no page may show or keep them. */
export function announceRemoval(userId: string): void {
  announce(userId, REMOVED);
}

const CHANGED = 'changed';
const REMOVED = 'removed';

function announce(userId: string, news: string): void {
  const tabs = channelOf(userId);
  tabs.postMessage(news);
  tabs.close();
}

/**
 * Reports when the chats on the server may have changed: at once when another tab of this browser has changed them, when the user comes
 * back to the page, and every 30 s while it is visible.
 */
export function watchServer(
  { userId, searches, page = globalThis.window }: WatchOptions,
  tell: (news: StoreNews) => void,
) {
  const tabs = channelOf(userId);
  tabs.onmessage = ({ data }) => tell({ type: data === REMOVED ? REMOVED : CHANGED });
  /** Tells the other tabs that this one has changed something. */
  const announce = () => tabs.postMessage(CHANGED);

  let timer: ReturnType<typeof setInterval> | undefined;
  let returnedAt = Number.NEGATIVE_INFINITY;
  const wait = () => {
    clearInterval(timer);
    timer = focusManager.isFocused() ? setInterval(() => tell({ type: 'due' }), LOOK_INTERVAL) : undefined;
  };
  const look = () => {
    wait();
    if (!focusManager.isFocused() || Date.now() - returnedAt < ONE_RETURN) return;
    returnedAt = Date.now();
    tell({ type: 'changed' });
  };
  page?.addEventListener('focus', look);
  const stopFocus = focusManager.subscribe(look);
  wait();

  const stopSearches = searches.store.subscribe((now, before) => {
    const hasStored = Object.entries(now).some(([chatId, { lastEventId, phase }]) => {
      const hadBegun = (before[chatId]?.lastEventId ?? 0) > 0;
      const hadEnded = before[chatId]?.phase === 'finished';
      return lastEventId > 0 && (!hadBegun || (phase === 'finished' && !hadEnded));
    });
    if (hasStored) announce();
  });

  const stop = () => {
    stopSearches();
    stopFocus();
    page?.removeEventListener('focus', look);
    clearInterval(timer);
    tabs.close();
  };
  return { announce, stop };
}
