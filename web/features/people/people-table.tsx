import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { DisplayProfile } from '#shared/results.ts';
import { countOfSome } from '#web/lib/format.ts';
import { useHasRoom } from '#web/lib/use-has-room.ts';
import { FloatingPart, lazyComponent } from '#web/ui/index.ts';
import { ExportMenu } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Grid } from './grid.tsx';
import { judgedOf, type Person } from './person.ts';
import { ProfilePanel } from './profile-panel.tsx';
import {
  COLUMNS,
  type Column,
  type Filters,
  firstOrderOf,
  NO_FILTERS,
  rowsOf,
  selectedRows,
} from './rows.ts';
import { NOTHING_SELECTED } from './selection.ts';
import { countOfSelected, SelectionBar } from './selection-bar.tsx';

interface PeopleTableProps {
  people: readonly Person[];
  /** Names the table and heads its exports and prints; files are named after it. */
  title: string;
  /**
   * The actions on one person: at the end of their row, where they have to be small, and on their card. Must be the same function for as
   * long as it renders the same.
   */
  action?: ((profile: DisplayProfile, isSmall?: boolean) => ReactNode) | undefined;
  /** Further actions on the selected people, such as saving them. `onDone` deselects them. */
  actions?: ((chosen: { selected: readonly Person[]; onDone: () => void }) => ReactNode) | undefined;
  /** What is known about a person from earlier, shown below their profile. */
  history?: (person: Person) => ReactNode;
  /** Shares the selected people, or else those who are shown; next to their export. */
  share?: ((chosen: ChosenPeople) => ReactNode) | undefined;
  /** Is given the people shown, in the order of the table, for as long as there is one. */
  shown?: Ref<readonly Person[]> | undefined;
  /** The filters and how to change them, if they outlive the table. */
  filtering?: readonly [Filters, (filters: Filters) => void];
}

/** People of a table who are to be exported or shared. */
export interface ChosenPeople {
  people: () => readonly Person[];
  /** How many people the table has in total. */
  total: number;
  /** How many of them were selected. */
  selected: number;
  disabled: boolean;
}

const COLUMN_NAMES: Record<Column, string> = {
  rank: 'Rank',
  name: 'Name',
  score: 'Score',
  criteria: 'Criteria',
  place: 'Place',
  company: 'Company',
  school: 'School',
  verified: 'Verified',
  status: 'Status',
};

/** Width in rem from which a profile fits next to the table. */
const MIN_WIDTH_WITH_PANEL = 58;

const CompareDialog = lazyComponent(() => import('./compare.tsx'), 'CompareDialog', { isPrefetched: false });

/** People as a table: sorted, filtered, and selected to be compared, exported and more, with one person's whole profile next to it. */
export function PeopleTable(props: PeopleTableProps) {
  const { people, title, action, actions, history, share, shown, filtering } = props;
  const root = useRef<HTMLElement>(null);
  const [order, setOrder] = useState(firstOrderOf('rank'));
  const ownFilters = useState(NO_FILTERS);
  const [filters, setFilters] = filtering ?? ownFilters;
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [current, setCurrent] = useState<string>();
  const [openKey, setOpenKey] = useState<string>();
  const [compared, setCompared] = useState<readonly Person[]>();
  const wantsFocus = useRef(false);
  const hasRoom = useHasRoom(root, MIN_WIDTH_WITH_PANEL);
  const columns = useMemo(() => columnsOf(people), [people]);
  const rows = useMemo(() => rowsOf(people, { order, filters }), [people, order, filters]);
  useImperativeHandle(shown, () => rows, [rows]);
  const { keys } = selection;
  const selected = useMemo(() => selectedRows(people, { keys, order }), [people, keys, order]);
  const opened = people.find(({ key }) => key === openKey);
  const place = rows.findIndex(({ key }) => key === openKey);

  function open(key: string) {
    setCurrent(key);
    setOpenKey(key);
  }
  function close(): boolean {
    if (opened === undefined) return false;
    wantsFocus.current = true;
    // A dialog returns focus to the row that opened it, but may show another person by now.
    setCurrent(opened.key);
    setOpenKey(undefined);
    return true;
  }
  function clearSelection() {
    wantsFocus.current = true;
    setSelection(NOTHING_SELECTED);
  }
  function step(by: -1 | 1) {
    const next = rows[place + by];
    if (next) open(next.key);
  }
  const chosen = {
    people: () => (selected.length > 0 ? selected : rows),
    total: people.length,
    selected: selected.length,
    disabled: selected.length === 0 && rows.length === 0,
  };
  return (
    <section
      ref={root}
      data-print="flow"
      aria-label={`Table of people: ${title}`}
      className="flex items-start gap-4"
    >
      <div data-print="flow" className="@container flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-col gap-1">
          <div data-print="hide" className="contents">
            <FilterBar
              people={people}
              filters={filters}
              onFilters={setFilters}
              order={order}
              onOrder={setOrder}
              columns={columns}
            />
          </div>
          <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 print:min-h-0">
            <p
              role="status"
              // On paper only where it tells what the heading above the table does not.
              data-print={rows.length === people.length ? 'hide' : undefined}
              className="me-auto text-ink-subtle text-small tabular-nums"
            >
              {describe({ all: people.length, shown: rows.length, selected: selected.length })}
            </p>
            {selected.length === 0 && (
              <div data-print="hide" className="contents">
                <ExportMenu people={chosen.people} title={title} disabled={chosen.disabled} />
                {share?.(chosen)}
              </div>
            )}
          </div>
        </div>
        <Grid
          title={`People: ${title}`}
          rows={rows}
          emptyText={people.length === 0 ? 'No one left to show.' : 'Nobody matches these filters.'}
          columns={columns}
          order={order}
          onOrder={setOrder}
          selection={selection}
          onSelection={setSelection}
          current={current}
          onCurrent={setCurrent}
          openKey={openKey}
          onOpen={open}
          onClose={close}
          wantsFocus={wantsFocus}
          action={action}
        />
        {selected.length > 0 && (
          <SelectionBar
            selected={selected}
            title={title}
            onCompare={() => setCompared(selected)}
            onClear={clearSelection}
          >
            {share?.(chosen)}
            {actions?.({ selected, onDone: clearSelection })}
          </SelectionBar>
        )}
      </div>
      {opened && (
        <ProfilePanel
          person={opened}
          isBeside={hasRoom}
          place={place}
          count={rows.length}
          onStep={step}
          onClose={() => void close()}
          action={action}
        >
          {history?.(opened)}
        </ProfilePanel>
      )}
      {compared && (
        <FloatingPart onClose={() => setCompared(undefined)}>
          <CompareDialog people={compared} title={title} onClose={() => setCompared(undefined)} />
        </FloatingPart>
      )}
    </section>
  );
}

/** Without the columns that are empty for everybody. */
function columnsOf(people: readonly Person[]): { column: Column; name: string }[] {
  const hasColumn: Partial<Record<Column, boolean>> = {
    criteria: people.some((person) => judgedOf(person).length > 0),
    status: people.some(({ status }) => status !== undefined),
  };
  return COLUMNS.filter((column) => hasColumn[column] ?? true).map((column) => ({
    column,
    name: COLUMN_NAMES[column],
  }));
}

function describe({ all, shown, selected }: { all: number; shown: number; selected: number }): string {
  const count = countOfSome(shown, all);
  return selected === 0 ? count : `${countOfSelected(selected)}, ${count}`;
}
