import { type RefObject, useLayoutEffect } from 'react';

/** Sets `--in-sight` on a sticky element: the CSS pixels from its upper edge to the end of its scroll container. */
export function useHeightInSight(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const scroller = scrollerOf(element);
    const update = () => {
      const { top, bottom } = scroller?.getBoundingClientRect() ?? new DOMRect(0, 0, 0, innerHeight);
      const stickyTop = top + Number.parseFloat(getComputedStyle(element).top);
      const start = Math.max(element.getBoundingClientRect().top, stickyTop);
      element.style.setProperty('--in-sight', `${bottom - start}px`);
    };
    update();
    // Content above it, and its scroll container, may change their height without any scrolling.
    const observer = new ResizeObserver(update);
    for (const one of [element.parentElement, scroller]) if (one) observer.observe(one);
    // Scroll events do not bubble.
    addEventListener('scroll', update, { capture: true, passive: true });
    addEventListener('resize', update);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', update, { capture: true });
      removeEventListener('resize', update);
    };
  }, [ref]);
}

/** Null if that is the page. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  const parent = element.parentElement;
  if (parent === null || parent === document.documentElement) return null;
  return /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent);
}
