import type { ReactNode } from 'react';

/** A short fact about the item next to it. */
export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-5.5 shrink-0 items-center gap-1 whitespace-nowrap rounded-full bg-well px-2 font-medium text-caption text-ink-muted tabular-nums">
      {children}
    </span>
  );
}

/** One key, or keys pressed together, in readable form. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center whitespace-nowrap rounded-small border border-line bg-well px-1.5 font-medium font-sans text-caption text-ink-muted">
      {keys}
    </kbd>
  );
}
