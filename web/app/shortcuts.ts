export type ShortcutId = 'new-chat' | 'focus-input' | 'toggle-sidebar' | 'toggle-deep' | 'stop' | 'list';

interface Combination {
  /** As `KeyboardEvent.key`, in lower case. */
  key: string;
  /** Command on a Mac, Control elsewhere. */
  mod?: boolean;
  shift?: boolean;
}

export interface Shortcut extends Combination {
  id: ShortcutId;
  label: string;
}

/** Combinations no browser keeps for itself. Those of a single character can be switched off (WCAG 2.1.4). */
export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'new-chat', label: 'New chat', key: 'o', mod: true, shift: true },
  { id: 'focus-input', label: 'Go to the message input', key: '/' },
  { id: 'toggle-sidebar', label: 'Open or close the sidebar', key: 'b', mod: true },
  { id: 'toggle-deep', label: 'Turn Deep Research on or off', key: 'd', mod: true, shift: true },
  { id: 'stop', label: 'Stop the search', key: 'escape' },
  { id: 'list', label: 'Show this list', key: '?' },
];

const isMac = (): boolean => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys as people read them, e.g. 'Ctrl+Shift+O' or '⇧⌘O'. */
export function shownKeys(id: ShortcutId, mac: boolean = isMac()): string {
  const shortcut = SHORTCUTS.find((one) => one.id === id);
  if (shortcut === undefined) return '';
  const { key, mod, shift } = shortcut;
  const name = key === 'escape' ? 'Esc' : key.toUpperCase();
  if (mac) return `${shift ? '⇧' : ''}${mod ? '⌘' : ''}${name}`;
  return `${mod ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${name}`;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The shortcut the keys stand for. Whether Shift made a single character ('?') does not matter; a held Alt never is one of ours. */
export function shortcutFor(event: Pressed, mac: boolean = isMac()): Shortcut | undefined {
  if (event.altKey) return undefined;
  const mod = mac ? event.metaKey : event.ctrlKey;
  const other = mac ? event.ctrlKey : event.metaKey;
  if (other) return undefined;
  return SHORTCUTS.find(
    (one) =>
      one.key === event.key.toLowerCase() &&
      (one.mod ?? false) === mod &&
      (!one.mod || (one.shift ?? false) === event.shiftKey),
  );
}

export const isSingleCharacter = ({ key, mod }: Combination): boolean => key.length === 1 && !mod;
