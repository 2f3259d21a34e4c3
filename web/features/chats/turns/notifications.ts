import type { Chat } from '#shared/chat.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';

const OFFERED_KEY = `${STORAGE_PREFIX}_notifications`;

/** What is used of the browser; replaceable in tests. */
export interface NotifyingBrowser {
  Notification?: typeof Notification;
  storage: KeyValueStorage | undefined;
  /** Whether somebody is looking at the page. */
  hasFocus: () => boolean;
  focus: () => void;
}

const thisBrowser = (): NotifyingBrowser => ({
  ...('Notification' in globalThis && { Notification }),
  storage: browserStorage(),
  hasFocus: () => document.hasFocus(),
  focus: () => window.focus(),
});

/**
 * Whether to offer to tell of the end of searches: once in each browser, where it can and nobody has decided.
 * Never asks the browser for its permission, which is for the person to begin.
 */
export function takeOffer(browser = thisBrowser()): boolean {
  const { storage } = browser;
  const isOpen = browser.Notification?.permission === 'default' && isConstructible(browser.Notification);
  if (!isOpen || readText(storage, OFFERED_KEY) !== undefined) return false;
  return writeText(storage, OFFERED_KEY, 'offered');
}

/** Chrome on Android has the interface, and throws. Without permission nothing is shown. */
function isConstructible(Interface: typeof Notification): boolean {
  try {
    new Interface('').close();
    return true;
  } catch {
    return false;
  }
}

/** Asks the browser to ask the person. */
export async function askPermission({ Notification: Interface } = thisBrowser()): Promise<void> {
  await Interface?.requestPermission();
}

/** Tells somebody who is not at the page, and has allowed it, that a chat has its answer. */
export function notifyOfAnswer(chat: Chat, onOpen: () => void, browser = thisBrowser()): void {
  const { Notification: Interface, hasFocus, focus } = browser;
  if (Interface?.permission !== 'granted' || hasFocus()) return;
  try {
    const notification = new Interface('Your search has ended', {
      body: chat.title,
      tag: chat.id,
      icon: '/icon-192.png',
    });
    notification.onclick = () => {
      notification.close();
      focus();
      onOpen();
    };
  } catch {
    // The marks in the list and in the title say it too.
  }
}
