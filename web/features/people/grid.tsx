import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Mark, ScoreBadge, summarise } from '#web/features/results/index.ts';
import { useMedia } from '#web/lib/page.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { VERIFIED } from '#web/ui/later-icons.ts';
import { factsOf, judgedOf, type Person } from './person.ts';
import { type Column, firstOrderOf, type Order } from './rows.ts';
import { deselectAll, extend, NOTHING_SELECTED, type Selection, selectAll, toggle } from './selection.ts';

/** Of a row and of the head, in rem. */
const HEIGHTS = { row: 4, head: 2.25 } as const;
/** Rows that Page Up and Page Down pass. */
const PAGE = 10;

interface GridProps {
  /** Those that are shown, in their order. */
  rows: readonly Person[];
  columns: readonly { column: Column; name: string }[];
  order: Order;
  onOrder: (order: Order) => void;
  selection: Selection;
  onSelection: (selection: Selection) => void;
  /** The key of the row that has the focus, or gets it by Tab. */
  current: string | undefined;
  onCurrent: (key: string) => void;
  /** The key of who is open beside the table. */
  openKey: string | undefined;
  onOpen: (key: string) => void;
  /** Closes the profile; false where none is open. */
  onClose: () => boolean;
  /** Set to give the focus to the current row once it is drawn. */
  wantsFocus: RefObject<boolean>;
}

/**
 * The rows, as a grid of which one row is reached by Tab: arrows lead on, Space selects, Enter opens. Only the rows in sight are drawn, and the
 * current one; on paper all of them are.
 */
export function Grid(props: GridProps) {
  const { rows, columns, order, onOrder, selection, onSelection, openKey, wantsFocus } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isPrinted = useMedia('print');
  const keys = rows.map(({ key }) => key);
  const current = Math.max(0, keys.indexOf(props.current ?? ''));
  const { before, drawn, after } = useDrawnRows(scroller, { count: rows.length, current, isPrinted });
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
      className="@container relative max-h-[min(44rem,75vh)] min-w-0 flex-1 overflow-y-auto overflow-x-hidden rounded-large border border-line bg-surface shadow-card"
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA lets a table be a grid, and its parts follow.
        role="grid"
        aria-label="People"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-small"
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classNames(HEAD, 'w-11 print:hidden')}>
              <label className="flex size-9 items-center justify-center">
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
              <Head key={column} column={column} name={name} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} />}
          {drawn.flatMap(({ index, gap }) => {
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
              />,
            ];
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className="px-4 py-8 text-center text-ink-muted">Nobody passes these filters.</p>
      )}
    </div>
  );
}

const Gap = ({ height }: { height: number }) => (
  // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: rows that are not drawn are no row.
  <tr role="presentation">
    <td role="presentation" style={{ height }} />
  </tr>
);

interface Drawn {
  index: number;
  /** CSS pixels of the rows between this one and the one drawn before it. */
  gap: number;
}

function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  { count, current, isPrinted }: { count: number; current: number; isPrinted: boolean },
): { before: number; drawn: readonly Drawn[]; after: number } {
  const rem = useRem();
  const height = HEIGHTS.row * rem;
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    scrollMargin: HEIGHTS.head * rem,
    overscan: 6,
    initialRect: { width: 0, height: 12 * height },
    // The current row stays where the focus can be, wherever the table is scrolled to.
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const first = isPrinted ? 0 : Math.max(0, startIndex - overscan);
      const last = isPrinted ? count - 1 : Math.min(count - 1, endIndex + overscan);
      const inSight = Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
      if (current >= count || (current >= first && current <= last)) return inSight;
      return current < first ? [current, ...inSight] : [...inSight, current];
    },
  });
  const indexes = virtualizer.getVirtualItems().map(({ index }) => index);
  const [first = 0] = indexes;
  const drawn = indexes.map((index, at) => ({
    index,
    gap: (index - (indexes[at - 1] ?? index - 1) - 1) * height,
  }));
  return { before: first * height, drawn, after: (count - 1 - (indexes.at(-1) ?? count - 1)) * height };
}

/** CSS pixels: rows are as high as the page's text makes them. */
const useRem = (): number =>
  typeof document === 'undefined'
    ? 16
    : Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

