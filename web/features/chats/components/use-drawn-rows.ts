import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useIsPrinted } from '#web/lib/use-is-printed.ts';
import { isRecentClick } from './reading-place.ts';
import type { Reader } from './use-follow-latest.ts';

/** Rows drawn when a chat opens. */
const INITIAL_ROWS = 24;
/** Rows drawn ahead of the reader. */
const OVERSCAN = 12;
/** The estimated height of a row that has not been measured, in CSS pixels. */
const ESTIMATED_ROW_HEIGHT = 200;

export type DrawnRows = ReturnType<typeof useDrawnRows>;

/** Which rows of a long chat are drawn: from the newest back to the oldest that the reader has come near. */
export function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly { key: string }[],
  reader: RefObject<Reader>,
) {
  const count = rows.length;
  const isPrinted = useIsPrinted();
  const oldest = useRef(Number.POSITIVE_INFINITY);
  // A chat opens at its end: until it has been scrolled there, its beginning only seems to be in view.
  const hasOpened = useRef(false);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW_HEIGHT,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    initialRect: { width: 0, height: ESTIMATED_ROW_HEIGHT },
    rangeExtractor: ({ startIndex }) => {
      const near = hasOpened.current ? startIndex - OVERSCAN : count;
      oldest.current = Math.max(0, Math.min(oldest.current, near, count - INITIAL_ROWS));
      return Array.from({ length: count - oldest.current }, (_, row) => oldest.current + row);
    },
    useFlushSync: false,
  });
  // While the page follows the newest turn and rests there, it has already compensated for growth above it, but not for what gets shorter.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, delta, instance) => {
    const { follows, isAtRest, lastClick } = reader.current;
    // What has just been clicked stays in place, whatever that does to the answers above it.
    if (isRecentClick(lastClick)) return item.index < Number(lastClick.row.dataset['index']);
    if (follows && isAtRest && (delta > 0 || item.index < count - 2)) return delta < 0;
    return shouldAdjustScroll(item, instance);
  };
  useEffect(() => {
    const open = () => {
      hasOpened.current = true;
    };
    scroller.current?.addEventListener('scroll', open, { once: true, passive: true });
  }, [scroller]);
  const [oldestDrawn] = virtualizer.getVirtualItems();
  return {
    /** Index of the first row to draw; all that follow are drawn. On paper all are. */
    first: isPrinted ? 0 : (oldestDrawn?.index ?? Math.max(0, count - INITIAL_ROWS)),
    /** Height in CSS pixels of the rows before it. */
    skipped: isPrinted ? 0 : (oldestDrawn?.start ?? 0),
    /** The ref for each row's element, which has its index as `data-index`. */
    measure: virtualizer.measureElement,
  };
}

/** Whether to scroll along with a row's change in height, so that what is being read below it stays in place. */
function shouldAdjustScroll(
  { key, start, end }: VirtualItem,
  { itemSizeCache, scrollOffset }: Virtualizer<HTMLElement, Element>,
): boolean {
  const top = scrollOffset ?? 0;
  return itemSizeCache.has(key) ? end <= top : start < top;
}
