import { useEffect, useState } from 'react';
import { classNames, Icon, IconButton, type IconName, Spinner } from '#web/ui/index.ts';
import { CHECK, CHEVRON_DOWN, WARNING } from '#web/ui/lazy-icons.ts';
import type { ShownStep } from './search-state.ts';

/** Only the newest: a step goes on reporting what it has found. */
const MAX_DETAILS = 2;
/** Milliseconds between updates of the clock. */
const UPDATE_INTERVAL = 100;

interface ProgressPanelProps {
  steps: readonly ShownStep[];
  /** Shown until the first step has arrived. */
  loadingMessage: string | undefined;
  isReconnecting?: boolean;
  /** Collapsed to one line, with all steps a click away, since the people matter more. */
  isBrief?: boolean;
}

/** What the search is doing, step by step. Screen readers announce the steps from elsewhere, one at a time. */
export function ProgressPanel({
  steps,
  loadingMessage,
  isBrief = false,
  isReconnecting = false,
}: ProgressPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = steps.filter(({ status }) => status !== 'pending');
  const latest = shown.findLast(({ status }) => status === 'active') ?? shown.at(-1);
  const isLine = isBrief && latest !== undefined;
  // Rendered before it has a text, so that the text is announced.
  const status = (
    <p
      role="status"
      className={classNames(
        'text-ink-muted text-small',
        isReconnecting && 'animate-appear',
        isReconnecting && !isLine && 'pb-3',
      )}
    >
      {isReconnecting && 'Reconnecting...'}
    </p>
  );
  return (
    <section
      aria-label="Search progress"
      className="@container rounded-large border border-line bg-surface px-gutter shadow-card"
    >
      {isLine && (
        <div className="@max-tiny:flex-wrap flex min-h-11.5 items-center gap-x-3">
          <StepMark status={latest.status} />
          <p className="shrink-0 font-medium">{latest.title}</p>
          <p dir="auto" className="min-w-0 flex-1 truncate text-ink-muted text-small">
            {!isReconnecting && latest.details?.at(-1)}
          </p>
          {status}
          <ElapsedTime key={latest.id} step={latest} />
          <IconButton
            icon={CHEVRON_DOWN}
            label="All steps"
            size="small"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-me-1.5 ms-auto aria-expanded:rotate-180"
          />
        </div>
      )}
      {shown.length === 0 && (
        <p className="flex items-center gap-3 py-3 text-ink-muted">
          <Spinner />
          {loadingMessage ?? 'Connecting...'}
        </p>
      )}
      {shown.length > 0 && (!isLine || isOpen) && (
        <ol className="@pair:grid @pair:grid-cols-3 @pair:gap-x-6 @pair:gap-y-3 py-3">
          {shown.map((step) => (
            <ProgressStep key={step.id} step={step} />
          ))}
        </ol>
      )}
      {!isLine && status}
    </section>
  );
}

function ProgressStep({ step }: { step: ShownStep }) {
  const { title, description, status, details = [] } = step;
  const recent = [...new Set(details)].slice(-MAX_DETAILS);
  return (
    <li
      data-status={status}
      className="group/step flex animate-rise gap-3"
      aria-current={status === 'active' ? 'step' : undefined}
    >
      <div className="flex flex-col items-center pt-0.75">
        <StepMark status={status} />
        <span aria-hidden="true" className="my-1 @pair:hidden w-px flex-1 bg-line group-last/step:hidden" />
      </div>
      <div className="min-w-0 flex-1 @pair:pb-0 pb-3 group-last/step:pb-0">
        <div className="flex items-baseline justify-between gap-3">
          <p className={classNames('font-medium', status === 'error' && 'text-poor')}>{title}</p>
          <ElapsedTime step={step} />
        </div>
        <p className="text-ink-muted text-small">{description}</p>
        {recent.length > 0 && (
          <ul className={classNames('mt-1 text-small', status === 'error' ? 'text-poor' : 'text-ink-subtle')}>
            {recent.map((detail, _, { length }) => (
              <li key={detail} dir="auto" className={length > 1 ? 'line-clamp-1' : 'line-clamp-2'}>
                {detail}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

export function StepMark({ status }: Pick<ShownStep, 'status'>) {
  if (status === 'completed')
    return <Mark label="Completed:" icon={CHECK} className="animate-appear text-good" />;
  if (status === 'error') return <Mark label="Failed:" icon={WARNING} className="text-poor" />;
  return (
    <>
      <Spinner />
      <span className="sr-only">In progress:</span>
    </>
  );
}

function Mark({ label, icon, className }: { label: string; icon: IconName; className: string }) {
  return (
    <>
      <Icon name={icon} className={className} />
      <span className="sr-only">{label}</span>
    </>
  );
}

/** By step: when the page first showed it running, on the clock of `performance.now()`. It may be drawn anew, or in two places at once. */
const firstShown = new Map<string, number>();

function timeOnPage({ id, startedAt }: Pick<ShownStep, 'id' | 'startedAt'>): number {
  const key = `${id} ${startedAt}`;
  const now = performance.now();
  const since = firstShown.get(key) ?? now;
  firstShown.set(key, since);
  return now - since;
}

/** How long a step took; for the active one, how long it has been on the page, so that differences between the clocks do not show. */
function ElapsedTime({ step }: { step: ShownStep }) {
  const { id, startedAt, endedAt } = step;
  const isActive = endedAt === undefined;
  const [running, setRunning] = useState(() => (isActive ? timeOnPage(step) : 0));
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => setRunning(timeOnPage({ id, startedAt })), UPDATE_INTERVAL);
    return () => clearInterval(timer);
  }, [isActive, id, startedAt]);
  const elapsed = isActive ? running : Date.parse(endedAt) - Date.parse(startedAt);
  return <span className="shrink-0 text-ink-subtle text-small tabular-nums">{formatElapsed(elapsed)}</span>;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Milliseconds as people read them: '0.4 s', '12.0 s', '1 min 05 s'. */
export function formatElapsed(milliseconds: number): string {
  const elapsed = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
  if (elapsed < MINUTE) return `${(Math.floor(elapsed / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor((elapsed % MINUTE) / SECOND);
  return `${Math.floor(elapsed / MINUTE)} min ${String(seconds).padStart(2, '0')} s`;
}
