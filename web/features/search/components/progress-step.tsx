import { classNames } from '#web/ui/class-names.ts';
import type { IconName } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ShownStep } from '../search-state.ts';
import { ElapsedTime } from './elapsed-time.tsx';

/** The newest ones: a step that grew with each would push the people found so far down the screen. */
const MOST_DETAILS = 2;

export function ProgressStep({ step }: { step: ShownStep }) {
  const { title, description, status, details = [] } = step;
  const recent = [...new Set(details)].slice(-MOST_DETAILS);
  return (
    <li
      data-status={status}
      className="group flex animate-rise gap-3"
      aria-current={status === 'active' ? 'step' : undefined}
    >
      <div className="flex flex-col items-center pt-0.75">
        <StepMark status={status} />
        <span aria-hidden="true" className="my-1 @pair:hidden w-px flex-1 bg-line group-last:hidden" />
      </div>
      <div className="min-w-0 flex-1 @pair:pb-0 pb-3 group-last:pb-0">
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

function StepMark({ status }: Pick<ShownStep, 'status'>) {
  if (status === 'completed')
    return <Mark label="Completed:" icon="check" className="animate-appear text-good" />;
  if (status === 'error') return <Mark label="Failed:" icon="alert" className="text-poor" />;
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
