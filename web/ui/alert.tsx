import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { INFO, WARNING } from './lazy-icons.ts';

interface AlertProps {
  /** Screen readers announce an error at once, a notice at the next pause. */
  tone: 'error' | 'notice';
  children: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  /** Adds a 'Try again' button. */
  onRetry?: (() => void) | undefined;
  onDismiss?: () => void;
}

export function Alert({ tone, children, action, onRetry, onDismiss }: AlertProps) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames(
        'flex animate-appear flex-wrap items-start justify-end gap-3 rounded-medium border px-3 py-2 text-body',
        tone === 'error' ? 'border-poor/30 bg-poor-soft text-poor' : 'border-line bg-well text-ink-muted',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-36 gap-3">
        <Icon name={tone === 'error' ? WARNING : INFO} className="mt-0.75" />
        <div className="min-w-0 py-px">{children}</div>
      </div>
      {/* As high as a line of the text. */}
      {action && <div className="-my-1">{action}</div>}
      {onRetry && (
        <Button variant="plain" size="small" className="-my-1" onClick={onRetry}>
          Try again
        </Button>
      )}
      {onDismiss && (
        <IconButton icon="close" label="Dismiss" size="small" onClick={onDismiss} className="-my-0.5 -me-1" />
      )}
    </div>
  );
}