type KeyProps = GridProps & { keys: readonly string[]; at: number };

function useGridKeys(scroller: RefObject<HTMLElement | null>, props: KeyProps): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const row = event.target instanceof Element ? event.target.closest('tbody tr') : null;
    if (row !== null && act(event, props)) event.preventDefault();
  });
  useEffect(() => {
    const element = scroller.current;
    const listen = (event: KeyboardEvent) => pressed(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [scroller]);
}

/** Does what a key means on the current row. @returns whether it means anything */
function act(event: KeyboardEvent, props: KeyProps): boolean {
  const { keys, at, selection, onSelection } = props;
  const current = keys[at];
  if (current === undefined || event.altKey) return false;
  if (!(event.ctrlKey || event.metaKey)) return goOn(event, props) || use(event, current, props);
  if (event.key.toLowerCase() === 'a') onSelection(selectAll(selection, keys));
  return event.key.toLowerCase() === 'a' || goOn(event, props);
}

/** To another row, with Shift selecting those on the way; a profile that is open beside follows. */
function goOn({ key, shiftKey }: KeyboardEvent, props: KeyProps): boolean {
  const { keys, at, selection, onSelection, onCurrent, openKey, onOpen, wantsFocus } = props;
  const [from, to] = [keys[at], keys[rowAfter(key, { at, last: keys.length - 1 }) ?? -1]];
  if (from === undefined || to === undefined) return false;
  wantsFocus.current = true;
  onCurrent(to);
  if (shiftKey) onSelection(extend(selection, keys, { from, to }));
  else if (openKey !== undefined) onOpen(to);
  return true;
}

function use({ key, shiftKey, target }: KeyboardEvent, current: string, props: KeyProps): boolean {
  const { keys, selection, onSelection, onOpen, onClose } = props;
  if (key === 'Enter') onOpen(current);
  // A box does that itself.
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
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: last,
  };
  const place = places[key];
  return place === undefined ? undefined : Math.min(Math.max(place, 0), last);
}

/** How wide a column is, and from which width of the table on it is there. */
const LOOKS: Record<Column, string> = {
  rank: '@max-column:hidden w-11 text-end',
  name: '',
  score: 'w-24',
  criteria: '@max-phone:hidden w-32',
  place: '@max-column:hidden w-36',
  company: '@max-pair:hidden w-38',
  school: '@max-column:hidden w-40',
  verified: '@max-column:hidden w-24',
  status: '@max-pair:hidden w-28',
};

const HEAD =
  'sticky top-0 z-10 h-9 border-line border-b bg-surface p-0 text-start font-medium text-ink-muted print:static';

interface HeadProps extends Pick<GridProps, 'order' | 'onOrder'> {
  column: Column;
  name: string;
}

