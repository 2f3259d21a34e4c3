import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  left: number;
  top: number;
}

const MOTION: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

/**
 * Lets the `[data-profile]` elements inside `root` glide from where they stood before a render to where it puts them. Whoever asked
 * the device for less motion sees them in their new places at once. The component should render only when its order may have changed.
 */
export function useReorderMotion(root: RefObject<HTMLElement | null>): void {
  const before = useRef<{ width: number; places: ReadonlyMap<string, Place> }>(undefined);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      before.current = undefined;
      return;
    }
    const width = element.clientWidth;
    const places = placesIn(element);
    const previous = before.current;
    before.current = { width, places };
    // After a resize the old places say nothing.
    if (previous?.width !== width) return;
    for (const card of cardsIn(element)) {
      const id = card.dataset['profile'] ?? '';
      glide(card, previous.places.get(id), places.get(id));
    }
  });
}

const cardsIn = (root: HTMLElement) => root.querySelectorAll<HTMLElement>('[data-profile]');

function placesIn(root: HTMLElement): Map<string, Place> {
  const origin = root.getBoundingClientRect();
  const visible = [...cardsIn(root)].filter((card) => card.offsetParent !== null);
  return new Map(
    visible.map((card) => {
      const { left, top } = card.getBoundingClientRect();
      return [card.dataset['profile'] ?? '', { left: left - origin.left, top: top - origin.top }];
    }),
  );
}

function glide(card: HTMLElement, from: Place | undefined, to: Place | undefined) {
  if (from === undefined || to === undefined || (from.left === to.left && from.top === to.top)) return;
  card.animate(
    [{ transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)` }, { transform: 'none' }],
    MOTION,
  );
}
