import { useLayoutEffect, useRef } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ShownStep } from '../search-state.ts';
import { ProgressStep } from './progress-step.tsx';

interface ProgressPanelProps {
  /** All six steps will come: room for both rows of them is kept, so that nothing below moves when the second begins. */
  isDeep: boolean;
  steps: readonly ShownStep[];
  /** Shown until the first step has come. */
  loadingMessage: string | undefined;
  isReconnecting?: boolean;
}

/** What the search is doing, step by step. The steps are spoken elsewhere, one at a time. */
export function ProgressPanel({ steps, loadingMessage, isDeep, isReconnecting = false }: ProgressPanelProps) {
  const view = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    view.current?.scrollTo({ top: view.current.scrollHeight, behavior: 'instant' });
  });
  const shown = steps.filter(({ status }) => status !== 'pending');
  return (
    <section
      aria-label="Search progress"
      className="@container rounded-large border border-line bg-surface px-4 py-3 shadow-card"
    >
      {shown.length === 0 ? (
        <p className="flex items-center gap-3 text-ink-muted">
          <Spinner />
          {loadingMessage ?? 'Connecting...'}
        </p>
      ) : (
        // In one column older steps give way to the newest: a panel that grew would push the people found so far down the screen.
        <div ref={view} className="@max-pair:h-44 @max-pair:overflow-hidden">
          <ol
            className={classNames(
              '@pair:grid @pair:auto-rows-[minmax(7rem,auto)] @pair:grid-cols-3 @pair:gap-x-6 @pair:gap-y-3',
              isDeep && '@pair:min-h-59',
            )}
          >
            {shown.map((step) => (
              <ProgressStep key={step.id} step={step} />
            ))}
          </ol>
        </div>
      )}
      {/* Always there, so that a text appearing in it is spoken. */}
      <p
        role="status"
        className={classNames('text-ink-muted text-small', isReconnecting && 'animate-appear pt-1')}
      >
        {isReconnecting && 'Reconnecting...'}
      </p>
    </section>
  );
}
