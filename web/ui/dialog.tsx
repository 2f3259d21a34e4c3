import { type ReactNode, useContext, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ToastRegions } from './toast.tsx';

const PADDING = 'px-[min(1.25rem,5vw)] py-5';

/**
 * A centred box, one that uses the available room, a panel at the page's end, or a palette near the top, which has no visible title and
 * fills a narrow screen.
 */
const SHAPES = {
  box: `m-auto max-w-[min(var(--container-dialog),calc(100vw-2rem))] animate-rise rounded-large ${PADDING}`,
  wide: `m-auto max-h-[calc(100dvh-2rem)] max-w-[min(80rem,calc(100vw-1rem))] animate-rise rounded-large ${PADDING}`,
  side: `my-0 me-0 ms-auto h-dvh max-h-none max-w-120 animate-appear ${PADDING}`,
  palette:
    'max-tablet:h-dvh max-tablet:max-h-none max-tablet:max-w-none tablet:mx-auto tablet:mt-[min(12vh,8rem)] tablet:mb-auto animate-rise overflow-hidden tablet:max-w-160 tablet:rounded-large',
} as const;

interface DialogProps {
  title: string;
  /** 'alertdialog' for a question that must be answered: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  shape?: keyof typeof SHAPES;
  children: ReactNode;
  /** The buttons, with the one that goes ahead last. */
  actions?: ReactNode;
  /** The dialog stays until what it has begun is over, and then shows the outcome. */
  isBusy?: boolean;
  onClose: () => void;
}

/**
 * A modal dialog, open for as long as it is rendered. The browser traps focus inside, closes the dialog on Escape, and returns focus to
 * where it was.
 */
export function Dialog({
  title,
  role = 'dialog',
  shape = 'box',
  children,
  actions,
  isBusy = false,
  onClose,
}: DialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect's cleanup runs while the dialog is still in the document: only then does closing it return focus.
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
      closedby={isBusy ? 'none' : role === 'dialog' ? 'any' : 'closerequest'}
      // The `close` event comes in a task of its own: a key pressed before it would find the dialog closed, but still rendered.
      onCancel={(event) => {
        // React passes the event on to the dialog that this one is rendered in.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        // Only a browser that does not know `closedby` asks this of a busy dialog.
        if (!isBusy) onClose();
      }}
      onClose={() => {
        if (ref.current?.open === false) onClose();
      }}
      // Otherwise Escape would also close what contains the dialog, such as a sidebar over the page.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
      className={classNames('w-full bg-raised text-ink shadow-popover', SHAPES[shape])}
    >
      <h2 id={titleId} className={shape === 'palette' ? 'sr-only' : 'text-balance font-semibold text-title'}>
        {title}
      </h2>
      {children}
      {actions && <div className="mt-5 flex flex-wrap justify-end gap-2">{actions}</div>}
      <ModalToasts />
    </dialog>
  );
}

/** Closes a dialog, unless that is busy. */
export const CancelButton = ({ isBusy, onClose }: Pick<DialogProps, 'isBusy' | 'onClose'>) => (
  <Button aria-disabled={isBusy} onClick={() => !isBusy && onClose()}>
    Cancel
  </Button>
);

/** The place for toasts in a modal dialog, while it is the topmost one: everything outside it is inert. */
export function ModalToasts() {
  const { setPlaces, draw } = useContext(ToastRegions) ?? {};
  const place = useId();
  useLayoutEffect(() => {
    setPlaces?.((places) => [...places, place]);
    return () => setPlaces?.((places) => places.filter((one) => one !== place));
  }, [setPlaces, place]);
  return draw?.(place);
}

interface NameDialogProps {
  title: string;
  /** The field's label; by default the dialog's title. */
  label?: string;
  name: string;
  /** What was typed before and could not be stored, if anything: the field is filled with it instead of the name. */
  unstored?: string;
  /** The button's label. */
  action: string;
  /** In characters. */
  maxLength: number;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name. A blank or unchanged name closes the dialog without changing anything. */
export function NameDialog({
  title,
  label = title,
  name,
  unstored,
  action,
  maxLength,
  onName,
  onClose,
}: NameDialogProps) {
  const [text, setText] = useState(unstored || name);
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <CancelButton onClose={onClose} />
          <Button variant="primary" type="submit" form={formId}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && text.trim() !== name) onName(text);
          onClose();
        }}
      >
        <input
          type="text"
          dir="auto"
          aria-label={label}
          autoComplete="off"
          maxLength={maxLength}
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          className="mt-3 h-10 w-full rounded-medium border border-line-strong bg-surface px-3 text-body"
        />
      </form>
    </Dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  /** The label of the button that confirms. */
  action: string;
  /** What confirming means. */
  children: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export const ConfirmDialog = ({ title, action, children, onConfirm, onClose }: ConfirmDialogProps) => (
  <Dialog
    role="alertdialog"
    title={title}
    onClose={onClose}
    actions={
      <>
        <CancelButton onClose={onClose} />
        <Button variant="danger" onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    <p className="mt-2 text-ink-muted">{children}</p>
  </Dialog>
);
