import { type ReactNode, useId, useRef, useState } from 'react';
import { Button, classNames, Icon } from '#web/ui/index.ts';
import { FILTER } from '#web/ui/lazy-icons.ts';
import { factsOf, type Person } from './person.ts';
import {
  applicable,
  type Column,
  countFilters,
  type Filters,
  NO_FILTERS,
  type Order,
  verdictChoices,
} from './rows.ts';

interface FilterBarProps {
  people: readonly Person[];
  filters: Filters;
  onFilters: (filters: Filters) => void;
  order: Order;
  onOrder: (order: Order) => void;
  /** The available columns, with their names. */
  columns: readonly { column: Column; name: string }[];
}

const MIN_SCORES = [50, 60, 70, 80, 90];

/** Filters and sorts the table: the words are always in reach, the rest is behind a button. */
export function FilterBar(props: FilterBarProps) {
  const { people, onFilters } = props;
  const filters = applicable(props.filters, people);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const count = countFilters(filters);
  const change = (part: Partial<Filters>) => onFilters({ ...filters, ...part });
  return (
    <search>
      <div className="flex min-h-8 flex-wrap items-center gap-2 pe-(--tools)">
        <label className="relative min-w-0 max-w-72 flex-1 basis-36">
          <span className="sr-only">Filter people by words</span>
          <Icon
            name="search"
            size={14}
            className="pointer-events-none absolute start-2.5 top-2.25 text-ink-subtle"
          />
          <input
            type="search"
            value={filters.words}
            placeholder="Filter people"
            onChange={({ target }) => change({ words: target.value })}
            className={classNames(FIELD, 'ps-8')}
          />
        </label>
        <Button
          ref={toggle}
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={FILTER} />
          Filters
          {count > 0 && (
            <span className="rounded-full bg-ink px-1.5 text-caption text-ink-inverse tabular-nums">
              {count}
            </span>
          )}
        </Button>
      </div>
      <div
        id={id}
        hidden={!isOpen}
        className="mt-2 grid @phone:grid-cols-3 @pair:grid-cols-5 @column:grid-cols-6 grid-cols-2 gap-x-3 gap-y-2 rounded-medium bg-well p-3"
      >
        <FilterControls {...props} filters={filters} change={change} />
        {count > 0 && (
          <Button
            size="small"
            variant="quiet"
            className="self-end justify-self-start"
            onClick={() => {
              toggle.current?.focus();
              onFilters({ ...NO_FILTERS, words: filters.words });
            }}
          >
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}

type FilterControlsProps = FilterBarProps & { change: (part: Partial<Filters>) => void };

/** The controls behind the button: the sort order, and a filter for each attribute of people. */
function FilterControls({ people, filters, change, order, onOrder, columns }: FilterControlsProps) {
  return (
    <>
      <Choice
        label="Sort by"
        value={order.column}
        onChange={(column) => {
          const chosen = columns.find((one) => one.column === column);
          if (chosen) onOrder({ ...order, column: chosen.column });
        }}
      >
        {columns.map(({ column, name }) => (
          <option key={column} value={column}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Order"
        value={order.isDescending ? 'down' : 'up'}
        onChange={(direction) => onOrder({ ...order, isDescending: direction === 'down' })}
      >
        <option value="up">Ascending</option>
        <option value="down">Descending</option>
      </Choice>
      <Choice
        label="Score"
        value={String(filters.minScore)}
        onChange={(score) => change({ minScore: Number(score) })}
      >
        <option value="0">Any</option>
        {MIN_SCORES.map((score) => (
          <option key={score} value={score}>
            {score}% or more
          </option>
        ))}
      </Choice>
      <Choices
        label="Criteria"
        value={filters.verdicts}
        choices={verdictChoices(people)}
        onChange={(verdicts) => change({ verdicts })}
      />
      <TextFilter label="Place" value={filters.place} onChange={(place) => change({ place })}>
        {valuesOf(people, (person) => factsOf(person).place)}
      </TextFilter>
      <TextFilter label="Company" value={filters.company} onChange={(company) => change({ company })}>
        {valuesOf(people, (person) => factsOf(person).company)}
      </TextFilter>
      <TextFilter label="School" value={filters.school} onChange={(school) => change({ school })}>
        {valuesOf(people, (person) => factsOf(person).school)}
      </TextFilter>
      <Choice
        label="Verified"
        value={filters.verified}
        onChange={(verified) => change({ verified: verified === 'yes' || verified === 'no' ? verified : '' })}
      >
        <option value="">Any</option>
        <option value="yes">Verified</option>
        <option value="no">Not verified</option>
      </Choice>
      <Choices
        label="Status"
        value={filters.status}
        choices={statusesOf(people, filters.status).map((status) => ({ value: status, label: status }))}
        onChange={(status) => change({ status })}
      />
    </>
  );
}

const FIELD =
  'h-8 w-full min-w-0 rounded-small border border-line-strong/60 bg-surface px-2 text-small placeholder:text-ink-subtle focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0';

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-caption text-ink-muted">
      {label}
      <select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={classNames(FIELD, 'text-ink')}
      >
        {children}
      </select>
    </label>
  );
}

type ChoicesProps = Omit<ChoiceProps, 'children'> & { choices: readonly { value: string; label: string }[] };

/** Renders nothing if there is nothing to choose from. */
function Choices({ choices, ...choice }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <Choice {...choice}>
      <option value="">Any</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Choice>
  );
}

/** Includes the chosen status even if nobody has it any more. */
function statusesOf(people: readonly Person[], chosen: string): readonly string[] {
  const statuses = valuesOf(people, ({ status = '' }) => status);
  return chosen === '' || statuses.includes(chosen) ? statuses : [...statuses, chosen];
}

type TextFilterProps = Omit<ChoiceProps, 'children'> & { children: readonly string[] };

/** A filter by part of a text, with suggestions. */
function TextFilter({ label, value, onChange, children: values }: TextFilterProps) {
  const id = useId();
  return (
    <label className="flex min-w-0 flex-col gap-1 text-caption text-ink-muted">
      {label}
      <input
        value={value}
        list={id}
        placeholder="Any"
        onChange={({ target }) => onChange(target.value)}
        className={classNames(FIELD, 'text-ink')}
      />
      <datalist id={id}>
        {values.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  );
}

const valuesOf = (people: readonly Person[], textOf: (person: Person) => string): string[] =>
  [...new Set(people.map((person) => textOf(person).trim()))].filter(Boolean).sort();
