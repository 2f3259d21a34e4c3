import { describe, expect, it } from 'vitest';
import {
  isHandledByField,
  isSingleCharacter,
  SHORTCUTS,
  type ShortcutId,
  shortcutFor,
  shownKeys,
} from '#web/app/shortcuts.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
) => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('shortcuts', () => {
  it.each([
    ['new-chat', press('O', { ctrlKey: true, shiftKey: true })],
    ['focus-input', press('/')],
    ['best-match', press('ArrowUp', { altKey: true })],
    ['save-person', press('s')],
    ['toggle-sidebar', press('b', { ctrlKey: true })],
    ['toggle-deep', press('D', { ctrlKey: true, shiftKey: true })],
    ['stop', press('Escape')],
    ['list', press('?', { shiftKey: true })],
  ])('%s is found by its keys', (id, event) => {
    expect(shortcutFor(event, false)?.id).toBe(id);
  });

  it.each([
    ['Cyrillic', 'л', 'KeyK', 'find'],
    ['Greek', 'κ', 'KeyK', 'find'],
    ['Arabic', 'ن', 'KeyK', 'find'],
    ['Dvorak', 't', 'KeyK', undefined],
    ['Dvorak', 'k', 'KeyV', 'find'],
  ])('on a %s keyboard with Ctrl+%s (%s) mean %s', (_, key, code, id) => {
    expect(shortcutFor({ ...press(key, { ctrlKey: true }), code }, false)?.id).toBe(id);
  });

  it('use Command instead of Control on a Mac', () => {
    expect(shortcutFor(press('b', { metaKey: true }), true)?.id).toBe('toggle-sidebar');
    expect(shortcutFor(press('b', { ctrlKey: true }), true)).toBeUndefined();
    expect(shownKeys('new-chat', true)).toBe('⇧⌘O');
    expect(shownKeys('new-chat', false)).toBe('Ctrl+Shift+O');
    expect(shownKeys('best-match', true)).toBe('⌥↑');
    expect(shownKeys('best-match', false)).toBe('Alt+↑');
  });

  it('ignore all other keys', () => {
    for (const event of [
      press('b'),
      press('B', { ctrlKey: true, shiftKey: true }),
      press('/', { altKey: true }),
      press('ArrowUp'),
      press('ArrowUp', { altKey: true, shiftKey: true }),
      press('b', { ctrlKey: true, altKey: true }),
      press('o'),
    ]) {
      expect(shortcutFor(event, false)).toBeUndefined();
    }
  });

  it('leave a field the keys it uses itself', () => {
    const composer = { id: 'message', tagName: 'TEXTAREA', value: 'And in Chile' };
    const emptyComposer = { ...composer, value: '' };
    const filter = { id: '', tagName: 'INPUT', value: 'reefs' };
    const choice = { id: '', tagName: 'SELECT', value: '70' };
    const keptBy = (id: ShortcutId, mac: boolean) => {
      const shortcut = SHORTCUTS.find((one) => one.id === id);
      if (shortcut === undefined) throw new Error(id);
      return [composer, emptyComposer, filter, choice].map((field) => isHandledByField(shortcut, field, mac));
    };
    expect(keptBy('focus-input', false)).toEqual([true, true, true, true]);
    expect(keptBy('stop', false)).toEqual([false, false, true, true]);
    expect(keptBy('best-match', false)).toEqual([false, false, false, true]);
    expect(keptBy('best-match', true)).toEqual([true, false, true, true]);
    for (const id of ['new-chat', 'find', 'toggle-sidebar'] as const)
      expect(keptBy(id, true)).toEqual([false, false, false, false]);
  });

  it('of a single character are identified, since they can be switched off', () => {
    expect(SHORTCUTS.filter(isSingleCharacter).map(({ key }) => key)).toEqual(['/', 's', '?']);
  });
});
