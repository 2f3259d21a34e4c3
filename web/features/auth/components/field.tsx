import type { InputHTMLAttributes, ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from '#web/ui/class-names.ts';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  /** What is wrong with it. */
  error?: string | undefined;
  /** What to know before filling it in. */
  hint?: ReactNode;
  /** Stands at the end of the field, over it. */
  inset?: ReactNode;
}

/** One labelled line of a form, with what is wrong with it beside it. */
export function Field({ label, error, hint, inset, className, ...input }: FieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-body">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          className={classNames(
            'h-11 w-full rounded-medium border bg-surface px-3 text-reading transition-[border-color] placeholder:text-ink-subtle',
            'read-only:text-ink-muted focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0',
            error === undefined ? 'border-line-strong' : 'border-poor',
            inset !== undefined && 'pe-18',
            className,
          )}
          {...input}
        />
        {inset && <div className="absolute inset-y-0 end-1.5 flex items-center">{inset}</div>}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="text-poor text-small">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-ink-subtle text-small">
          {hint}
        </p>
      )}
    </div>
  );
}
