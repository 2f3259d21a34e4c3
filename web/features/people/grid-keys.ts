import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isKey } from '#web/lib/page.ts';
import { extend, NOTHING_SELECTED, type Selection, selectAll, toggle } from './selection.ts';

/** Number of rows that Page Up and Page Down move by. */
const PAGE_SIZE = 10;

export interface KeyProps {
  /** Of the rows that are shown, in order. */
  keys: readonly string[];
  /** Index of the current row. */
  at: number;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  onCurrent: (key: string) => void;
  /** The key of the person whose profile is open next to the table. */
  openKey: string | undefined;
  onOpen: (key: string) => void;
  /** Closes the profile; false if none is open. */
  onClose: () => boolean;
  /** Set to move focus to the current row once it has been rendered. */
  wantsFocus: RefObject<boolean>;
}

/** On a row, the arrow keys move, Space selects, Enter opens, Escape closes the profile or clears the selection. */
export function useGridKeys(scroller: RefObject<HTMLElement | null>, props: KeyProps): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('tbody tr') : null;
    if (row !== null && handleKey(event, props)) event.preventDefault();
  });
  useEffect(() => {
    const element = scroller.current;
    const listen = (event: KeyboardEvent) => handleKeyDown(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [scroller]);
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'target'>;

/** Performs a key's action on the current row. @returns whether it has one */
export function handleKey(event: Pressed, props: KeyProps): boolean {
  const { keys, at, selection, onSelection } = props;
  const current = keys[at];
  if (current === undefined || event.altKey) return false;
  if (!(event.ctrlKey || event.metaKey)) return moveRow(event, props) || handleRowKey(event, current, props);
  const isAll = isKey('a', event);
  if (isAll) onSelection(selectAll(selection, keys));
  return isAll || moveRow(event, props);
}

/** Moves to another row, with Shift selecting those on the way; a profile that is open next to the table follows. */
function moveRow({ key, shiftKey }: Pressed, props: KeyProps): boolean {
  const { keys, at, selection, onSelection, onCurrent, openKey, onOpen, wantsFocus } = props;
  const [from, to] = [keys[at], keys[rowAfter(key, { at, last: keys.length - 1 }) ?? -1]];
  if (from === undefined || to === undefined) return false;
  wantsFocus.current = true;
  onCurrent(to);
  if (shiftKey) onSelection(extend(selection, keys, { from, to }));
  else if (openKey !== undefined) onOpen(to);
  return true;
}

function handleRowKey({ key, shiftKey, target }: Pressed, current: string, props: KeyProps): boolean {
  const { keys, selection, onSelection, onOpen, onClose } = props;
  if (key === 'Enter') onOpen(current);
  // A checkbox handles that itself.
  else if (key === ' ' && !(target instanceof HTMLInputElement))
    onSelection(
      shiftKey ? extend(selection, keys, { from: current, to: current }) : toggle(selection, current),
    );
  else if (key !== 'Escape') return false;
  else if (!onClose()) {
    if (selection.keys.size === 0) return false;
    onSelection(NOTHING_SELECTED);
  }
  return true;
}

function rowAfter(key: string, { at, last }: { at: number; last: number }): number | undefined {
  const places: Partial<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE_SIZE,
    PageUp: at - PAGE_SIZE,
    Home: 0,
    End: last,
  };
  const place = places[key];
  return place === undefined ? undefined : Math.min(Math.max(place, 0), last);
}
