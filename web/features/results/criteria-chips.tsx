import { type ReactNode, useId } from 'react';
import { type Criterion, NEEDS } from '#shared/criteria.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { ARROW_DOWN, PENCIL } from '#web/ui/lazy-icons.ts';
import type { Adjustments } from './adjustments.ts';

const GROUPS = {
  required: { name: 'Required', look: 'border-line-strong/60 bg-surface text-ink' },
  preferred: { name: 'Nice to have', look: 'border-line-strong border-dashed text-ink-muted' },
  excluded: { name: 'Excluded', look: 'border-line bg-well text-ink-muted' },
  removed: { name: 'Removed', look: 'border-line text-ink-subtle line-through' },
} as const;

interface ChipsProps {
  criteria: readonly Criterion[];
  adjustments: Adjustments;
  open?: string | undefined;
  panelId?: string;
  /** Absent if nothing can be adjusted. */
  onOpen?: (criterionId: string, button: HTMLButtonElement) => void;
  /** Rendered after the chips. */
  children?: ReactNode;
}

/** The criteria grouped by need, with the reader's adjustments. */
export function Chips({
  criteria,
  adjustments: { changes, added },
  open,
  panelId,
  onOpen,
  children,
}: ChipsProps) {
  const id = useId();
  const chips = [
    ...criteria.map(({ text, need, ...criterion }) => {
      const change = changes[criterion.id] ?? {};
      return {
        id: criterion.id,
        text: change.text ?? text,
        need: change.isRemoved ? ('removed' as const) : (change.need ?? need),
        weight: change.weight,
        isNew: change.text !== undefined,
      };
    }),
    ...added.map((criterion) => ({ ...criterion, weight: undefined, isNew: true })),
  ];
  if (chips.length === 0) return children;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <dl className="contents">
        {([...NEEDS, 'removed'] as const).map((need) => {
          const { name, look } = GROUPS[need];
          const members = chips.filter((chip) => chip.need === need);
          if (members.length === 0) return null;
          return (
            <div
              key={need}
              data-print={need === 'removed' ? 'hide' : undefined}
              className="flex min-w-0 flex-wrap items-center gap-1.5"
            >
              <dt id={`${id}-${need}`} className="me-0.5 text-caption text-ink-subtle">
                {name}
              </dt>
              {members.map((chip) => (
                <dd key={chip.id} className="flex min-w-0">
                  <Chip
                    {...chip}
                    name={chip.id}
                    look={look}
                    isOpen={open === chip.id}
                    panelId={panelId}
                    describedBy={`${id}-${need}`}
                    onOpen={onOpen && ((button) => onOpen(chip.id, button))}
                  />
                </dd>
              ))}
            </div>
          );
        })}
      </dl>
      {children}
    </div>
  );
}

interface ChipProps {
  name: string;
  text: string;
  need: string;
  weight: 'less' | 'more' | undefined;
  /** Nobody has been compared with this wording yet. */
  isNew: boolean;
  look: string;
  isOpen: boolean;
  panelId: string | undefined;
  describedBy: string;
  onOpen: ((button: HTMLButtonElement) => void) | undefined;
}

function Chip({ name, text, need, weight, isNew, look, isOpen, panelId, describedBy, onOpen }: ChipProps) {
  const className = classNames(
    'inline-flex min-h-6 min-w-0 items-center gap-1 rounded-large border px-2.5 py-px text-small text-start',
    look,
  );
  const content = (
    <>
      {need === 'excluded' && <ExcludedIcon />}
      <span dir="auto" className="min-w-0">
        {text}
      </span>
      {weight && (
        <>
          <Icon name={weight === 'more' ? 'arrow-up' : ARROW_DOWN} size={12} />
          <span className="sr-only">(counts {weight})</span>
        </>
      )}
      {isNew && (
        <>
          <Icon name={PENCIL} size={12} />
          <span className="sr-only">(not searched for yet)</span>
        </>
      )}
    </>
  );
  if (onOpen === undefined) return <span className={className}>{content}</span>;
  return (
    <button
      type="button"
      name={name}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      aria-describedby={describedBy}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
      className={classNames(
        className,
        'relative transition-[background-color] hover:bg-hover active:bg-pressed aria-expanded:bg-pressed touch:before:absolute touch:before:-inset-x-0 touch:before:-inset-y-2',
      )}
    >
      {content}
    </button>
  );
}

const ExcludedIcon = () => (
  <svg
    viewBox="0 0 12 12"
    width="0.75rem"
    height="0.75rem"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.25"
    aria-hidden="true"
    className="shrink-0"
  >
    <circle cx="6" cy="6" r="4.75" />
    <path d="m2.75 9.25 6.5-6.5" />
  </svg>
);
