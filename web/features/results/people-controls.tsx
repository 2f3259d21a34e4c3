import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DisplayProfile } from '#shared/results.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { Button, Icon, Switch, useToast } from '#web/ui/index.ts';
import type { Adjustments } from './adjustments.ts';
import { cardKeyOf } from './card-key.ts';
import type { CriteriaEditing } from './edited-criteria.tsx';
import type { PeopleView } from './people-view.ts';

/** What readers can do with an answer's people. The object stays the same until anything in it changes. */
export interface ResultsControls extends Pick<PeopleView, 'fallen' | 'hidden' | 'seen'> {
  criteria: Omit<CriteriaEditing, 'fallen'>;
  /** People who no longer match, if they are shown anyway; otherwise empty. */
  shownFallen: readonly DisplayProfile[];
  onShowFallen: (areShown: boolean) => void;
  adjustments: Adjustments;
  /** By profile id. */
  onHide: (id: string) => void;
  onShow: (id: string) => void;
  /** Looks somebody up. */
  onVerify: (id: string) => void;
  /** Ids of the people who can be looked up: none while a search runs in the chat. */
  verifiable: ReadonlySet<string>;
  /** Finds more people; undefined while a search runs in the chat, or if there are no more. */
  onMore: (() => void) | undefined;
  /** Shown next to it: whether the search uses the examples. */
  examples?: ReactNode;
  hidesSeen: boolean;
  onHideSeen: (isOn: boolean) => void;
}

/** Lists who is out of sight, and offers to find more people or to show fewer. */
export function PeopleControls(controls: ResultsControls) {
  const { hidden, seen, onHide, onShow, criteria, onMore, examples, hidesSeen, onHideSeen } = controls;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const toast = useToast();
  /** The last hidden person, if they were shown again by keyboard. */
  const shownAgainId = useRef<string>(undefined);
  useEffect(() => {
    if (shownAgainId.current === undefined || hidden.length > 0) return;
    const directory = root.current?.closest('[data-directory]');
    const card = directory?.querySelector<HTMLElement>(
      `[data-profile="${cardKeyOf(shownAgainId.current)}"] > article`,
    );
    (card ?? directory?.querySelector<HTMLElement>('tr[tabindex="0"]'))?.focus();
    shownAgainId.current = undefined;
  }, [hidden]);
  function show({ currentTarget, detail }: MouseEvent<HTMLElement>, { id, fullName }: DisplayProfile) {
    const item = currentTarget.closest('li');
    const sibling = item?.nextElementSibling ?? item?.previousElementSibling;
    if (detail === 0) {
      if (sibling) sibling.querySelector('button')?.focus();
      else shownAgainId.current = id;
    }
    onShow(id);
    // It also replaces the toast that says that they are hidden.
    toast({
      message: `${fullName} is shown again.`,
      action: { label: 'Undo', onSelect: () => onHide(id) },
    });
  }
  return (
    <div ref={root} data-print="hide" className="flex flex-col gap-1">
      {hidden.length > 0 && (
        <div>
          {countOfPeople(hidden.length)} hidden ·{' '}
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="relative font-medium text-ink-muted underline-offset-2 hover:text-ink hover:underline touch:before:absolute touch:before:-inset-3"
          >
            {isOpen ? 'Close' : 'Show'}
          </button>
          <ul id={id} hidden={!isOpen} className="mt-1 flex flex-col">
            {hidden.map((profile) => (
              <li key={profile.id} className="flex flex-wrap items-center gap-x-2">
                <span dir="auto" className="text-ink">
                  {profile.fullName}
                </span>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Show again: ${profile.fullName}`}
                  onClick={(event) => show(event, profile)}
                >
                  Show again
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3">
          {onMore && (
            <>
              <Button size="small" onClick={onMore}>
                <Icon name="plus" size={14} />
                Find more people
              </Button>
              <span>{criteria.cost}</span>
              {examples}
            </>
          )}
        </span>
        <span className="-mx-2 inline-flex flex-wrap items-center">
          <Switch label="Hide everyone I have seen" checked={hidesSeen} onChange={onHideSeen} />
          {hidesSeen && <span role="status">{countOfPeople(seen.length)} hidden</span>}
        </span>
      </div>
    </div>
  );
}
