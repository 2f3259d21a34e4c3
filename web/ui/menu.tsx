import { useRef, useState } from 'react';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import type { IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Part } from './part.tsx';
import { PartMissing } from './part-missing.tsx';

export interface MenuItem {
  label: string;
  icon: IconName;
  onSelect: () => void;
  /** Given on every item of a menu that chooses one of several. */
  checked?: boolean;
  /** Shown, and cannot be chosen. */
  disabled?: boolean;
  /** Loses something. */
  danger?: boolean;
}

interface MenuProps {
  /** The name of the button and of the menu. */
  label: string;
  icon: IconName;
  items: readonly MenuItem[];
  size?: 'small' | 'medium';
  className?: string;
}

const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazyComponent(loadPopup, (module) => module.MenuPopup);
// A failure is the menu's to speak of, when it is opened.
const prefetch = () => void loadPopup().catch(() => undefined);

/** A button with a menu. What draws and drives the menu is fetched when someone reaches for the button. */
export function Menu({ label, icon, items, size, className }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const byKeyboard = useRef(false);
  function show({ keyboard }: { keyboard: boolean }) {
    byKeyboard.current = keyboard;
    setUsed(true);
    setOpen(true);
  }
  return (
    <>
      <IconButton
        ref={anchor}
        icon={icon}
        label={label}
        {...(size && { size })}
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        // A click made by a key counts no presses.
        onClick={({ detail }) => show({ keyboard: detail === 0 })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show({ keyboard: true });
        }}
      />
      {used && (
        <Part missing={<PartMissing floating />}>
          <MenuPopup
            label={label}
            items={items}
            anchor={anchor}
            byKeyboard={byKeyboard}
            open={open}
            onOpenChange={setOpen}
          />
        </Part>
      )}
    </>
  );
}
