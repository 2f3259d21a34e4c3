import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { StoredValue, useStoredValue } from '#web/lib/stored-value.ts';
import { classNames, Icon, lazyComponent } from '#web/ui/index.ts';
import { CARDS, ROWS, TABLE } from '#web/ui/lazy-icons.ts';

/** Loaded with the first people who are shown. */
export const PeopleTable = lazyComponent(() => import('./people-table.tsx'), 'PeopleTable');

/** Whether people are shown as tables. docs/behaviour.md#browser-storage */
const tableSetting = (name: string) =>
  new StoredValue({ key: `${STORAGE_PREFIX}_${name}`, schema: v.boolean(), empty: false });

/** The places that show people either as a table or otherwise; the choice applies to all places of a kind at once. */
const PLACES = {
  answers: { otherwise: { label: 'Cards', icon: CARDS }, isTable: tableSetting('answers_as_table') },
  lists: { otherwise: { label: 'List', icon: ROWS }, isTable: tableSetting('lists_as_table') },
} as const;
type Place = keyof typeof PLACES;

export const useIsTable = (place: Place): boolean => useStoredValue(PLACES[place].isTable, (is) => is);

/** Shows all answers, or all lists, as tables or in their other view. */
export function ViewSwitch({ place }: { place: Place }) {
  const shown = useIsTable(place);
  const { otherwise, isTable: stored } = PLACES[place];
  const views = [
    { ...otherwise, isTable: false },
    { label: 'Table', icon: TABLE, isTable: true },
  ];
  return (
    <fieldset data-print="hide" className="inline-flex h-8 rounded-medium bg-well p-0.5">
      <legend className="sr-only">Show people as</legend>
      {views.map((view) => (
        <button
          key={view.label}
          type="button"
          aria-pressed={shown === view.isTable}
          onClick={() => stored.change(() => view.isTable)}
          className={classNames(
            'wrap-normal relative inline-flex select-none items-center gap-1.5 rounded-small px-2 font-medium text-caption text-ink-muted transition-[background-color,color] hover:text-ink',
            'touch:before:absolute touch:before:-inset-y-2 touch:before:inset-x-0 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card',
          )}
        >
          <Icon name={view.icon} />
          <span className="@max-pair:sr-only">{view.label}</span>
        </button>
      ))}
    </fieldset>
  );
}
