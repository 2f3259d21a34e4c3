import { Spinner } from '#web/ui/spinner.tsx';
import type { ShownStep } from '../search-state.ts';
import { ProgressStep } from './progress-step.tsx';

interface ProgressPanelProps {
  steps: readonly ShownStep[];
  /** Shown until the first step has come. */
  loadingMessage: string | undefined;
}

/** What the search is doing, step by step. The steps are spoken elsewhere, one at a time. */
export function ProgressPanel({ steps, loadingMessage }: ProgressPanelProps) {
  const shown = steps.filter(({ status }) => status !== 'pending');
  return (
    <section
      aria-label="Search progress"
      className="rounded-large border border-line bg-surface px-4 py-3 shadow-card"
    >
      {shown.length === 0 ? (
        <p className="flex items-center gap-3 text-ink-muted">
          <Spinner />
          {loadingMessage ?? 'Connecting...'}
        </p>
      ) : (
        <ol>
          {shown.map((step) => (
            <ProgressStep key={step.id} step={step} />
          ))}
        </ol>
      )}
    </section>
  );
}
