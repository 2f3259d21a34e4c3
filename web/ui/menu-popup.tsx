import { Menu } from '@base-ui/react/menu';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { afterPaint } from '#web/lib/schedule.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { CHECK } from './lazy-icons.ts';
import { followKeys, type MenuItem } from './menu-keys.ts';

interface MenuPopupProps {
  label: string;
  items: readonly MenuItem[];
  anchor: RefObject<HTMLButtonElement | null>;
  /** Whether a key opened the menu: its first, or checked, item is then focused. */
  byKeyboard: RefObject<boolean>;
  /** The keys pressed since the menu was opened, until the menu has processed them; then undefined. */
  early: RefObject<string[] | undefined>;
  onEarlyKey: (event: KeyboardEvent) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The menu is rendered inside the landmark it belongs to, where assistive technology expects it. */
const LANDMARKS = 'header, aside, main';

const ITEM =
  'flex min-h-9 cursor-pointer select-none items-center gap-2.5 rounded-small px-2 text-body outline-none data-disabled:cursor-not-allowed data-disabled:opacity-45 data-highlighted:bg-hover';

/** The menu itself: arrow keys, type-ahead, Escape and placement come from Base UI. */
export function MenuPopup(props: MenuPopupProps) {
  const { label, items, anchor, byKeyboard, early, onEarlyKey, open, onOpenChange } = props;
  const popup = useRef<HTMLDivElement>(null);
  const chosen = useRef<MenuItem>(undefined);
  // The item acts once the menu is gone and focus is on the button, so that a dialog it opens can return focus there.
  function handleOpenChangeComplete(isOpen: boolean) {
    if (isOpen) return;
    const item = chosen.current;
    chosen.current = undefined;
    if (item === undefined) return;
    anchor.current?.focus();
    afterPaint(item.onSelect);
  }
  const pick = (item: MenuItem) => {
    chosen.current = item;
    ignoreSecondClick();
  };
  const applyEarlyKeys = useEffectEvent(() => {
    const keys = early.current ?? [];
    early.current = undefined;
    if (!byKeyboard.current && keys.length === 0) return;
    const { index, isChosen } = followKeys(items, keys);
    const item = items[index];
    if (isChosen && item !== undefined) {
      pick(item);
      onOpenChange(false);
    } else popup.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]')[index]?.focus();
  });
  // Base UI focuses the menu within a frame of its opening; only after that can an item be focused.
  useEffect(() => {
    if (!open) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => applyEarlyKeys());
    });
    return () => cancelAnimationFrame(frame);
  }, [open]);
  const current = items.find((item) => item.checked);
  return (
    <Menu.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={handleOpenChangeComplete}>
      <Menu.Portal container={anchor.current?.closest<HTMLElement>(LANDMARKS) ?? null}>
        <Menu.Positioner
          anchor={anchor}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          // So that scroll containers around the button do not clip the menu.
          positionMethod="fixed"
          className="z-50 outline-none"
        >
          <Menu.Popup
            ref={popup}
            aria-label={label}
            finalFocus={anchor}
            onKeyDownCapture={onEarlyKey}
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
                      <Icon name={CHECK} />
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

/**
 * The menu closes under the pointer: otherwise the second click of a double click would act on what was beneath the item, or close the dialog
 * that the item has opened, which the browser closes on a press outside.
 */
function ignoreSecondClick() {
  const nextClick = new AbortController();
  let isSecondPress = false;
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const handleMouse = (event: MouseEvent) => {
    // The number of presses; 0 for a click by keyboard.
    if (event.detail > 1) ignore(event);
    else if (event.type === 'mousedown') nextClick.abort();
    isSecondPress = event.detail > 1 && event.type === 'mousedown';
  };
  const options = { capture: true, signal: nextClick.signal };
  for (const type of ['mousedown', 'mouseup', 'click'] as const)
    document.addEventListener(type, handleMouse, options);
  document.addEventListener('cancel', (event) => isSecondPress && ignore(event), options);
}

function ItemBody({ item }: { item: MenuItem }) {
  return (
    <>
      <Icon name={item.icon} className={item.danger ? undefined : 'text-ink-subtle'} />
      {item.label}
    </>
  );
}
