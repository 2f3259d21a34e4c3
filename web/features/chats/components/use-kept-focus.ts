import { type FocusEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a list whose rows go: from a row that has gone it moves to the same button of the row that follows, or of the
 * last one; from anything else that has gone to the row that came in its place; and to the screen's heading where no row is left.
 * @returns handlers for the element around the list
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const last = useRef<{ element: Element; row: number; button: number }>(undefined);
  function note({ target }: FocusEvent | MouseEvent) {
    // A dialog gives the focus back to where it was.
    if (!(target instanceof Element) || target.closest('dialog') !== null) return;
    const rows = Array.from(list.current?.children ?? []);
    const row = rows.findIndex((one) => one.contains(target));
    const buttons: Element[] = Array.from(rows[row]?.querySelectorAll('button') ?? []);
    last.current = {
      element: target,
      row: row === -1 ? rows.length : row,
      button: Math.max(0, buttons.indexOf(target)),
    };
  }
  // With every change: whatever has gone is gone by now.
  useLayoutEffect(() => {
    if (last.current === undefined || last.current.element.isConnected) return;
    const { row, button } = last.current;
    last.current = undefined;
    // The person has gone elsewhere.
    if (document.activeElement !== document.body) return;
    const rows = Array.from(list.current?.children ?? []);
    const next = rows[Math.min(row, rows.length - 1)]?.querySelectorAll('button')[button];
    (next ?? document.querySelector('h1'))?.focus();
  });
  return { onFocus: note, onClick: note };
}
