import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  title: string;
  /** 'alertdialog' for a question that must be answered: a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
  /** The buttons, the one that goes on last. */
  actions?: ReactNode;
  onClose: () => void;
}

/**
 * A modal dialog, open for as long as it is rendered. The browser keeps the focus inside, closes on Escape, and gives the focus back
 * to where it was.
 */
export function Dialog({ title, role = 'dialog', children, actions, onClose }: DialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect's cleanup still finds the dialog in the document: only then does closing it return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      role={role === 'dialog' ? undefined : role}
      aria-labelledby={titleId}
      closedby={role === 'dialog' ? 'any' : 'closerequest'}
      onClose={() => {
        if (ref.current?.open === false) onClose();
      }}
      className="m-auto w-full max-w-[min(var(--container-dialog),calc(100vw-2rem))] animate-rise rounded-large bg-raised px-[min(1.25rem,5vw)] py-5 text-ink shadow-popover"
    >
      <h2 id={titleId} className="text-balance font-semibold text-title">
        {title}
      </h2>
      {children}
      {actions && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
    </dialog>
  );
}
