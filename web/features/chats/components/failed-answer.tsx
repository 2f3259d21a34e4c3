import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';

interface FailedAnswerProps {
  /** Stopped by the person rather than failed. */
  stopped?: boolean;
  children: ReactNode;
  onRetry: (() => void) | undefined;
}

/** An answer that did not come to be: said calmly, with the way on beside it. */
export function FailedAnswer({ children, stopped = false, onRetry }: FailedAnswerProps) {
  return (
    <div className="flex max-w-prose flex-wrap items-start gap-x-3 gap-y-2 rounded-large border border-line bg-surface p-4 text-reading shadow-card">
      <Icon
        name={stopped ? 'stop' : 'alert'}
        size={18}
        className={classNames('mt-0.75', stopped ? 'text-ink-subtle' : 'text-poor')}
      />
      <div className="min-w-48 flex-1">
        {stopped && <p className="font-medium text-ink-muted text-small">Stopped</p>}
        <p dir="auto" className="whitespace-pre-wrap">
          {children}
        </p>
      </div>
      {onRetry && (
        <Button onClick={onRetry} data-print="hide">
          <Icon name="retry" />
          Try again
        </Button>
      )}
    </div>
  );
}
