import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

interface DialogProps {
  title: string;
  /** 'alertdialog' for a question that must be answered: a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
  /** 'palette' stands near the top without a title that is seen, and fills a narrow screen. */
  look?: 'window' | 'palette';
  /** The buttons, the one that goes on last. */
  actions?: ReactNode;
  onClose: () => void;
}

const LOOKS = {
  window:
    'm-auto w-full max-w-[min(var(--container-dialog),calc(100vw-2rem))] rounded-large px-[min(1.25rem,5vw)] py-5',
  palette:
    'max-tablet:h-dvh max-tablet:max-h-none max-tablet:max-w-none tablet:mx-auto tablet:mt-[min(12vh,8rem)] tablet:mb-auto w-full overflow-hidden tablet:max-w-160 tablet:rounded-large',
} as const;

/**
 * A modal dialog, open for as long as it is rendered. The browser keeps the focus inside, closes on Escape, and gives the focus back
 * to where it was.
 */
export function Dialog({ title, role = 'dialog', look = 'window', children, actions, onClose }: DialogProps) {
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
      className={classNames('animate-rise bg-raised text-ink shadow-popover', LOOKS[look])}
    >
      <h2 id={titleId} className={look === 'palette' ? 'sr-only' : 'text-balance font-semibold text-title'}>
        {title}
      </h2>
      {children}
      {actions && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
    </dialog>
  );
}
