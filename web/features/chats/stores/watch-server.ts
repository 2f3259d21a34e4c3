import { focusManager } from '@tanstack/react-query';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { Searches } from '#web/features/search/index.ts';
import { watchReturns } from '#web/lib/page-return.ts';
import type { StoreNews } from './chat-store.ts';

/** Milliseconds between polls for other devices' changes. */
const POLL_INTERVAL = 30_000;

export interface WatchOptions {
  userId: string;
  /** The searches this page follows: the server stores their messages. */
  searches: Pick<Searches, 'store'>;
  /** The source of `focus` and `online` events; replaceable in tests. */
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
 * back to the page or the network is, and every 30 s while it is visible.
 */
export function watchServer(
  { userId, searches, page = globalThis.window }: WatchOptions,
  onNews: (news: StoreNews) => void,
) {
  const tabs = channelOf(userId);
  tabs.onmessage = ({ data }) => onNews({ type: data === REMOVED ? REMOVED : CHANGED });
  /** Tells the other tabs that this one has changed something. */
  const announce = () => tabs.postMessage(CHANGED);

  let timer: ReturnType<typeof setInterval> | undefined;
  const restartTimer = () => {
    clearInterval(timer);
    timer = focusManager.isFocused() ? setInterval(() => onNews({ type: 'due' }), POLL_INTERVAL) : undefined;
  };
  const onReturn = () => onNews({ type: 'changed' });
  const stopReturns = watchReturns({ onReturn, onEvent: restartTimer, page });
  page?.addEventListener('online', onReturn);
  restartTimer();

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
    stopReturns();
    page?.removeEventListener('online', onReturn);
    clearInterval(timer);
    tabs.close();
  };
  return { announce, stop };
}
