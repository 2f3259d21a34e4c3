import { type ComponentType, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListedPerson } from '#shared/lists.ts';
import { isComposing } from '#web/lib/page.ts';
import { useHasRoom } from '#web/lib/use-has-room.ts';
import { useIsPrinted } from '#web/lib/use-is-printed.ts';
import { Button, classNames, Icon } from '#web/ui/index.ts';
import { listKeyAction } from '../keys.ts';
import type { KnownList } from '../known-lists.ts';
import { type PeopleFilter, statusesOf, statusLabel, statusOf } from '../people.ts';
import { rowsIn, useEntryActions, useEntryKeys, useFocusKept } from './entry-actions.ts';
import { PersonPanel } from './person-panel.tsx';
import { type PersonActions, PersonRow } from './person-row.tsx';
import { useWriting } from './writing.ts';

/** How many people are rendered before more are requested. */
const PAGE_SIZE = 100;

interface OpenListProps {
  list: KnownList;
  people: readonly ListedPerson[];
  /** Renders a person's whole card. */
  Card: ComponentType<{ person: ListedPerson }>;
  /** Whether single-character shortcuts are on. */
  singleCharacters: boolean;
  /** The people who match the filter. */
  found: readonly ListedPerson[];
  filter: PeopleFilter;
  onFilter: (filter: PeopleFilter) => void;
}

