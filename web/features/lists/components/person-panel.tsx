import { type ComponentType, type RefObject, useEffect, useRef } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import { dayOf } from '#web/lib/format.ts';
import { classNames, IconButton, ModalToasts } from '#web/ui/index.ts';
import { OriginList } from './origins.tsx';

interface PersonPanelProps {
  /** Renders a person's whole card. */
  Card: ComponentType<{ person: ListedPerson }>;
  person: ListedPerson;
  isBeside: boolean;
  opener: RefObject<Element | null>;
  onClose: () => void;
}

/** A person's whole profile as it was saved: next to the list if there is room, otherwise over it. */
export function PersonPanel({ person, isBeside, opener, Card, onClose }: PersonPanelProps) {
  const panel = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLSpanElement>(null);
  // Over the list it is modal, and traps focus.
  useEffect(() => {
    const dialog = panel.current;
    if (isBeside) dialog?.show();
    else dialog?.showModal();
    close.current?.querySelector('button')?.focus();
    return () => {
      dialog?.close();
      if (opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, [isBeside, opener]);
  return (
    <dialog
      ref={panel}
      aria-label={`Profile of ${person.profile.fullName}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      className={classNames(
        'animate-appear overflow-y-auto p-1 text-ink',
        isBeside
          ? 'sticky top-4 m-0 block max-h-[calc(100dvh-2rem)] w-100 shrink-0 bg-transparent'
          : 'm-auto max-h-[calc(100dvh-2rem)] w-full max-w-[min(32rem,calc(100vw-1.5rem))] rounded-large bg-canvas px-3 py-2 shadow-popover',
      )}
    >
      <div className="mb-2 flex items-center justify-between gap-2">
        <p className="font-medium text-ink-muted text-small">
          As saved on {dayOf(person.origins[0]?.savedAt ?? person.addedAt)}
        </p>
        <span ref={close}>
          <IconButton icon="close" label="Close profile" size="small" onClick={onClose} />
        </span>
      </div>
      <div className="@container">
        <Card person={person} />
      </div>
      <OriginList person={person} />
      {!isBeside && <ModalToasts />}
    </dialog>
  );
}
