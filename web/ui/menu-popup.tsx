import { Menu } from '@base-ui/react/menu';
import { type RefObject, useEffect, useRef } from 'react';
import { afterPaint } from '#web/lib/page.ts';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  label: string;
  icon: IconName;
  onSelect: () => void;
  /** Given on every item of a menu that chooses one of several. */
  checked?: boolean;
  /** Shown, and cannot be chosen. */
  disabled?: boolean;
  /** Deletes something. */
  danger?: boolean;
}

interface MenuPopupProps {
  label: string;
  items: readonly MenuItem[];
  anchor: RefObject<HTMLButtonElement | null>;
  /** Whether a key opened the menu: its first, or chosen, item then has the focus. */
  byKeyboard: RefObject<boolean>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The menu is drawn inside the part of the page it belongs to, where assistive technology expects it. */
const LANDMARKS = 'header, aside, main';

const ITEM =
  'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-small px-2 text-body outline-none data-disabled:cursor-not-allowed data-disabled:opacity-45 data-highlighted:bg-hover';

/** The menu itself: arrow keys, type-ahead, Escape and placement come from Base UI. */
export function MenuPopup({ label, items, anchor, byKeyboard, open, onOpenChange }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null);
  const chosen = useRef<MenuItem>(undefined);
  // The item acts once the menu is gone and the focus is on the button, so that a dialog that follows can return the focus there.
  function changed(isOpen: boolean) {
    if (isOpen) return;
    const item = chosen.current;
    chosen.current = undefined;
    if (item === undefined) return;
    anchor.current?.focus();
    afterPaint(item.onSelect);
  }
  // Base UI focuses the menu within a frame of its opening; after that an item can be focused.
  useEffect(() => {
    if (!open || !byKeyboard.current) return;
    const focusItem = () => firstItem(popup.current)?.focus();
    const frame = requestAnimationFrame(() => requestAnimationFrame(focusItem));
    return () => cancelAnimationFrame(frame);
  }, [open, byKeyboard]);
  const pick = (item: MenuItem) => {
    chosen.current = item;
  };
  const current = items.find((item) => item.checked);
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={changed}>
      <Menu.Portal container={anchor.current?.closest<HTMLElement>(LANDMARKS) ?? null}>
        <Menu.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          // What scrolls around the button does not cut the menu off.
          positionMethod="fixed"
          className="z-50 outline-none"
        >
          <Menu.Popup
            ref={popup}
            aria-label={label}
            finalFocus={anchor}
            className="max-h-(--available-height) min-w-44 animate-appear overflow-y-auto rounded-medium bg-raised p-1 shadow-popover outline-none"
          >
            {current === undefined ? (
              items.map((item) => (
                <Menu.Item
                  key={item.label}
                  disabled={item.disabled ?? false}
                  className={classNames(ITEM, item.danger && 'text-poor')}
                  onClick={() => pick(item)}
                >
                  <ItemBody item={item} />
                </Menu.Item>
              ))
            ) : (
              <Menu.RadioGroup value={current.label}>
                {items.map((item) => (
                  <Menu.RadioItem
                    key={item.label}
                    value={item.label}
                    closeOnClick
                    className={ITEM}
                    onClick={() => pick(item)}
                  >
                    <ItemBody item={item} />
                    <Menu.RadioItemIndicator className="ms-auto text-accent">
                      <Icon name="check" />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const firstItem = (popup: HTMLElement | null) =>
  popup?.querySelector<HTMLElement>('[aria-checked="true"]') ??
  popup?.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])');

function ItemBody({ item }: { item: MenuItem }) {
  return (
    <>
      <Icon name={item.icon} className={item.danger ? undefined : 'text-ink-subtle'} />
      {item.label}
    </>
  );
}
