import { classNames } from './class-names.ts';

/** Outlines on a 24-unit square, drawn for this product; one stroke weight throughout. */
const PATHS = {
  archive: 'M4 9v9a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V9M3 4h18v5H3zM10 13h4',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  bookmark: 'M7 3h10a1 1 0 0 1 1 1v17l-6-4.5L6 21V4a1 1 0 0 1 1-1Z',
  close: 'M6 6l12 12M18 6 6 18',
  database:
    'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3ZM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  deep: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM16.2 16.2 21 21M11 8v6M8 11h6',
  keyboard:
    'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8',
  monitor: 'M4 4h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 20h8M12 16v4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  panel: 'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM9 4v16',
  plus: 'M12 5v14M5 12h14',
  retry: 'M4 5v5h5M4.6 14a8 8 0 1 0 1.4-8L4 8',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM16.2 16.2 21 21',
  'sign-in': 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M4 12h11M11 8l4 4-4 4',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
} as const;

/** One of the icons above, or the drawing of one that is loaded with the part that needs it (lazy-icons.ts). */
export type IconName = keyof typeof PATHS | { path: string };

interface IconProps {
  name: IconName;
  /** CSS pixels. */
  size?: number;
  className?: string | undefined;
}

/** A decorative icon in the colour of its text; the words next to it, or its button's label, carry the meaning. */
export function Icon({ name, size = 16, className }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={rem(size)}
      height={rem(size)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('shrink-0', className)}
    >
      <path d={typeof name === 'string' ? PATHS[name] : name.path} />
    </svg>
  );
}

/** Something is in progress. Decorative: the words next to it say what. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={rem(size)}
      height={rem(size)}
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden="true"
      className="shrink-0 animate-spin"
    >
      <circle cx="12" cy="12" r="9" className="stroke-line" />
      <path d="M21 12a9 9 0 0 0-9-9" className="stroke-accent" />
    </svg>
  );
}

/** The logo: a ranked list that reads as an E, with its first row highlighted. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={rem(size)} height={rem(size)} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-ink" />
      <g strokeWidth="3.2" strokeLinecap="round">
        <path d="M9 10h14" className="stroke-accent-mark" />
        <path d="M9 16h9.5M9 22h5.5" className="stroke-ink-inverse" />
      </g>
    </svg>
  );
}

/** Pixels at the default text size: icons next to words grow with them. */
const rem = (pixels: number): string => `${pixels / 16}rem`;
