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
