import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useCallback } from 'react';
import type { Chat } from '#shared/chat.ts';

/** Rows rendered above and below the visible ones, so that neither scrolling nor the Tab key runs out of them. */
const OVERSCAN = 12;
/** The estimated height of a row that has not been measured, and the gap between two rows, in CSS pixels. */
const ESTIMATED_ROW_HEIGHT = 50;
const ROW_GAP = 1;
/** The height of the list's visible part that is assumed until it is known, in CSS pixels. */
const INITIAL_LIST_HEIGHT = 900;

/**
 * The rows of a long list to draw, ascending: those near the visible part, the first, the last, and the kept one; and `measure`, the ref
 * for each row's element, which has its index as `data-index`.
 * @param kept index of a row that stays drawn wherever the reader scrolls: the one with the focus.
 */
export function useChatRows(
  scroller: HTMLElement | null,
  { chats, kept }: { chats: readonly Chat[]; kept: number | undefined },
) {
  const count = chats.length;
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ESTIMATED_ROW_HEIGHT,
    gap: ROW_GAP,
    getItemKey: useCallback((index: number) => chats[index]?.id ?? index, [chats]),
    initialRect: { width: 0, height: INITIAL_LIST_HEIGHT },
    rangeExtractor: ({ startIndex, endIndex }) =>
      rowsToDraw({ first: startIndex - OVERSCAN, last: endIndex + OVERSCAN, count, kept }),
    useFlushSync: false,
  });
  return { rows: virtualizer.getVirtualItems().map(toRow), measure: virtualizer.measureElement };
}

/** A row to draw, and the height in CSS pixels of the rows above it that are not drawn. */
function toRow({ index, start }: VirtualItem, place: number, all: readonly VirtualItem[]) {
  const above = all[place - 1];
  return { index, skipped: above === undefined ? start : Math.max(0, start - above.end - ROW_GAP) };
}

interface RowsToDraw {
  first: number;
  last: number;
  count: number;
  kept: number | undefined;
}

/** Ascending, without repeats. */
export function rowsToDraw({ first, last, count, kept }: RowsToDraw): number[] {
  const start = Math.min(first, count);
  const near = Array.from(
    { length: Math.max(0, Math.min(last + 1, count) - start) },
    (_, row) => start + row,
  );
  const rows = new Set([0, ...near, count - 1]);
  // With its neighbours, which the Tab key goes to next.
  if (kept !== undefined) for (const row of [kept - 1, kept, kept + 1]) rows.add(row);
  return [...rows].filter((row) => row >= 0 && row < count).sort((one, other) => one - other);
}
