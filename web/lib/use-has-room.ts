import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element is at least `minWidth` rem wide. That depends on the page's text size, which the window's width does not reflect. */
export function useHasRoom(root: RefObject<HTMLElement | null>, minWidth: number): boolean {
  const [hasRoom, setRoom] = useState(false);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRoom(element.clientWidth >= minWidth * rem);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [root, minWidth]);
  return hasRoom;
}
