import type { ReactNode } from 'react';
import type { DisplayProfile } from '#shared/results.ts';
import { classNames } from '#web/ui/index.ts';
import { CELL, CELLS, looksOf, NameCell } from './cells.tsx';
import type { Person } from './person.ts';
import type { Column } from './rows.ts';

export interface RowProps {
  columns: readonly { column: Column; name: string }[];
  person: Person;
  index: number;
  isCurrent: boolean;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: (isRange: boolean) => void;
  onPick: () => void;
  onOpen: () => void;
  /** The actions on one person, rendered small. */
  action: ((profile: DisplayProfile, isSmall: boolean) => ReactNode) | undefined;
}

/** A person in the grid. A click opens them; with Shift or Ctrl it selects. */
export function Row(props: RowProps) {
  const { person, index, columns, isCurrent, isOpen, isSelected, onSelect, onPick, onOpen, action } = props;
  return (
    <tr
      tabIndex={isCurrent ? 0 : -1}
      data-person={person.key}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen ? 'true' : undefined}
      onFocus={onPick}
      onMouseDown={(event) => {
        // Shift selects a range of rows, not of text.
        if (!event.shiftKey) return;
        event.preventDefault();
      }}
      onClick={({ target, currentTarget, shiftKey, ctrlKey, metaKey }) => {
        // Ignores clicks in what an action has opened elsewhere on the page, too.
        if (!(target instanceof Element && currentTarget.contains(target))) return;
        if (target.closest('label, a, [data-row-action]') !== null) return;
        if (shiftKey || ctrlKey || metaKey) onSelect(shiftKey);
        else onOpen();
        onPick();
      }}
      className="group/row h-16 cursor-pointer short:scroll-mb-0 scroll-mt-9 scroll-mb-[calc(var(--selection-bar,0px)+var(--lower-edge,0.5rem)+0.5rem)] break-inside-avoid -outline-offset-2 hover:bg-hover aria-selected:bg-well aria-[current=true]:bg-pressed print:bg-transparent!"
    >
      <td className="border-line border-b p-0 align-middle print:hidden">
        <label className="flex min-h-11 w-full cursor-pointer items-center justify-center">
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
          <td key={column} className={classNames(CELL, looksOf(column, columns))}>
            {CELLS[column](person)}
          </td>
        ),
      )}
      {action && (
        <td data-row-action className={classNames(CELL, 'px-0! text-center print:hidden')}>
          {action(person.profile, true)}
        </td>
      )}
    </tr>
  );
}
