import { navigate } from 'wouter/use-browser-location';
import type { Chat } from '#shared/chat.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import { chatPath } from '../chats.ts';

const OFFERED_KEY = `${STORAGE_PREFIX}_notifications`;

/** The browser features used here; replaceable in tests. */
export interface NotifyingBrowser {
  Notification?: typeof Notification;
  storage: KeyValueStorage | undefined;
  hasFocus: () => boolean;
  focus: () => void;
  /** Goes to a path of this site. */
  open: (path: string) => void;
}

const thisBrowser = (): NotifyingBrowser => ({
  ...('Notification' in globalThis && { Notification }),
  storage: browserStorage(),
  hasFocus: () => document.hasFocus(),
  focus: () => window.focus(),
  open: (path) => location.pathname === path || navigate(path),
});

/**
 * Whether to offer notifications of finished searches. True only once per browser, if it supports them and the user has not decided yet.
 * Never requests the permission: that must follow from the user's own action.
 */
export function takeOffer(browser = thisBrowser()): boolean {
  const { storage } = browser;
  const isOpen = browser.Notification?.permission === 'default' && isConstructible(browser.Notification);
  if (!isOpen || readText(storage, OFFERED_KEY) !== undefined) return false;
  return writeText(storage, OFFERED_KEY, 'offered');
}

/** Chrome on Android has the interface, but throws. Without permission, nothing is shown. */
function isConstructible(Interface: typeof Notification): boolean {
  try {
    new Interface('').close();
    return true;
  } catch {
    return false;
  }
}

/** Makes the browser ask the user for permission. */
export async function askPermission({ Notification: Interface } = thisBrowser()): Promise<void> {
  await Interface?.requestPermission();
}

/** Notifies the user that a chat has its answer, if they have allowed that and the page does not have the focus. */
export function notifyOfAnswer(chat: Chat, browser = thisBrowser()): void {
  const { Notification: Interface, hasFocus, focus, open } = browser;
  if (Interface?.permission !== 'granted' || hasFocus()) return;
  try {
    const notification = new Interface('Your search has ended', {
      body: chat.title,
      // One per answer, on however many pages: a notification with the tag of an earlier one would replace it unnoticed.
      tag: `${chat.id} ${chat.lastMessageAt}`,
      icon: '/icon-192.png',
    });
    notification.onclick = () => {
      notification.close();
      focus();
      open(chatPath(chat.id));
    };
  } catch {
    // The marks in the list and in the page's title show it too.
  }
}
