import type { ButtonHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** The button's name, also shown as its tooltip. */
  label: string;
  /** Keys as people read them, shown in the tooltip. */
  shortcut?: string | undefined;
  /** 28 px beside text, 36 px in bars. */
  size?: 'small' | 'medium';
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows only an icon. Touch screens get a target of 44 px whatever its size looks like. */
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
