import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

export interface Toast {
  message: string;
  action?: { label: string; onSelect: () => void };
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows one toast; a later one takes its place. */
export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext);

/** Milliseconds a toast stays while nobody points at it: long enough to read it and reach its button. */
const STAY = 10_000;

/** Makes {@link useToast} work below it, and speaks and shows the toast. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (toast === undefined || held) return;
    const timer = setTimeout(() => setToast(undefined), STAY);
    return () => clearTimeout(timer);
  }, [toast, held]);
  const close = () => {
    setToast(undefined);
    setHeld(false);
  };
  return (
    <ToastContext value={setToast}>
      {children}
      <div
        role="status"
        data-print="hide"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        className="pointer-events-none fixed inset-x-4 top-16 z-50 flex justify-center"
      >
        {toast && (
          <div className="pointer-events-auto flex animate-rise items-center gap-2 rounded-medium bg-raised py-1.5 ps-4 pe-1.5 text-body shadow-popover">
            <span className="min-w-0">{toast.message}</span>
            {toast.action && (
              <Button
                variant="link"
                size="small"
                onClick={() => {
                  toast.action?.onSelect();
                  close();
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <IconButton icon="close" label="Dismiss" size="small" onClick={close} />
          </div>
        )}
      </div>
    </ToastContext>
  );
}
