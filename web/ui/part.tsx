import { Component, type ReactNode, Suspense } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface PartProps {
  /** Shown while its code is loading. */
  loading?: ReactNode;
  /** Shown when it could not be loaded or drawn. */
  missing?: ReactNode;
  children: ReactNode;
}

/** A part of the page that may come late, or not at all, without taking the rest with it. */
export function Part({ loading = null, missing = <PartMissing />, children }: PartProps) {
  return (
    <ErrorBoundary fallback={missing}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** Shown instead of a part of the page that could not be loaded or drawn; `floating` for a part that stands over the page. */
export function PartMissing({
  children = 'This part of the page could not be loaded.',
  floating = false,
}: {
  children?: string;
  floating?: boolean;
}) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-large border border-line p-4 text-body',
        floating && 'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-96 bg-raised shadow-popover',
      )}
    >
      <p className="flex-1 text-ink-muted">{children}</p>
      <Button onClick={() => location.reload()}>
        <Icon name="retry" />
        Reload
      </Button>
    </div>
  );
}

interface ErrorBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a failure to draw, or to load, one part of the page from taking the rest with it. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
