import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { Criterion } from '#shared/criteria.ts';
import { Button, Icon } from '#web/ui/index.ts';
import { INFO } from '#web/ui/lazy-icons.ts';
import {
  type Adjustments,
  hasNewWords,
  isAdjusted,
  keepAdjustments,
  NOTHING_ADJUSTED,
  needsNewSearch,
  taskFor,
  useAdjustments,
} from './adjustments.ts';
import { BriefText } from './brief.tsx';
import { Chips } from './criteria-chips.tsx';
import { AddCriterion, EditCriterion, EditQuery, Panel } from './criterion-editor.tsx';

export interface CriteriaEditing {
  answerId: string;
  googleSearchQuery: string | undefined;
  /** Searches with the adjusted criteria; undefined while a search runs in the chat. */
  onSearch: ((task: ReturnType<typeof taskFor>) => void) | undefined;
  /** What such a search counts as: '1 search'. */
  cost: string;
  /** How many people no longer match the adjusted criteria, out of how many; and whether they are shown anyway. */
  fallen: { count: number; total: number; areShown: boolean; onShow: (areShown: boolean) => void };
}

/** What is open below the chips: a criterion, by its id, or one of the other panels. */
type Open = { criterionId: string } | 'add' | 'query' | 'brief' | undefined;

interface EditedCriteriaProps extends CriteriaEditing {
  criteria: readonly Criterion[];
  brief: string | undefined;
}

/** The criteria with the reader's adjustments: the chips, the panel open below them, and the outcome. */
export function EditedCriteria(props: EditedCriteriaProps) {
  const { criteria, brief, answerId, googleSearchQuery } = props;
  const adjustments = useAdjustments(answerId);
  const [open, setOpen] = useState<Open>();
  const panelId = useId();
  const { root, rememberOpener, requestFocusReturn } = useFocusReturn();
  const set = (next: Adjustments) => keepAdjustments(answerId, next);
  const toggle = (what: Open, button: HTMLButtonElement) => {
    rememberOpener(button);
    setOpen(isSame(what, open) ? undefined : what);
  };
  const close = () => {
    requestFocusReturn();
    setOpen(undefined);
  };
  const panelButtons = [
    { what: 'add', name: 'Add', icon: 'plus' },
    ...(googleSearchQuery === undefined
      ? []
      : [{ what: 'query', name: 'Google query', icon: 'search' } as const]),
    ...(brief ? [{ what: 'brief', name: 'Brief', icon: INFO } as const] : []),
  ] as const;
  const editors = { criteria, adjustments, onChange: set, onClose: close };
  return (
    <div ref={root} className="flex flex-col gap-2">
      <Chips
        criteria={criteria}
        adjustments={adjustments}
        open={typeof open === 'object' ? open.criterionId : undefined}
        panelId={panelId}
        onOpen={(criterionId, button) => toggle({ criterionId }, button)}
      >
        <div data-print="hide" className="flex flex-wrap items-center gap-x-1">
          {panelButtons.map(({ what, name, icon }) => (
            <Button
              key={what}
              name={what}
              variant="quiet"
              size="small"
              aria-expanded={open === what}
              aria-controls={open === what ? panelId : undefined}
              onClick={({ currentTarget }) => toggle(what, currentTarget)}
              className="min-h-7 aria-expanded:bg-pressed aria-expanded:text-ink"
            >
              <Icon name={icon} size={14} />
              <span>
                {what === 'query' && adjustments.googleSearchQuery !== undefined ? `${name} (edited)` : name}
              </span>
            </Button>
          ))}
        </div>
      </Chips>
      {open !== undefined && (
        <Panel id={panelId} onClose={close}>
          {typeof open === 'object' && (
            <EditCriterion key={open.criterionId} criterionId={open.criterionId} {...editors} />
          )}
          {open === 'add' && <AddCriterion {...editors} />}
          {open === 'query' && <EditQuery original={googleSearchQuery ?? ''} {...editors} />}
          {open === 'brief' && <BriefText>{brief}</BriefText>}
        </Panel>
      )}
      <Outcome
        {...props}
        adjustments={adjustments}
        onReset={() => {
          set(NOTHING_ADJUSTED);
          // An editor would keep words that were discarded.
          close();
        }}
      />
    </div>
  );
}

/**
 * Returns focus to what opened a panel when the panel closes. By then a chip may be elsewhere, as a different element, or gone; the next
 * best element then gets focus.
 */
function useFocusReturn() {
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(undefined);
  const isFocusDue = useRef(false);
  useLayoutEffect(() => {
    if (!isFocusDue.current) return;
    isFocusDue.current = false;
    const { name } = opener.current ?? {};
    const buttons = [...(root.current?.querySelectorAll('button') ?? [])];
    (buttons.find((button) => button.name === name) ?? buttons[0])?.focus();
  });
  return {
    root,
    rememberOpener: (button: HTMLButtonElement) => {
      opener.current = button;
    },
    requestFocusReturn: () => {
      isFocusDue.current = true;
    },
  };
}

const isSame = (one: Open, other: Open): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && one.criterionId === other.criterionId);

interface OutcomeProps extends CriteriaEditing {
  criteria: readonly Criterion[];
  adjustments: Adjustments;
  onReset: () => void;
}

/** The outcome of the adjustments, and what can be done next. */
function Outcome({ criteria, adjustments, onSearch, cost, fallen, onReset }: OutcomeProps) {
  const isSet = isAdjusted(adjustments);
  const task = needsNewSearch(adjustments) ? taskFor(criteria, adjustments) : undefined;
  const canSearch =
    onSearch !== undefined && task !== undefined && (task.criteria.length > 0 || !!task.googleSearchQuery);
  const sentences = [
    ...(fallen.count > 0
      ? [`${fallen.count} of ${fallen.total} no longer ${fallen.count === 1 ? 'matches' : 'match'}.`]
      : []),
    ...(isSet &&
    Object.values(adjustments.changes).some(({ text: _, ...rest }) => Object.keys(rest).length > 0)
      ? ['Scores and order reflect your changes.']
      : []),
    ...(hasNewWords(adjustments) ? ['Search again to apply new wording.'] : []),
  ];
  return (
    <div
      data-print="hide"
      // Takes up no space when empty.
      className={
        sentences.length === 0 && !isSet ? 'contents' : 'flex flex-wrap items-center gap-x-3 gap-y-1'
      }
    >
      <p role="status" className="text-ink-muted text-small tabular-nums empty:hidden">
        {sentences.join(' ')}
      </p>
      {isSet && (
        <div className="flex flex-wrap items-center gap-x-1">
          {task !== undefined && (
            <Button
              size="small"
              // Not disabled, so that the pressed button keeps focus while the search runs.
              aria-disabled={!canSearch}
              onClick={() => canSearch && onSearch?.(task)}
            >
              Search again
              <span className="font-normal text-ink-subtle">{cost}</span>
            </Button>
          )}
          {fallen.count > 0 && (
            <Button
              variant="quiet"
              size="small"
              aria-pressed={fallen.areShown}
              onClick={() => fallen.onShow(!fallen.areShown)}
            >
              {fallen.areShown ? 'Hide them' : 'Show them'}
            </Button>
          )}
          <Button variant="quiet" size="small" onClick={onReset}>
            Reset
          </Button>
        </div>
      )}
    </div>
  );
}
