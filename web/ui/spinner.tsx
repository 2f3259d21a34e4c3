import { classNames } from './class-names.ts';

/** Something is going on. Decorative: the words beside it say what. */
export function Spinner({ size = 16, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
      className={classNames('shrink-0 animate-spin', className)}
    >
      <circle cx="12" cy="12" r="9" className="stroke-line" />
      <path d="M21 12a9 9 0 0 0-9-9" className="stroke-accent" />
    </svg>
  );
}
