import { describe, expect, it } from 'vitest';
import { followKeys } from '#web/ui/menu-keys.ts';

const OPTIONS = [{ label: 'Rename' }, { label: 'Archive' }, { label: 'Delete' }];
const THEMES = [
  { label: 'Light', checked: false },
  { label: 'Dark', checked: true },
  { label: 'System', checked: false },
];
const ACCOUNT = [{ label: 'Profile', disabled: true }, { label: 'Sign out' }];

describe('keys pressed before a menu has opened', () => {
  it.each([
    ['nothing leads to the first item', OPTIONS, [], { index: 0, isChosen: false }],
    ['nothing leads to the chosen item', THEMES, [], { index: 1, isChosen: false }],
    ['nothing leads past what cannot be chosen', ACCOUNT, [], { index: 1, isChosen: false }],
    ['arrows go round', OPTIONS, ['ArrowUp', 'ArrowDown', 'ArrowDown'], { index: 1, isChosen: false }],
    ['Home and End go to the ends', OPTIONS, ['Home', 'End'], { index: 2, isChosen: false }],
    ['Enter chooses', THEMES, ['ArrowDown', 'Enter'], { index: 2, isChosen: true }],
    ['Space chooses', OPTIONS, ['ArrowDown', ' '], { index: 1, isChosen: true }],
    ['a letter leads to the item it begins', OPTIONS, ['d', 'Enter'], { index: 2, isChosen: true }],
    [
      'letters count together',
      [...OPTIONS, { label: 'Deny' }],
      ['d', 'e', 'n'],
      { index: 3, isChosen: false },
    ],
    ['a letter that begins nothing leads nowhere', OPTIONS, ['x'], { index: 0, isChosen: false }],
    ['other keys do nothing', OPTIONS, ['Shift', 'F1'], { index: 0, isChosen: false }],
    ['what cannot be chosen is not', ACCOUNT, ['ArrowUp', 'Enter'], { index: 0, isChosen: false }],
    [
      "what comes after a choice is not the menu's",
      OPTIONS,
      ['Enter', 'ArrowDown'],
      { index: 0, isChosen: true },
    ],
  ])('%s', (_, items, keys, end) => {
    expect(followKeys(items, keys)).toEqual(end);
  });
});