/** The people of a list: filtered, navigated by keyboard, and each profile opened next to the others. */
export function OpenList(props: OpenListProps) {
  const { list, people, Card, singleCharacters, found, filter, onFilter } = props;
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE);
  const [reachable, setReachable] = useState<string>();
  const [openUrl, setOpenUrl] = useState<string>();
  const [writing, setWriting] = useWriting(list, people);
  const root = useRef<HTMLDivElement>(null);
  const hasRoom = useHasRoom(root, MIN_WIDTH);
  const rows = useRef<HTMLDivElement>(null);
  /** The element that opened the profile: closing it returns focus there. */
  const opener = useRef<Element>(null);
  const statuses = useMemo(() => statusesOf(people), [people]);
  const shown = useIsPrinted() ? found : found.slice(0, visibleCount);
  const open = people.find(({ profile }) => profile.profileUrl === openUrl);
  const entryActions = useEntryActions(list, people);
  const { act, announcement } = useEntryKeys(entryActions, people);
  const actions = useMemo(
    (): PersonActions => ({
      ...entryActions,
      onOpen: (url) => {
        opener.current = document.activeElement;
        keepScrollPosition(rows.current, url, () => setOpenUrl((now) => (now === url ? undefined : url)));
      },
      onWriting: setWriting,
    }),
    [entryActions, setWriting],
  );
  useFocusKept(rows, shown);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const row = event.target;
    const url = row instanceof HTMLElement ? row.dataset['person'] : undefined;
    if (event.key === 'Escape' && !isComposing(event.nativeEvent)) close();
    const action = listKeyAction(event, singleCharacters);
    if (!(row instanceof HTMLElement) || url === undefined || action === undefined) return;
    event.preventDefault();
    if (action.type === 'move') focusRow(rows.current, row, action.to);
    else if (action.type === 'open') actions.onOpen(url);
    else if (action.type === 'note') actions.onWriting(url);
    else act(url, action);
  }
  function close() {
    keepScrollPosition(rows.current, openUrl, () => setOpenUrl(undefined));
  }
  function showMore({ currentTarget, detail }: MouseEvent<HTMLElement>) {
    flushSync(() => setVisibleCount(visibleCount + PAGE_SIZE));
    // The button disappears when there is nobody left to show.
    if (detail === 0 && !currentTarget.isConnected) rowsIn(rows.current)[visibleCount]?.focus();
  }
  const firstUrl = shown[0]?.profile.profileUrl;
  const isReachable = shown.some(({ profile }) => profile.profileUrl === reachable);
  return (
    // Even with few people, the page must be able to scroll by as much as the rows grow next to a profile.
    <div
      ref={root}
      data-print="flow"
      className={classNames('flex min-w-0 flex-1 items-start gap-6', open && 'min-h-dvh')}
    >
      <div className="min-w-0 flex-1">
        <Filters people={people} statuses={statuses} filter={filter} onFilter={onFilter} />
        <p role="status" className="sr-only">
          {found.length === people.length ? '' : `${found.length} of ${people.length} people`}
        </p>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <div ref={rows}>
          {found.length === 0 ? (
            <p className="mt-6 text-ink-muted">
              Nobody in this list matches the filter.{' '}
              <Button size="small" data-print="hide" onClick={() => onFilter({ status: '', words: '' })}>
                Show everybody
              </Button>
            </p>
          ) : (
            <ul
              aria-label={`People in ${list.name}`}
              onKeyDown={handleKeyDown}
              onFocus={({ target }) =>
                setReachable(target.closest<HTMLElement>('[data-person]')?.dataset['person'])
              }
              className="@container mt-3 -mx-[min(0.75rem,5vw)] divide-y divide-line border-line border-y"
            >
              {shown.map((person) => {
                const url = person.profile.profileUrl;
                return (
                  <li key={url} className="py-0.5">
                    <PersonRow
                      listId={list.id}
                      person={person}
                      statuses={statuses}
                      isReachable={url === (isReachable ? reachable : firstUrl)}
                      isOpen={url === openUrl}
                      isWriting={url === writing}
                      {...actions}
                    />
                  </li>
                );
              })}
            </ul>
          )}
        </div>
        {found.length > shown.length && (
          <Button variant="quiet" size="small" className="mt-3 -ms-2" onClick={showMore}>
            Show {Math.min(PAGE_SIZE, found.length - visibleCount)} more
          </Button>
        )}
      </div>
      {open && (
        <PersonPanel
          key={openUrl}
          person={open}
          isBeside={hasRoom}
          opener={opener}
          Card={Card}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Applies a change to the rows' width, and so to their heights, while keeping a person's row where it is on the screen. */
function keepScrollPosition(list: HTMLElement | null, url: string | undefined, change: () => void): void {
  const row = rowsIn(list).find(({ dataset }) => dataset['person'] === url);
  const before = row?.getBoundingClientRect().top ?? 0;
  flushSync(change);
  const after = row?.getBoundingClientRect().top ?? 0;
  scrollBy({ top: after - before, behavior: 'instant' });
}

type Direction = 'next' | 'previous' | 'first' | 'last';

function focusRow(list: HTMLElement | null, from: HTMLElement, to: Direction): void {
  const all = rowsIn(list);
  const at = all.indexOf(from);
  const places = { next: at + 1, previous: at - 1, first: 0, last: all.length - 1 };
  all[Math.min(Math.max(places[to], 0), all.length - 1)]?.focus();
}

interface FiltersProps {
  people: readonly ListedPerson[];
  statuses: readonly string[];
  filter: PeopleFilter;
  onFilter: (filter: PeopleFilter) => void;
}

/** Filters by words and by status, each status with its number of people. Statuses that nobody has are left out. */
function Filters({ people, statuses, filter, onFilter }: FiltersProps) {
  const count = (status: string) => people.filter((person) => statusOf(person) === status).length;
  const options = [
    { status: '', label: 'All', count: people.length },
    ...statuses.map((status) => {
      const label = statusLabel(status);
      return { status: label, label, count: count(status) };
    }),
  ].filter((option) => option.count > 0 || option.status === filter.status);
  return (
    <div data-print="hide" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="relative min-w-0 flex-1 basis-48">
        <Icon name="search" size={14} className="absolute start-3 top-2.75 text-ink-subtle" />
        <input
          type="search"
          dir="auto"
          aria-label="Filter people by words"
          placeholder="Filter by words"
          value={filter.words}
          onChange={(event) => onFilter({ ...filter, words: event.target.value })}
          className="h-9 w-full rounded-medium border border-line-strong bg-surface ps-8.5 pe-3 text-body placeholder:text-ink-subtle"
        />
      </div>
      <fieldset aria-label="Filter people by status" className="flex flex-wrap gap-1">
        {options.map((option) => (
          <button
            key={option.label}
            type="button"
            aria-pressed={option.status === filter.status}
            onClick={() => onFilter({ ...filter, status: option.status })}
            className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-3 font-medium text-ink-muted text-small transition-[background-color,color] hover:bg-hover hover:text-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ink-inverse"
          >
            <bdi className="max-w-32 truncate">{option.label}</bdi>
            <span className="tabular-nums opacity-75">{option.count}</span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** Width in rem that the list and the panel need next to each other. */
const MIN_WIDTH = 50;
