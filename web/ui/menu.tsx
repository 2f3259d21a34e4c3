import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import type { IconName } from './icon.tsx';
import type { MenuItem } from './menu-keys.ts';
import { FloatingPart, lazyComponent } from './part.tsx';

interface MenuProps {
  /** The name of the button and of the menu. */
  label: string;
  icon: IconName;
  items: readonly MenuItem[];
  size?: 'small' | 'medium';
  className?: string;
}

const MenuPopup = lazyComponent(() => import('./menu-popup.tsx'), 'MenuPopup');
// A failure is reported by the menu, when it is opened.
const prefetch = () => void MenuPopup.fetch().catch(() => undefined);

/** A button with a menu. The menu's code is loaded when the button is hovered or focused. */
export function Menu({ label, icon, items, size, className }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [isMounted, setMounted] = useState(false);
  const byKeyboard = useRef(false);
  const early = useRef<string[]>(undefined);
  function show({ keyboard }: { keyboard: boolean }) {
    byKeyboard.current = keyboard;
    early.current ??= [];
    setMounted(true);
    setOpen(true);
  }
  /** Keeps the keys that the menu cannot handle yet. */
  function queueKey(event: KeyboardEvent) {
    const { key } = event;
    if (early.current === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Tab' || key === 'Escape') {
      early.current = undefined;
      setOpen(false);
      if (key === 'Tab') return;
    } else if (!event.repeat) early.current.push(key);
    event.preventDefault();
    event.stopPropagation();
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
        // A click's detail is its number of presses: 0 for a click by keyboard.
        onClick={({ detail }) => show({ keyboard: detail === 0 })}
        onKeyDown={(event) => {
          queueKey(event);
          if (event.defaultPrevented) return;
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show({ keyboard: true });
        }}
      />
      {isMounted && (
        <FloatingPart
          onClose={() => {
            setOpen(false);
            setMounted(false);
          }}
        >
          <MenuPopup
            label={label}
            items={items}
            anchor={anchor}
            byKeyboard={byKeyboard}
            early={early}
            onEarlyKey={queueKey}
            open={open}
            onOpenChange={setOpen}
          />
        </FloatingPart>
      )}
    </>
  );
}
