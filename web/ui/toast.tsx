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
  /** A further action. */
  more?: ToastAction;
  /**
   * For keyboard users: the action gets focus, and this moves it on when the toast is gone. Without it, focus that was moved to the toast
   * returns to where it came from.
   */
  onLeave?: () => void;
  /** Keeps the actions of the toast that it replaces. */
  keepsActions?: true;
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

interface ToastRegions {
  /** Updates the places that have a toast region: the page, and each open modal dialog, since that makes everything outside it inert. */
  setPlaces: (change: (places: readonly string[]) => readonly string[]) => void;
  /** Renders the region of a place; the last place shows the toast. */
  draw: (place: string) => ReactNode;
}

export const ToastRegions = createContext<ToastRegions | undefined>(undefined);

/** Shows one toast; a later one replaces it. */
export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext);

/** Milliseconds for which a toast stays while it is neither hovered nor focused: long enough to read it and reach its button. */
const TOAST_DURATION = 10_000;
/** In ms. A dialog that opens or closes sooner may cut the announcement short, so it is made again. */
const ANNOUNCING_TIME = 3_000;

/**
 * Provides {@link useToast} to everything below it, and announces and shows the toast. It appears at the lower edge, where the main screen
 * and its sidebar have small print and no controls; on a phone, a toast of two lines is no higher than one of a single line. Clicks on its
 * text go through to what lies below, so it blocks nothing. Over a modal dialog it is rendered inside that dialog.
 */
export function ToastProvider({ children, userId }: { children: ReactNode; userId?: string | undefined }) {
  const [toast, setToast] = useState<Toast & { number: number }>();
  const show = useCallback(
    (next: Toast) =>
      setToast((last) => ({ ...(next.keepsActions && last), ...next, number: (last?.number ?? 0) + 1 })),
    [],
  );
  // A message for one user, and its undo, must not be shown to another.
  const [owner, setOwner] = useState(userId);
  if (owner !== userId) {
    setOwner(userId);
    setToast(undefined);
  }
  const [places, changePlaces] = useState<readonly string[]>(['']);
  const last = places.at(-1);
  /** The last toast that has been shown for long enough to have been read out. */
  const announced = useRef<object>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => {
      announced.current = toast;
    }, ANNOUNCING_TIME);
    return () => clearTimeout(timer);
  }, [toast]);
  /** The toast that has moved to another place after it was announced. */
  const [moved, setMoved] = useState<object>();
  const setPlaces = useCallback<ToastRegions['setPlaces']>((change) => {
    changePlaces(change);
    setMoved(announced.current);
  }, []);
  /** The last event in which the pointer or the focus left the toast. */
  const [leaving, setLeaving] = useState<object>();
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time begins anew when the toast is left
  useEffect(() => {
    if (!toast) return;
    const timer = setInterval(() => {
      // Asked then, since no event tells that a hovered or focused button is gone, or that a long press on it counts as hovering no more.
      if (!root.current?.matches(':hover, :focus-within')) setToast(undefined);
    }, TOAST_DURATION);
    return () => clearInterval(timer);
  }, [toast, leaving]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the element is another one in another place
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    // What gets the focus is scrolled into view above the toast, not behind it.
    const { style } = element.closest('dialog') ?? document.documentElement;
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `calc(${element.offsetHeight}px + 0.5rem)`;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, [toast, last]);
  const onLeave = toast?.onLeave;
  useEffect(() => {
    if (onLeave) root.current?.querySelector('button')?.focus();
  }, [onLeave]);
  const cameFrom = useRef<Element>(null);
  const close = () => {
    const focused = document.activeElement;
    if (onLeave) onLeave();
    // Focus stays where the action may have moved it, and where it is for a pointer user who had no focus on the page.
    else if (root.current?.contains(focused) && (cameFrom.current || focused?.matches(':focus-visible')))
      giveFocusBack(cameFrom.current);
    setToast(undefined);
  };
  const box = toast && (
    <div
      ref={root}
      className="wrap-normal flex animate-rise items-center gap-2 rounded-medium bg-raised min-h-8 ps-4 pe-1 text-small leading-4 tablet:text-body shadow-popover *:[button]:pointer-events-auto *:[button]:-outline-offset-2"
    >
      {/* Announced again even if it says the same as the one before. */}
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
  );
  const draw = (place: string) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of what happens to the buttons in it
    <div
      data-print="hide"
      onPointerLeave={setLeaving}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      onBlur={setLeaving}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Otherwise Escape would also close a dialog, or stop a search.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      className="pointer-events-none fixed inset-x-2 bottom-0 tablet:bottom-0.5 z-50 flex tablet:justify-end justify-center"
    >
      {/* What enters it is announced. */}
      <div role="status">{place === last && toast !== moved && box}</div>
      {place === last && toast === moved && box}
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
