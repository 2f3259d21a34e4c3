import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the new screen's heading when the place changes, so that whoever cannot see the change hears it.
 * @param place the path, and whatever else makes it another screen.
 */
export function useFocusOnNavigation(place: string): void {
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [place]);
}
