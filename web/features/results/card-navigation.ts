import { type RefObject, useEffect } from 'react';

/**
 * When a card has focus, e.g. by the shortcut to the best match, the arrow keys move to its neighbours, Home and End to the first and last
 * card.
 */
export function useCardNavigation(directory: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = directory.current;
    if (element === null) return;
    const handleKeyDown = (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLElement)) return;
      // Collapsed cards are not neighbours.
      const cards = [...element.querySelectorAll('article')].filter((card) => card.checkVisibility());
      const at = cards.indexOf(target);
      const to = at === -1 ? undefined : indexAfter(key, { at, last: cards.length - 1 });
      if (to === undefined) return;
      event.preventDefault();
      cards[to]?.focus();
    };
    element.addEventListener('keydown', handleKeyDown);
    return () => element.removeEventListener('keydown', handleKeyDown);
  }, [directory]);
}

function indexAfter(key: string, { at, last }: { at: number; last: number }): number | undefined {
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(at + 1, last);
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
