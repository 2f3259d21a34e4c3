import { expect, it, vi } from 'vitest';
import { handleKey } from '#web/features/people/grid-keys.ts';
import { NOTHING_SELECTED, selectAll } from '#web/features/people/selection.ts';

const keys = ['ada', 'jun'];

it.each([
  ['Latin', 'a', 'KeyA', true],
  ['French', 'a', 'KeyQ', true],
  ['French', 'q', 'KeyA', false],
  ['Cyrillic', 'ф', 'KeyA', true],
  ['Greek', 'α', 'KeyA', true],
  ['Arabic', 'ش', 'KeyA', true],
])('on a %s keyboard, Ctrl+%s (%s) selecting all rows is %s', (_, key, code, selects) => {
  const onSelection = vi.fn();
  const isHandled = handleKey(
    { key, code, ctrlKey: true, metaKey: false, shiftKey: false, altKey: false, target: null },
    {
      keys,
      at: 0,
      selection: NOTHING_SELECTED,
      onSelection,
      onCurrent: () => undefined,
      openKey: undefined,
      onOpen: () => undefined,
      onClose: () => false,
      wantsFocus: { current: false },
    },
  );
  expect(isHandled).toBe(selects);
  expect(onSelection.mock.calls).toEqual(selects ? [[selectAll(NOTHING_SELECTED, keys)]] : []);
});
