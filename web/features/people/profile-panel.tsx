import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { DisplayProfile } from '#shared/results.ts';
import { ProfileCard } from '#web/features/results/index.ts';
import { Dialog, IconButton, type IconName } from '#web/ui/index.ts';
import { ARROW_DOWN } from '#web/ui/lazy-icons.ts';
import type { Person } from './person.ts';
import { useHeightInSight } from './use-height-in-sight.ts';

interface ProfilePanelProps {
  person: Person;
  /** There is room next to the table; otherwise the panel lies over the page. */
  isBeside: boolean;
  /** Index among the rows that are shown; -1 for a person who has been filtered out. */
  place: number;
  count: number;
  /** Shows the next or previous person of the table. */
  onStep: (by: -1 | 1) => void;
  onClose: () => void;
  action: ((profile: DisplayProfile) => ReactNode) | undefined;
  /** What is known about the person from earlier. */
  children?: ReactNode;
}

/** A person's whole profile: the card with its evidence expanded, and what is known from earlier. */
export function ProfilePanel(props: ProfilePanelProps) {
  const { person, isBeside, onClose } = props;
  if (isBeside) return <BesidePanel {...props} />;
  return (
    <Dialog title={`Profile of ${person.profile.fullName}`} shape="side" onClose={onClose}>
      <div className="mt-3">
        <Profile {...props} />
      </div>
    </Dialog>
  );
}

/**
 * Next to the table, below the line whose end may be taken by tools. It stays in view while the table is scrolled; a screen with something
 * at the upper edge of the scroll container sets `--upper-edge` to the room that takes.
 */
function BesidePanel(props: ProfilePanelProps) {
  const { person, onStep, onClose } = props;
  const panel = useRef<HTMLElement>(null);
  useHeightInSight(panel);
  useEffect(() => {
    // An unfinished note has taken the focus: if it lost that, it would be saved as it is.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true });
  }, []);
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    // On the panel itself the arrow keys move between people as in the table; they scroll nothing there.
    const step = { ArrowUp: -1, ArrowDown: 1 } as const;
    if (target instanceof Element && target.matches('input, textarea, select')) return;
    if (key === 'Escape') onClose();
    else if (target === panel.current && (key === 'ArrowUp' || key === 'ArrowDown')) onStep(step[key]);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const element = panel.current;
    const listen = (event: KeyboardEvent) => handleKeyDown(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={`Profile of ${person.profile.fullName}`}
      data-print="hide"
      className="sticky top-(--upper-edge,0.5rem) mt-10 max-h-[max(16rem,calc(var(--in-sight)-0.75rem))] w-96 shrink-0 animate-appear overflow-y-auto rounded-large"
    >
      <Profile {...props} />
    </aside>
  );
}

function Profile({ person, place, count, onStep, onClose, action, children }: ProfilePanelProps) {
  const { key, status: _, note: __, rating: ___, origins: ____, providers: _____, ...card } = person;
  // The button stays at either end, so that it keeps focus.
  const step = (by: -1 | 1, label: string, icon: IconName) => {
    const isEnd = place === -1 || place + by < 0 || place + by >= count;
    return (
      <IconButton
        icon={icon}
        label={label}
        size="small"
        aria-disabled={isEnd}
        onClick={() => !isEnd && onStep(by)}
        className="aria-disabled:cursor-default aria-disabled:opacity-40"
      />
    );
  };
  return (
    <>
      <div className="flex items-center gap-1 pb-2">
        <p className="me-auto text-ink-subtle text-small tabular-nums">
          {place === -1 ? 'Filtered out' : `${place + 1} of ${count}`}
        </p>
        {step(-1, 'Previous person', 'arrow-up')}
        {step(1, 'Next person', ARROW_DOWN)}
        <IconButton icon="close" label="Close the profile" size="small" onClick={onClose} />
      </div>
      <div className="@container">
        <ProfileCard key={key} {...card} showsEvidence actions={action} />
      </div>
      {children}
    </>
  );
}
