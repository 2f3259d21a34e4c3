import { useEffect, useRef } from 'react';

/** Moves the focus to the new screen's heading when the path changes, so that whoever cannot see the change hears it. */
export function useFocusOnNavigation(path: string): void {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [path]);
}
