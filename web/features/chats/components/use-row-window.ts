import type { RefObject } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';

/** Rows drawn above and below those in sight, so that neither scrolling nor the tab key comes to an end of them. */
const SPARE = 12;
/** CSS pixels of a row as the design has it, until one has been measured. */
const DESIGNED = 50;

interface RowWindow {
  /** Indices of the rows to draw, ascending: those near the sight, the first, the last, and the one that is kept. */
  rows: readonly number[];
  /** Height in CSS pixels of so many rows that are not drawn. */
  heightOf: (rows: number) => number;
  /** For the element whose children are the rows. */
  list: RefObject<HTMLUListElement | null>;
}

/**
 * Of a long list in a scroller, the rows to draw. All rows are equally high; however high that is, with the reader's own type size
 * and spacing, is measured on the first one.
 * @param kept index of a row that stays wherever the reader scrolls: the one with the focus.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, kept }: { count: number; kept: number | undefined },
): RowWindow {
  const list = useRef<HTMLUListElement>(null);
  const isEmpty = count === 0;
  const [pitch, setPitch] = useState(DESIGNED);
  const [near, setNear] = useState({ first: 0, last: 4 * SPARE });

  useLayoutEffect(() => {
    const view = scroller.current;
    const rows = list.current;
    if (view === null || rows === null || isEmpty) return;
    const look = () => {
      const [row] = rows.children;
      if (row === undefined) return;
      const height = row.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(rows).rowGap);
      if (!(height > 0)) return;
      const above = view.getBoundingClientRect().top - rows.getBoundingClientRect().top;
      setPitch(height);
      setNear((before) => nearRows(before, { first: above / height, inSight: view.clientHeight / height }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(rows);
    observer.observe(view);
    view.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      view.removeEventListener('scroll', look);
    };
  }, [scroller, isEmpty]);

  return { rows: rowsToDraw({ ...near, count, kept }), heightOf: (rows) => rows * pitch, list };
}

interface Near {
  first: number;
  last: number;
}

/** The same object as before until half of the spare rows have been used up, so that most scrolling draws nothing anew. */
function nearRows(before: Near, { first, inSight }: { first: number; inSight: number }): Near {
  const isEnough =
    before.first <= Math.max(0, first - SPARE / 2) && before.last >= first + inSight + SPARE / 2;
  if (isEnough && before.last - before.first <= inSight + 4 * SPARE) return before;
  return { first: Math.max(0, Math.floor(first) - SPARE), last: Math.ceil(first + inSight) + SPARE };
}

/** Ascending, without repeats. */
export function rowsToDraw({
  first,
  last,
  count,
  kept,
}: Near & { count: number; kept: number | undefined }): number[] {
  const start = Math.min(first, count);
  const near = Array.from(
    { length: Math.max(0, Math.min(last + 1, count) - start) },
    (_, row) => start + row,
  );
  const rows = new Set([0, ...near, count - 1]);
  // With its neighbours, to which the tab key goes on from it.
  if (kept !== undefined) for (const row of [kept - 1, kept, kept + 1]) rows.add(row);
  return [...rows].filter((row) => row >= 0 && row < count).sort((one, other) => one - other);
}
