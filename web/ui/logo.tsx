/** The mark: a ranked list that reads as an E, its first row the one that counts. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-ink" />
      <g strokeWidth="3.2" strokeLinecap="round">
        <path d="M9 10h14" className="stroke-accent-mark" />
        <path d="M9 16h9.5M9 22h5.5" className="stroke-ink-inverse" />
      </g>
    </svg>
  );
}
