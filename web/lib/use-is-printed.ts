import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;

function subscribe(changed: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    flushSync(changed);
  };
  const end = () => {
    isPrinting = false;
    changed();
  };
  const media = matchMedia('print');
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  media.addEventListener('change', changed);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    media.removeEventListener('change', changed);
  };
}

/**
 * Whether the page is on paper, or about to be: Chromium counts the sheets before its media query changes, so what is rendered only then
 * leaves sheets blank or goes missing.
 */
export const useIsPrinted = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting || matchMedia('print').matches,
    () => false,
  );
