import { STATUSES } from '#shared/lists.ts';
import type { Rating } from '#shared/message.ts';
import { isKey } from '#web/lib/page.ts';
import { statusLabel } from './people.ts';

/* Keyboard shortcuts for the focused person in a list. */

export type KeyAction =
  | { type: 'move'; to: 'next' | 'previous' | 'first' | 'last' }
  | { type: 'open' }
  | { type: 'note' }
  | { type: 'remove' }
  | { type: 'status'; status: string }
  | { type: 'rate'; rating: Rating };

const KEYS: Readonly<Record<string, KeyAction>> = {
  arrowdown: { type: 'move', to: 'next' },
  arrowup: { type: 'move', to: 'previous' },
  home: { type: 'move', to: 'first' },
  end: { type: 'move', to: 'last' },
  enter: { type: 'open' },
  delete: { type: 'remove' },
  backspace: { type: 'remove' },
  n: { type: 'note' },
  g: { type: 'rate', rating: 'good' },
  b: { type: 'rate', rating: 'bad' },
  ...Object.fromEntries(
    STATUSES.map((status, index): [string, KeyAction] => [String(index + 1), { type: 'status', status }]),
  ),
};

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Digits also go by their place, since on some keyboards (French, Czech) they need Shift. */
const isPressed = (key: string, event: Pressed): boolean =>
  isKey(key, event) || (/^\d$/.test(key) && event.code === `Digit${key}`);

/** What a key does to the focused person. Single-character shortcuts apply only if they are turned on. */
export function listKeyAction(event: Pressed, singleCharacters: boolean): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const [key = '', action] = Object.entries(KEYS).find(([one]) => isPressed(one, event)) ?? [];
  return key.length === 1 && !singleCharacters ? undefined : action;
}

/** Keys with the same effect, as the list of shortcuts shows them. */
export interface ListKey {
  label: string;
  keys: readonly string[];
  /** Set if they have no effect in a table. */
  inTable?: false;
}

export const LIST_KEYS: readonly ListKey[] = [
  { label: 'Next or previous person', keys: ['↓', '↑'] },
  { label: 'Open the profile', keys: ['Enter'] },
  { label: 'Write a note', keys: ['N'], inTable: false },
  { label: STATUSES.map(statusLabel).join(', '), keys: STATUSES.map((_, index) => String(index + 1)) },
  { label: 'Good or bad match', keys: ['G', 'B'] },
  { label: 'Take out of the list', keys: ['Del'] },
];
