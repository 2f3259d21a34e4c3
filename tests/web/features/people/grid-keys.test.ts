import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handleKey, type KeyProps } from '#web/features/people/grid-keys.ts';
import { NOTHING_SELECTED, selectAll, toggle } from '#web/features/people/selection.ts';

const keys = Array.from({ length: 25 }, (_, index) => `row ${index}`);

type Pressed = Parameters<typeof handleKey>[0];

/** Presses a key on a row of a table. @returns whether it was handled, and all that it did */
function press(
  pressed: Partial<Pressed>,
  { isOpen = false, ...props }: Partial<KeyProps> & { isOpen?: boolean } = {},
) {
  const done: Record<string, unknown> = {};
  const wantsFocus = { current: false };
  const isHandled = handleKey(
    {
      ...{ key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, target: null },
      ...pressed,
    },
    {
      keys,
      at: 5,
      selection: NOTHING_SELECTED,
      onSelection: ({ keys: selected }) => {
        done['selected'] = [...selected];
      },
      onCurrent: (key) => {
        done['current'] = key;
      },
      openKey: isOpen ? 'row 5' : undefined,
      onOpen: (key) => {
        done['opened'] = key;
      },
      onClose: () => {
        if (isOpen) done['closed'] = true;
        return isOpen;
      },
      wantsFocus,
      ...props,
    },
  );
  return { isHandled, ...done, ...(wantsFocus.current && { hasFocusMoved: true }) };
}

const NOTHING = { isHandled: false };
const movedTo = (row: number) => ({ isHandled: true, current: `row ${row}`, hasFocusMoved: true });

it.each([
  ['Latin', 'a', 'KeyA', true],
  ['French', 'a', 'KeyQ', true],
  ['French', 'q', 'KeyA', false],
  ['Cyrillic', 'ф', 'KeyA', true],
  ['Greek', 'α', 'KeyA', true],
  ['Arabic', 'ش', 'KeyA', true],
])('on a %s keyboard, Ctrl+%s (%s) selecting all rows is %s', (_, key, code, selects) => {
  expect(press({ key, code, ctrlKey: true })).toEqual(
    selects ? { isHandled: true, selected: keys } : NOTHING,
  );
});

describe('on a row of a table', () => {
  it.each([
    ['ArrowDown', 5, 6],
    ['ArrowUp', 5, 4],
    ['PageDown', 5, 15],
    ['PageUp', 15, 5],
    ['Home', 5, 0],
    ['End', 5, 24],
    ['ArrowUp', 0, 0],
    ['ArrowDown', 24, 24],
    ['PageUp', 5, 0],
    ['PageDown', 20, 24],
  ])('%s moves the focus from row %i to row %i, with Ctrl too', (key, at, row) => {
    expect(press({ key }, { at })).toEqual(movedTo(row));
    expect(press({ key, ctrlKey: true }, { at })).toEqual(movedTo(row));
    expect(press({ key, metaKey: true }, { at })).toEqual(movedTo(row));
  });

  it('an open profile follows the focus, but not while rows are being selected', () => {
    expect(press({ key: 'ArrowDown' }, { isOpen: true })).toEqual({ ...movedTo(6), opened: 'row 6' });
    expect(press({ key: 'ArrowDown', shiftKey: true }, { isOpen: true })).toEqual({
      ...movedTo(6),
      selected: ['row 5', 'row 6'],
    });
  });

  it('Shift selects the rows on the way, with those selected before', () => {
    const selection = toggle(NOTHING_SELECTED, 'row 3');
    expect(press({ key: 'PageUp', shiftKey: true }, { selection })).toEqual({
      ...movedTo(0),
      selected: ['row 3', 'row 0', 'row 1', 'row 2'],
    });
  });

  it('Space selects it or takes the selection back, and leaves a checkbox to itself', () => {
    class Checkbox {}
    vi.stubGlobal('HTMLInputElement', Checkbox);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(press({ key: ' ' })).toEqual({ isHandled: true, selected: ['row 5'] });
    const selection = toggle(toggle(NOTHING_SELECTED, 'row 2'), 'row 5');
    expect(press({ key: ' ' }, { selection })).toEqual({ isHandled: true, selected: ['row 2'] });
    const upTo = toggle(NOTHING_SELECTED, 'row 3');
    expect(press({ key: ' ', shiftKey: true }, { selection: upTo })).toEqual({
      isHandled: true,
      selected: ['row 3', 'row 4', 'row 5'],
    });
    const target = new Checkbox() as unknown as EventTarget;
    expect(press({ key: ' ', target })).toEqual(NOTHING);
  });

  it('Enter opens the profile', () => {
    expect(press({ key: 'Enter' })).toEqual({ isHandled: true, opened: 'row 5' });
  });

  it('Escape closes the profile first, then clears the selection, then is left to the page', () => {
    const selection = selectAll(NOTHING_SELECTED, keys);
    expect(press({ key: 'Escape' }, { isOpen: true, selection })).toEqual({ isHandled: true, closed: true });
    expect(press({ key: 'Escape' }, { selection })).toEqual({ isHandled: true, selected: [] });
    expect(press({ key: 'Escape' })).toEqual(NOTHING);
  });

  it('other keys, and those pressed with Alt, are left to the page', () => {
    expect(press({ key: 'x' })).toEqual(NOTHING);
    expect(press({ key: 'Enter', ctrlKey: true })).toEqual(NOTHING);
    for (const key of ['ArrowUp', 'ArrowDown', 'Enter'])
      expect(press({ key, altKey: true })).toEqual(NOTHING);
  });

  it('nothing happens in a table without rows', () => {
    for (const key of ['ArrowDown', 'End', 'Enter', 'Escape'])
      expect(press({ key }, { keys: [], at: 0 })).toEqual(NOTHING);
  });
});
