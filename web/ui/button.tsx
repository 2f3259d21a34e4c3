import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';

const VARIANTS = {
  primary: 'bg-ink text-ink-inverse hover:opacity-88 active:opacity-80',
  secondary: 'border border-line-strong/60 bg-surface text-ink hover:bg-well active:bg-pressed',
  plain: 'text-ink hover:bg-hover active:bg-pressed',
  quiet: 'text-ink-muted hover:bg-hover hover:text-ink active:bg-pressed',
  link: 'text-accent hover:bg-hover active:bg-pressed',
  danger: 'bg-danger text-danger-ink hover:opacity-88 active:opacity-80',
} as const;

export type ButtonVariant = keyof typeof VARIANTS;

const SIZES = {
  medium: 'min-h-9 gap-2 rounded-medium px-3 text-body',
  small: 'min-h-8 gap-1.5 rounded-small px-2 text-small',
} as const;

export type ButtonSize = keyof typeof SIZES;

interface ButtonLooks {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its place, with its words at the start. */
  wide?: boolean;
  className?: string | undefined;
}

/** The looks of a button, for the links that look like one too. */
export const buttonClass = ({
  variant = 'secondary',
  size = 'medium',
  wide = false,
  className,
}: ButtonLooks = {}): string =>
  classNames(
    'inline-flex select-none items-center font-medium transition-[background-color,color,opacity,border-color]',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
    wide ? 'w-full' : 'justify-center',
    VARIANTS[variant],
    SIZES[size],
    className,
  );

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLooks {
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  wide = false,
  className,
  type = 'button',
  ...props
}: ButtonProps) {
  return <button type={type} className={buttonClass({ variant, size, wide, className })} {...props} />;
}
