import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Names the page in its tab: the part given, then the product; before them a mark of what goes on there. */
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

/** Begins the hash of an address to which somebody comes back to share what is there. */
export const SHARING = '#share';

/** Gives the focus back to what had it, or to the screen's heading where that is gone. */
export function giveFocusBack(to: Element | null | undefined): void {
  const had = to instanceof HTMLElement && to !== document.body && to.isConnected ? to : undefined;
  (had ?? document.querySelector('h1'))?.focus();
}

/** Whether a field may take the focus unasked: not where that opens a keyboard over the page. */
export const mayFocusField = (): boolean => matchMedia('(min-width: 48rem) and (pointer: fine)').matches;
