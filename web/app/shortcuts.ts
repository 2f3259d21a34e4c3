import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { isComposing, isKey } from '#web/lib/page.ts';
import { browserStorage, readText, writeText } from '#web/lib/storage.ts';

export type ShortcutId =
  | 'new-chat'
  | 'find'
  | 'focus-input'
  | 'best-match'
  | 'save-person'
  | 'toggle-sidebar'
  | 'toggle-deep'
  | 'stop'
  | 'list';

interface Shortcut {
  id: ShortcutId;
  /** As `KeyboardEvent.key`, in lower case. */
  key: string;
  /** Command on a Mac, Control elsewhere. */
  mod?: boolean;
  shift?: boolean;
  alt?: boolean;
}

/** Combinations that no browser reserves. Single-character shortcuts can be switched off (WCAG 2.1.4). */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'new-chat', key: 'o', mod: true, shift: true },
  { id: 'find', key: 'k', mod: true },
  { id: 'focus-input', key: '/' },
  { id: 'best-match', key: 'arrowup', alt: true },
  { id: 'save-person', key: 's' },
  { id: 'toggle-sidebar', key: 'b', mod: true },
  { id: 'toggle-deep', key: 'd', mod: true, shift: true },
  { id: 'stop', key: 'escape' },
  { id: 'list', key: '?' },
];

const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

const KEY_NAMES: Partial<Record<string, string>> = { escape: 'Esc', arrowup: '↑' };

/** The keys as displayed, e.g. 'Ctrl+Shift+O' or '⇧⌘O'. */
export function shownKeys(id: ShortcutId, mac: boolean = isMac()): string {
  const shortcut = SHORTCUTS.find((one) => one.id === id);
  if (shortcut === undefined) return '';
  const { key, mod, shift, alt } = shortcut;
  const name = KEY_NAMES[key] ?? key.toUpperCase();
  if (mac) return `${alt ? '⌥' : ''}${shift ? '⇧' : ''}${mod ? '⌘' : ''}${name}`;
  return `${mod ? 'Ctrl+' : ''}${alt ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The shortcut that a key press matches. Shift counts only together with another modifier: not every keyboard needs it for '?'. */
export function shortcutFor(event: Pressed, mac: boolean = isMac()): Shortcut | undefined {
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (other) return undefined;
  return SHORTCUTS.find(
    (one) =>
      isKey(one.key, event) &&
      !one.mod === !mod &&
      !one.alt === !event.altKey &&
      (!(one.mod || one.alt) || !one.shift === !event.shiftKey),
  );
}

export const isSingleCharacter = ({ key, mod }: Pick<Shortcut, 'key' | 'mod'>) => key.length === 1 && !mod;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Whether a field handles a shortcut's keys itself: characters are typed, Escape clears or closes, Alt+↑ opens a `select`, and on a Mac ⌥↑
 * moves to the start of the paragraph.
 */
export function isHandledByField(
  shortcut: Shortcut,
  { id, tagName, value }: Pick<Field, 'id' | 'tagName' | 'value'>,
  mac: boolean = isMac(),
): boolean {
  // The composer is the only field that does not use Escape.
  if (shortcut.id === 'stop') return id !== 'message';
  if (shortcut.id === 'best-match') return tagName === 'SELECT' || (mac && value !== '');
  return isSingleCharacter(shortcut);
}

/** Runs the handler of the shortcut that is pressed. Modal dialogs, menus and fields keep their own keys. */
export function useShortcuts(
  handlers: Partial<Record<ShortcutId, () => void>>,
  { singleCharacters }: { singleCharacters: boolean },
) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || isComposing(event) || isModalOpen()) return;
    const shortcut = shortcutFor(event);
    if (shortcut === undefined) return;
    if (isSingleCharacter(shortcut) && !singleCharacters) return;
    if (isField(event.target) && isHandledByField(shortcut, event.target)) return;
    const handle = handlers[shortcut.id];
    if (handle === undefined) return;
    event.preventDefault();
    handle();
  });
  // A layout effect, since a passive one runs after the page is painted, and may miss a key.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const isModalOpen = () =>
  document.querySelector('dialog:modal, [role="menu"], [popover="auto"]:popover-open') !== null;

/** Checkboxes and radio buttons do not count: they take no text. */
const isField = (target: EventTarget | null): target is Field =>
  target instanceof Element && target.matches('textarea,select,input:not([type=checkbox],[type=radio])');

const STORAGE_KEY = `${STORAGE_PREFIX}_single_character_shortcuts`;
const OFF = 'off';

/** Whether single-character shortcuts are on, as they are by default, and a setter. */
export function useSingleCharacterShortcuts(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readText(browserStorage(), STORAGE_KEY) !== OFF);
  function change(next: boolean) {
    setOn(next);
    writeText(browserStorage(), STORAGE_KEY, next ? undefined : OFF);
  }
  return [on, change];
}
