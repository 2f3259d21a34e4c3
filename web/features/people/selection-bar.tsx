import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { inDigits } from '#web/lib/format.ts';
import { Button, Icon, IconButton } from '#web/ui/index.ts';
import { COMPARE } from '#web/ui/lazy-icons.ts';
import { ExportMenu } from './export-menu.tsx';
import type { Person } from './person.ts';

/** How many people can be compared side by side. */
const COMPARE_LIMITS = { min: 2, max: 5 } as const;

interface SelectionBarProps {
  selected: readonly Person[];
  /** Of the set that the people come from. */
  title: string;
  onCompare: () => void;
  onClear: () => void;
  /** Further actions on them. */
  children: ReactNode;
}

/**
 * The actions on the selected people: below the table, and in view wherever it is scrolled, unless the window is low. A screen with
 * something at the window's lower edge sets `--lower-edge` to the room that takes.
 */
export function SelectionBar({ selected, title, onCompare, onClear, children }: SelectionBarProps) {
  const canCompare = selected.length >= COMPARE_LIMITS.min && selected.length <= COMPARE_LIMITS.max;
  const count = countOfSelected(selected.length);
  const bar = useRef<HTMLDivElement>(null);
  useRowsClearOf(bar);
  return (
    <div
      ref={bar}
      data-print="hide"
      className="sticky short:static bottom-[var(--lower-edge,0.5rem)] z-10 flex animate-appear flex-wrap items-center justify-end gap-x-1 gap-y-0.5 rounded-large border border-line-strong/50 bg-raised px-2 py-1.5 shadow-card"
    >
      <IconButton icon="close" label="Clear selection" size="small" onClick={onClear} />
      <p className="me-auto px-1 font-medium text-small tabular-nums">{count}</p>
      <ExportMenu label={`Export ${count}`} people={() => selected} title={title} />
      <Button
        size="small"
        variant="quiet"
        aria-disabled={!canCompare}
        data-tooltip={canCompare ? undefined : 'Select two to five people'}
        onClick={() => canCompare && onCompare()}
      >
        <Icon name={COMPARE} className="@max-phone:hidden" />
        Compare
        {!canCompare && <span className="sr-only">, for two to five people</span>}
      </Button>
      {children}
    </div>
  );
}

/** Keeps the row with the focus clear of the bar: rows are scrolled into view above `--selection-bar`, the height of the bar. */
function useRowsClearOf(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    const table = element?.parentElement;
    if (!element || !table) return;
    const observer = new ResizeObserver(() => {
      table.style.setProperty('--selection-bar', `${element.offsetHeight}px`);
      // The bar may have appeared over it. Nothing moves under a pointer.
      table.querySelector('tr:focus-visible')?.scrollIntoView({ block: 'nearest' });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      table.style.removeProperty('--selection-bar');
    };
  }, [bar]);
}

/** '3 selected'. */
export const countOfSelected = (count: number): string => `${inDigits(count)} selected`;
