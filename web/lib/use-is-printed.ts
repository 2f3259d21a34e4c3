import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useMedia } from './page.ts';

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
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

/**
 * Whether the page is on paper, or about to be: Chromium counts the sheets before its media query changes, so what is rendered only then
 * leaves sheets blank or goes missing.
 */
export function useIsPrinted(): boolean {
  const isOnPaper = useMedia('print');
  const isAboutToBe = useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  );
  return isOnPaper || isAboutToBe;
}
