import type { RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Messages drawn when a chat opens, and added each time the reader comes near the oldest one drawn. */
const STEP = 24;

interface MessageWindow {
  /** Index of the first message to draw. */
  first: number;
  /** For an element above that message. */
  edge: RefObject<HTMLDivElement | null>;
}

/** Draws only the newest part of a long chat, and more of it as the reader scrolls up; what is being read stays where it is. */
export function useMessageWindow(scroller: RefObject<HTMLElement | null>, count: number): MessageWindow {
  const [drawn, setDrawn] = useState(STEP);
  const edge = useRef<HTMLDivElement>(null);
  const toEnd = useRef<number>(undefined);
  const first = Math.max(0, count - drawn);
  const hasMore = first > 0;

  useEffect(() => {
    const view = scroller.current;
    if (view === null || edge.current === null || !hasMore) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        toEnd.current = view.scrollHeight - view.scrollTop;
        setDrawn((before) => before + STEP);
      },
      { root: view, rootMargin: '600px 0px 0px' },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  });

  // Browsers keep the place themselves, but not at the very top, where the edge is met.
  useLayoutEffect(() => {
    const view = scroller.current;
    if (view === null || toEnd.current === undefined) return;
    view.scrollTop = view.scrollHeight - toEnd.current;
    toEnd.current = undefined;
  });

  return { first, edge };
}
