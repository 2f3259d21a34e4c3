import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const VARIANTS = {
  primary: 'bg-ink text-ink-inverse hover:opacity-88 active:opacity-80',
  secondary: 'border border-line-strong/60 bg-surface text-ink hover:bg-well active:bg-pressed',
  plain: 'text-ink hover:bg-hover active:bg-pressed',
  quiet: 'text-ink-muted hover:bg-hover hover:text-ink active:bg-pressed',
  link: 'text-accent hover:bg-hover active:bg-pressed',
  danger: 'bg-danger text-danger-ink hover:opacity-88 active:opacity-80',
} as const;

const SIZES = {
  medium: 'min-h-9 gap-2 rounded-medium px-3 text-body',
  small: 'min-h-8 gap-1.5 rounded-small px-2 text-small',
} as const;

interface ButtonLooks {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  /** As wide as its container, with its text at the start. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

/** The classes of a button, also for links that look like one. */
export const buttonClass = ({
  variant = 'secondary',
  size = 'medium',
  wide = false,
  className,
}: ButtonLooks = {}): string =>
  classNames(
    'wrap-normal inline-flex select-none items-center font-medium transition-[background-color,color,opacity,border-color]',
    'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
    wide ? 'w-full' : 'justify-center',
    VARIANTS[variant],
    SIZES[size],
    className,
  );

type ButtonProps = ComponentProps<'button'> & ButtonLooks;

export function Button({ variant, size, wide, className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={buttonClass({ variant, size, wide, className })} {...props} />;
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  /** The button's name, also shown as its tooltip. */
  label: string;
  /** Keys in readable form, shown in the tooltip. */
  shortcut?: string | undefined;
  /** 28 px next to text, 36 px in bars. */
  size?: 'small' | 'medium';
}

/** A button that shows only an icon. On touch screens its target is 44 px, whatever its visible size. */
export function IconButton({ icon, label, shortcut, size = 'medium', className, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={shortcut}
      className={classNames(
        'relative inline-flex shrink-0 items-center justify-center text-ink-subtle transition-[background-color,color] hover:bg-hover hover:text-ink active:bg-pressed',
        'disabled:cursor-not-allowed disabled:opacity-40 aria-pressed:text-ink aria-expanded:bg-hover aria-expanded:text-ink',
        'touch:before:-translate-1/2 touch:before:absolute touch:before:top-1/2 touch:before:left-1/2 touch:before:size-11',
        size === 'small' ? 'size-7 rounded-small' : 'size-9 rounded-medium',
        className,
      )}
      {...props}
    >
      <Icon name={icon} size={size === 'small' ? 16 : 18} />
    </button>
  );
}
