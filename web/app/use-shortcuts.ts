import { useEffect, useEffectEvent } from 'react';
import type { ShortcutId } from './shortcuts.ts';
import { isSingleCharacter, shortcutFor } from './shortcuts.ts';

export type ShortcutHandlers = Partial<Record<ShortcutId, () => void>>;

/** Runs the handler of whichever shortcut is pressed. Dialogs and menus keep their keys; while typing, a character is a character. */
export function useShortcuts(
  handlers: ShortcutHandlers,
  { singleCharacters }: { singleCharacters: boolean },
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing || isModalOpen()) return;
    const shortcut = shortcutFor(event);
    if (shortcut === undefined) return;
    if (isSingleCharacter(shortcut) && (!singleCharacters || isEditable(event.target))) return;
    const handle = handlers[shortcut.id];
    if (handle === undefined) return;
    event.preventDefault();
    handle();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isModalOpen = () =>
  document.querySelector('dialog[open], [role="menu"], [popover="auto"]:popover-open') !== null;

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
