import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Sets the document's title: a mark for ongoing activity, the given part, then the product. */
export function usePageTitle(part?: string, mark = ''): void {
  useEffect(() => {
    document.title = mark + (part === undefined ? PRODUCT_NAME : `${part} – ${PRODUCT_NAME}`);
  }, [part, mark]);
}

/** Whether the media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Prefix of the URL hash with which a user returns, after signing in, to share what is on the page. */
export const SHARING = '#share';

/** Returns focus to the element that had it, or to the screen's heading if that element is gone. */
export function giveFocusBack(to: Element | null | undefined): void {
  const target = to instanceof HTMLElement && to !== document.body && to.isConnected ? to : undefined;
  (target ?? document.querySelector('h1'))?.focus();
}

/** Whether a key belongs to an input method that is composing a word; Safari says so only by the key code. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229;

/**
 * Whether a key press is this key (a `KeyboardEvent.key`, in lower case). On a layout without Latin letters (Cyrillic, Greek, Arabic),
 * letters go by the key's place.
 */
export const isKey = (key: string, event: Pick<KeyboardEvent, 'key' | 'code'>): boolean =>
  key === event.key.toLowerCase() || (event.key > '\u024f' && event.code === `Key${key.toUpperCase()}`);

/** Whether a field may be focused automatically: not where that opens an on-screen keyboard over the page. */
export const mayFocusField = (): boolean => matchMedia('(min-width: 48rem) and (pointer: fine)').matches;

/** Focuses the message input where a field may be focused automatically, otherwise the screen's heading. */
export const focusOnInput = (): void =>
  giveFocusBack(mayFocusField() ? document.querySelector('#message') : null);
