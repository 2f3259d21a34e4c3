import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { giveFocusBack } from '#web/lib/page.ts';
import { Button, IconButton } from './button.tsx';

interface ToastAction {
  label: string;
  onSelect: () => void;
}

interface Toast {
  message: string;
  action?: ToastAction;
  /** What else can be done. */
  more?: ToastAction;
  /**
   * For people who work by keyboard: the action takes the focus, and this moves it on when the toast is gone. Without it the focus of whoever
   * has gone there goes back to where it came from.
   */
  onLeave?: () => void;
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

interface ToastRegions {
  /** Changes the places where there is a region: the page, and each modal dialog that is open, which keeps readers from all that is not in it. */
  setPlaces: (change: (places: readonly string[]) => readonly string[]) => void;
  /** Draws the region of a place; that of the last has the toast. */
  draw: (place: string) => ReactNode;
}

export const ToastRegions = createContext<ToastRegions | undefined>(undefined);

/** Shows one toast; a later one takes its place. */
export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext);

/** Milliseconds a toast stays while nobody points at it: long enough to read it and reach its button. */
const STAY = 10_000;

/**
 * Makes {@link useToast} work below it, and speaks and shows the toast. It stands at the lower edge, where the main screen and its sidebar
 * have small print and no controls, two lines as high as one on a phone, and clicks on its text go to what lies below, so it blocks nothing. Over a modal dialog it is within that
 * dialog.
 */
export function ToastProvider({ children, userId }: { children: ReactNode; userId?: string | undefined }) {
  const [toast, setToast] = useState<Toast & { number: number }>();
  const show = useCallback(
    (next: Toast) => setToast((last) => ({ ...next, number: (last?.number ?? 0) + 1 })),
    [],
  );
  // What is told to somebody, and its undo, is nobody else's.
  const [owner, setOwner] = useState(userId);
  if (owner !== userId) {
    setOwner(userId);
    setToast(undefined);
  }
  const [places, setPlaces] = useState<readonly string[]>(['']);
  const last = places.at(-1);
  /** The place in which it is pointed at or has the focus. */
  const [held, setHeld] = useState<string>();
  useEffect(() => {
    if (!toast || held === last) return;
    const timer = setTimeout(() => setToast(undefined), STAY);
    return () => clearTimeout(timer);
  }, [toast, held, last]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (toast?.onLeave) root.current?.querySelector('button')?.focus();
  }, [toast]);
  const cameFrom = useRef<Element>(null);
  const close = () => {
    const focused = document.activeElement;
    if (toast?.onLeave) toast.onLeave();
    // What was pressed may have moved it; and who points and has no place on the page is not moved.
    else if (root.current?.contains(focused) && (cameFrom.current || focused?.matches(':focus-visible')))
      giveFocusBack(cameFrom.current);
    setToast(undefined);
    setHeld(undefined);
  };
  const draw = (place: string) => (
    <div
      role="status"
      data-print="hide"
      onPointerEnter={() => setHeld(place)}
      onPointerLeave={() => setHeld(undefined)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        setHeld(place);
      }}
      onBlur={() => setHeld(undefined)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The same key would close a dialog, and stop a search.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      className="pointer-events-none fixed inset-x-2 bottom-0 tablet:bottom-0.5 z-50 flex tablet:justify-end justify-center"
    >
      {place === last && toast && (
        <div
          ref={root}
          className="wrap-normal flex animate-rise items-center gap-2 rounded-medium bg-raised min-h-8 ps-4 pe-1 text-small leading-4 tablet:text-body shadow-popover *:[button]:pointer-events-auto *:[button]:-outline-offset-2"
        >
          {/* Spoken again where it says the same as the one before. */}
          <span key={toast.number} className="wrap-anywhere min-w-0">
            {toast.message}
          </span>
          {[toast.action, toast.more].map(
            (one) =>
              one && (
                <Button
                  key={one.label}
                  variant="link"
                  size="small"
                  onClick={() => {
                    one.onSelect();
                    close();
                  }}
                >
                  {one.label}
                </Button>
              ),
          )}
          <IconButton
            icon="close"
            label="Dismiss"
            size="small"
            onClick={close}
            className="touch:before:size-9!"
          />
        </div>
      )}
    </div>
  );
  return (
    <ToastContext value={show}>
      <ToastRegions value={{ setPlaces, draw }}>
        {children}
        {draw('')}
      </ToastRegions>
    </ToastContext>
  );
}
