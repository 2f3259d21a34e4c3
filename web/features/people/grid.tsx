import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useIsPrinted } from '#web/lib/use-is-printed.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { ARROW_DOWN } from '#web/ui/lazy-icons.ts';
import { looksOf } from './cells.tsx';
import { type KeyProps, useGridKeys } from './grid-keys.ts';
import { Row, type RowProps } from './grid-row.tsx';
import type { Person } from './person.ts';
import { type Column, firstOrderOf, type Order } from './rows.ts';
import { deselectAll, extend, selectAll, toggle } from './selection.ts';

/** Heights of a row and of the header, in rem. */
const HEIGHTS = { row: 4, head: 2.25 } as const;

/**
 * A column with a single control: sized for a finger rather than by the text, so that text keeps the room, but never narrower than the
 * control.
 */
const CONTROL = 'w-[max(2rem,44px)] print:hidden';

interface GridProps extends Omit<KeyProps, 'keys' | 'at'>, Pick<RowProps, 'columns' | 'action'> {
  /** Distinguishes it from the page's other tables. */
  title: string;
  /** The people who are shown, in order. */
  rows: readonly Person[];
  /** The text shown if there is nobody to show. */
  emptyText: string;
  order: Order;
  onOrder: (order: Order) => void;
  /** The key of the row that has focus, or gets it by Tab. */
  current: string | undefined;
}

/**
 * The rows, as a grid with one tab stop: the arrow keys move, Space selects, Enter opens. Only the rows in view, the first and the current
 * one are rendered; on paper all of them are.
 */
export function Grid(props: GridProps) {
  const { title, rows, columns, order, onOrder, selection, onSelection, openKey, wantsFocus, action } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isPrinted = useIsPrinted();
  const keys = rows.map(({ key }) => key);
  const current = Math.max(0, keys.indexOf(props.current ?? ''));
  const { rendered, after } = useRenderedRows(scroller, { count: rows.length, current, isPrinted });
  useGridKeys(scroller, { ...props, keys, at: current });
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const row = scroller.current?.querySelector<HTMLElement>('tr[tabindex="0"]');
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  });
  const chosen = keys.filter((key) => selection.keys.has(key)).length;
  const areAll = chosen > 0 && chosen === rows.length;
  return (
    <div
      ref={scroller}
      data-print="flow"
      className="@container relative max-h-[min(44rem,75vh)] overflow-y-auto overflow-x-hidden rounded-large border border-line bg-surface shadow-card print:border-0 print:shadow-none"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA lets a table be a grid, and its parts follow.
        role="grid"
        aria-label={title}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-small"
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classNames(HEAD, CONTROL)}>
              <label className="flex h-9 w-full items-center justify-center">
                <input
                  type="checkbox"
                  aria-label="Select all shown"
                  checked={areAll}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen > 0 && !areAll;
                  }}
                  disabled={rows.length === 0}
                  onChange={() =>
                    onSelection(areAll ? deselectAll(selection, keys) : selectAll(selection, keys))
                  }
                />
              </label>
            </th>
            {columns.map(({ column, name }) => (
              <Head
                key={column}
                column={column}
                name={name}
                look={looksOf(column, columns)}
                order={order}
                onOrder={onOrder}
              />
            ))}
            {action && (
              <th scope="col" className={classNames(HEAD, CONTROL)}>
                <span className="sr-only">Save</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rendered.flatMap(({ index, gap }) => {
            const person = rows[index];
            if (person === undefined) return [];
            return [
              gap > 0 && <Gap key={`before ${person.key}`} height={gap} />,
              <Row
                key={person.key}
                person={person}
                index={index}
                columns={columns}
                isCurrent={index === current}
                isOpen={person.key === openKey}
                isSelected={selection.keys.has(person.key)}
                onSelect={(isRange) =>
                  onSelection(
                    isRange
                      ? extend(selection, keys, { from: keys[current] ?? person.key, to: person.key })
                      : toggle(selection, person.key),
                  )
                }
                onPick={() => props.onCurrent(person.key)}
                onOpen={() => props.onOpen(person.key)}
                action={action}
              />,
            ];
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
      {rows.length === 0 && <p className="px-4 py-8 text-center text-ink-muted">{props.emptyText}</p>}
    </div>
  );
}

const Gap = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a placeholder for rows that are not rendered is not a row itself
  <tr role="presentation">
    <td role="presentation" style={{ height }} />
  </tr>
);

interface RenderedRow {
  index: number;
  /** CSS pixels of the rows between this one and the previous one that is rendered. */
  gap: number;
}

function useRenderedRows(
  scroller: RefObject<HTMLElement | null>,
  { count, current, isPrinted }: { count: number; current: number; isPrinted: boolean },
): { rendered: readonly RenderedRow[]; after: number } {
  const rem = useRem();
  const height = HEIGHTS.row * rem;
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    scrollMargin: HEIGHTS.head * rem,
    overscan: 6,
    initialRect: { width: 0, height: 12 * height },
    // The first and the current row are always rendered, so that they can get focus wherever the table is scrolled.
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const first = isPrinted ? 0 : Math.max(0, startIndex - overscan);
      const last = isPrinted ? count - 1 : Math.min(count - 1, endIndex + overscan);
      const visible = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      const indexes = [...new Set([0, current, ...visible])].filter((index) => index < count);
      return indexes.sort((one, two) => one - two);
    },
  });
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const rendered = indexes.map((index, at) => ({
    index,
    gap: (index - (indexes[at - 1] ?? index - 1) - 1) * height,
  }));
  return { rendered, after: (count - 1 - (indexes.at(-1) ?? count - 1)) * height };
}

/** In CSS pixels: the height of rows depends on the page's text size. */
const useRem = (): number =>
  typeof document === 'undefined'
    ? 16
    : Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const HEAD =
  'sticky top-0 z-10 h-9 border-line border-b bg-surface p-0 text-start font-medium text-ink-muted print:static print:px-2';

interface HeadProps extends Pick<GridProps, 'order' | 'onOrder'> {
  column: Column;
  name: string;
  look: string;
}

function Head({ column, name, look, order, onOrder }: HeadProps) {
  const isSorted = order.column === column;
  const next = isSorted ? { column, isDescending: !order.isDescending } : firstOrderOf(column);
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classNames(HEAD, look)}
    >
      <button
        type="button"
        onClick={() => onOrder(next)}
        className={classNames(
          'group/head inline-flex h-9 w-full items-center gap-1 px-2 text-caption -outline-offset-2 hover:text-ink print:contents',
          column === 'rank' && 'justify-end',
          isSorted && 'text-ink',
        )}
      >
        {column === 'rank' ? (
          <>
            <span aria-hidden="true">#</span>
            <span className="sr-only">Rank</span>
          </>
        ) : (
          name
        )}
        <Icon
          name={ARROW_DOWN}
          size={12}
          className={classNames(
            'transition-[rotate,opacity] print:ms-1 print:inline',
            !isSorted && 'opacity-0 group-hover/head:opacity-60',
            column === 'rank' && !isSorted && 'hidden',
            isSorted && !order.isDescending && 'rotate-180',
          )}
        />
      </button>
    </th>
  );
}
