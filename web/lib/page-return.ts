import { focusManager } from '@tanstack/react-query';

/** Milliseconds within which two events count as one return to the page: browsers report both its visibility and its focus. */
const RETURN_WINDOW = 1_000;

interface WatchReturnsOptions {
  /** The user is back on the page. */
  onReturn: () => void;
  /** The page's visibility or focus has changed, also to hidden; called before `onReturn`. */
  onEvent?: () => void;
  /** The source of `focus` events; replaceable in tests. */
  page?: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> | undefined;
}

/** Reports when the user comes back to the page. Returns a function that stops it. */
export function watchReturns({
  onReturn,
  onEvent,
  page = globalThis.window,
}: WatchReturnsOptions): () => void {
  let returnedAt = Number.NEGATIVE_INFINITY;
  const onFocus = () => {
    onEvent?.();
    const now = Date.now();
    // The clock may have been set back meanwhile. A monotonic one may stand still while the machine sleeps.
    if (!focusManager.isFocused() || Math.abs(now - returnedAt) < RETURN_WINDOW) return;
    returnedAt = now;
    onReturn();
  };
  page?.addEventListener('focus', onFocus);
  const stopFocus = focusManager.subscribe(onFocus);
  return () => {
    stopFocus();
    page?.removeEventListener('focus', onFocus);
  };
}
