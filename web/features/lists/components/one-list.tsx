import { type ComponentType, useEffect, useMemo, useState } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import { ExportMenu, NO_FILTERS, useIsTable, ViewSwitch } from '#web/features/people/index.ts';
import { ShareButton } from '#web/features/shares/index.ts';
import { countOfSome } from '#web/lib/format.ts';
import { Alert, Icon, Loading } from '#web/ui/index.ts';
import { USER } from '#web/ui/lazy-icons.ts';
import type { KnownList } from '../known-lists.ts';
import { filterPeople, tableOf } from '../people.ts';
import { usePeople } from '../use-lists.ts';
import { ListMenu } from './list-dialogs.tsx';
import type { Heading } from './list-overview.tsx';
import { ListTable } from './list-table.tsx';
import { OpenList } from './open-list.tsx';

interface OneListProps extends Heading {
  list: KnownList;
  /** Renders a person's whole card. */
  Card: ComponentType<{ person: ListedPerson }>;
  /** Whether single-character shortcuts are on. */
  singleCharacters: boolean;
}

/** One list, and the actions on all of it. */
export function OneList({ list, heading, Card, singleCharacters }: OneListProps) {
  const { people, isMissing, retry } = usePeople(list.id);
  const isTable = useIsTable('lists');
  // Kept here, so that the filters apply to every view of the list, and to what is shared and exported.
  const [filters, setFilters] = useState(NO_FILTERS);
  const found = useMemo(() => filterPeople(people ?? [], filters), [people, filters]);
  const total = people?.length ?? list.size;
  return (
    <>
      <div className="mt-2 flex flex-wrap items-start gap-x-2 gap-y-1 tablet:mt-0">
        <div className="min-w-0 flex-1 basis-48">
          <h1
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="text-left font-semibold text-heading outline-none"
          >
            {list.name}
          </h1>
          <p className="text-ink-muted text-small tabular-nums">
            {countOfSome(isTable || people === undefined ? total : found.length, total)}
          </p>
        </div>
        <div data-print="hide" className="flex flex-wrap items-center gap-1">
          {people !== undefined && total > 0 && (
            <>
              <ViewSwitch place="lists" />
              {/* A table has its own, which apply to the selected people. */}
              {!isTable && <ExportAndShare people={found} total={total} title={list.name} />}
            </>
          )}
          <ListMenu list={list} />
        </div>
      </div>
      {isMissing ? (
        <Failure onRetry={retry}>The people of this list could not be loaded.</Failure>
      ) : people === undefined ? (
        <Loading>Loading people…</Loading>
      ) : total === 0 ? (
        <EmptyList heading={heading} />
      ) : (
        <div className="mt-4">
          {isTable ? (
            <ListTable {...{ list, people, singleCharacters, filters }} onFilters={setFilters} />
          ) : (
            <OpenList
              {...{ list, people, Card, singleCharacters, found }}
              filter={filters}
              onFilter={(filter) => setFilters({ ...filters, ...filter })}
            />
          )}
        </div>
      )}
    </>
  );
}

interface ExportAndShareProps {
  people: readonly ListedPerson[];
  /** How many people the list has in total. */
  total: number;
  title: string;
}

/** Exports and shares the people who are shown. */
function ExportAndShare({ people, total, title }: ExportAndShareProps) {
  const shown = { people: () => tableOf(people), title, disabled: people.length === 0 };
  return (
    <>
      <ExportMenu {...shown} />
      <ShareButton kind="list" total={total} {...shown} />
    </>
  );
}

/** Shown for a list without people. If the last one has just left it, the heading takes over their focus. */
function EmptyList({ heading }: Heading) {
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [heading]);
  return (
    <div className="mt-6 flex max-w-prose items-start gap-3 rounded-large border border-line border-dashed px-4 py-5">
      <Icon name={USER} size={18} className="mt-0.5 text-ink-subtle" />
      <div>
        <p className="font-medium">Nobody is in this list yet.</p>
        <p className="text-ink-muted">
          Save people from an answer: press ‘Save’ on a card, then ‘Change…’ to choose this list.
        </p>
      </div>
    </div>
  );
}

export function Failure({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <div className="mt-6">
      <Alert tone="error" onRetry={onRetry}>
        {children}
      </Alert>
    </div>
  );
}
