import { type FocusEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a list when rows are removed: it moves to the same button in the next row, or in the last one. If the focused element
 * was outside the rows, like a button to load more, it moves to the row that took its place. If no row is left, it moves to the heading.
 * @returns handlers for the element around the list
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>) {
  const last = useRef<{ element: Element; row: number; button: number }>(undefined);
  function recordFocus({ target }: FocusEvent | MouseEvent) {
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
  // After every render: a removed element is gone by now.
  useLayoutEffect(() => {
    if (last.current === undefined || last.current.element.isConnected) return;
    const { row, button } = last.current;
    last.current = undefined;
    // The user has moved on.
    if (document.activeElement !== document.body) return;
    const rows = Array.from(list.current?.children ?? []);
    const next = rows[Math.min(row, rows.length - 1)]?.querySelectorAll('button')[button];
    (next ?? document.querySelector('h1'))?.focus();
  });
  return { onFocus: recordFocus, onClick: recordFocus };
}