function Head({ column, name, order, onOrder }: HeadProps) {
  const isSorted = order.column === column;
  const next = isSorted ? { column, isDescending: !order.isDescending } : firstOrderOf(column);
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (order.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classNames(HEAD, LOOKS[column])}
    >
      <button
        type="button"
        onClick={() => onOrder(next)}
        className={classNames(
          'group/head inline-flex h-9 w-full items-center gap-1 px-2 text-caption -outline-offset-2 hover:text-ink',
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
          name="arrow-down"
          size={12}
          className={classNames(
            'transition-[rotate,opacity]',
            !isSorted && 'opacity-0 group-hover/head:opacity-60',
            column === 'rank' && !isSorted && 'hidden',
            isSorted && !order.isDescending && 'rotate-180',
          )}
        />
      </button>
    </th>
  );
}

interface RowProps {
  person: Person;
  index: number;
  columns: GridProps['columns'];
  isCurrent: boolean;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
  onPick: () => void;
  onOpen: () => void;
}

function Row({ person, index, columns, isCurrent, isOpen, isSelected, onSelect, onPick, onOpen }: RowProps) {
  return (
    <tr
      tabIndex={isCurrent ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen ? 'true' : undefined}
      onFocus={onPick}
      onMouseDown={(event) => {
        // A range of rows is meant, not of letters.
        if (!event.shiftKey) return;
        event.preventDefault();
      }}
      onClick={({ target, shiftKey, ctrlKey, metaKey }) => {
        if (target instanceof Element && target.closest('label, a') !== null) return;
        if (shiftKey || ctrlKey || metaKey) onSelect(shiftKey);
        else onOpen();
        onPick();
      }}
      className="group/row h-16 cursor-pointer scroll-mt-9 break-inside-avoid -outline-offset-2 hover:bg-hover aria-selected:bg-well aria-[current=true]:bg-pressed print:bg-transparent!"
    >
      <td className="border-line border-b p-0 align-middle print:hidden">
        <label className="flex size-11 cursor-pointer items-center justify-center">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${person.profile.fullName}`}
            checked={isSelected}
            onChange={({ nativeEvent }) => {
              onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
              onPick();
            }}
          />
        </label>
      </td>
      {columns.map(({ column }) =>
        column === 'name' ? (
          <NameCell key={column} person={person} />
        ) : (
          <td key={column} className={classNames(CELL, LOOKS[column])}>
            {CELLS[column](person)}
          </td>
        ),
      )}
    </tr>
  );
}

const CELL = 'border-line border-b px-2 py-0 align-middle';

function NameCell({ person }: { person: Person }) {
  const { profile } = person;
  const { headline, place, company } = factsOf(person);
  const line = headline || [company, place].filter(Boolean).join(' · ');
  return (
    <th scope="row" className={classNames(CELL, 'text-start font-normal')}>
      <div className="flex min-w-0 items-center gap-1.5">
        <button
          type="button"
          tabIndex={-1}
          className="min-w-0 truncate text-start font-medium text-body print:whitespace-normal group-hover/row:underline group-hover/row:underline-offset-2"
        >
          <bdi>{profile.fullName}</bdi>
        </button>
        {profile.isVerified && (
          <span className="@column:hidden text-accent">
            <Icon name={VERIFIED} size={14} />
            <span className="sr-only">Verified</span>
          </span>
        )}
      </div>
      <p dir="auto" title={line} className="truncate text-left text-ink-muted print:whitespace-normal">
        {line}
      </p>
    </th>
  );
}

const CELLS: Record<Exclude<Column, 'name'>, (person: Person) => ReactNode> = {
  rank: ({ rank }) => <span className="text-ink-subtle tabular-nums">{rank}</span>,
  score: ({ profile, isScored }) =>
    isScored ? <ScoreBadge score={profile.relevanceScore} /> : <Unknown>not scored yet</Unknown>,
  criteria: (person) => {
    const judged = judgedOf(person);
    if (judged.length === 0) return <Unknown>no verdicts</Unknown>;
    return (
      <div title={summarise(judged)}>
        <p className="whitespace-nowrap tabular-nums">{summarise(judged).split(' · ')[0]}</p>
        <p aria-hidden="true" className="flex h-4 gap-0.5 overflow-hidden">
          {judged.map(({ criterion, verdict }) => (
            <Mark key={criterion.id} verdict={verdict.verdict} />
          ))}
        </p>
      </div>
    );
  },
  place: (person) => <Text>{factsOf(person).place}</Text>,
  company: (person) => <Text>{factsOf(person).company}</Text>,
  school: (person) => <Text>{factsOf(person).school}</Text>,
  verified: ({ profile }) =>
    profile.isVerified ? (
      <span className="inline-flex items-center gap-1 text-accent text-caption">
        <Icon name={VERIFIED} size={13} />
        Verified
      </span>
    ) : (
      <Unknown>not verified</Unknown>
    ),
  status: ({ status = '' }) => <Text>{status}</Text>,
};

/** Two lines at most, in its own direction of writing. */
function Text({ children: text }: { children: string }) {
  if (text === '') return <Unknown>not known</Unknown>;
  return (
    <span dir="auto" title={text} className="line-clamp-2 text-left text-ink-muted">
      {text}
    </span>
  );
}

const Unknown = ({ children }: { children: string }) => (
  <span className="text-ink-subtle">
    <span aria-hidden="true">–</span>
    <span className="sr-only">{children}</span>
  </span>
);
