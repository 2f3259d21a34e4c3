import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const TONES = {
  neutral: 'bg-well text-ink-muted',
  accent: 'bg-accent-soft text-accent',
} as const;

/** A short fact about the thing it stands beside. */
export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5.5 shrink-0 items-center gap-1 whitespace-nowrap rounded-full px-2 font-medium text-caption tabular-nums',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** One key, or keys pressed together, as people read them. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center whitespace-nowrap rounded-small border border-line bg-well px-1.5 font-medium font-sans text-caption text-ink-muted">
      {keys}
    </kbd>
  );
}
