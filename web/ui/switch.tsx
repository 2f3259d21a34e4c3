import { classNames } from './class-names.ts';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Keys in readable form, shown in the tooltip. */
  shortcut?: string;
}

/** An on/off switch that applies at once, with its label inside the target. */
export function Switch({ label, checked, onChange, shortcut }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      data-tooltip={shortcut === undefined ? undefined : label}
      data-tooltip-keys={shortcut}
      onClick={() => onChange(!checked)}
      className="group wrap-normal inline-flex min-h-9 select-none items-center gap-2 rounded-medium text-start px-2 text-body text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink aria-checked:text-accent"
    >
      <span className="font-medium">{label}</span>
      <span
        aria-hidden="true"
        className={classNames(
          'flex h-5 w-8.5 shrink-0 items-center rounded-full border p-0.5 transition-[background-color,border-color]',
          checked ? 'border-accent-solid bg-accent-solid' : 'border-line-strong bg-well',
        )}
      >
        <span
          className={classNames(
            // Drawn by its border, which forced-colours mode keeps.
            'size-3.5 rounded-full border-7 transition-[translate,border-color]',
            checked ? 'translate-x-3.5 border-accent-ink' : 'border-ink-subtle',
          )}
        />
      </span>
    </button>
  );
}
