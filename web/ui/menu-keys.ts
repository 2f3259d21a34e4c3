import type { IconName } from './icon.tsx';

export interface MenuItem {
  label: string;
  icon: IconName;
  onSelect: () => void;
  /** Set on every item of a menu that chooses one of several. */
  checked?: boolean;
  /** Shown, but cannot be chosen. */
  disabled?: boolean;
  /** Deletes something. */
  danger?: boolean;
}

type Items = readonly Pick<MenuItem, 'label' | 'checked' | 'disabled'>[];

/**
 * The item to which keys lead that were pressed before the menu could handle them, and whether they choose it. They start at the checked
 * item, or at the first one that can be chosen.
 */
export function followKeys(items: Items, keys: readonly string[]): { index: number; isChosen: boolean } {
  let index = firstIndex(items);
  let typed = '';
  for (const key of keys) {
    if (key === 'Enter' || key === ' ') {
      if (!items[index]?.disabled) return { index, isChosen: true };
    } else if (key.length === 1) {
      typed += key.toLowerCase();
      const named = items.findIndex(({ label }) => label.toLowerCase().startsWith(typed));
      index = named === -1 ? index : named;
    } else {
      typed = '';
      index = indexAfter(key, { index, count: items.length });
    }
  }
  return { index, isChosen: false };
}

function firstIndex(items: Items): number {
  const current = items.findIndex(({ checked }) => checked);
  return Math.max(0, current === -1 ? items.findIndex(({ disabled }) => !disabled) : current);
}

/** The arrow keys wrap around, as they do in the menu. */
function indexAfter(key: string, { index, count }: { index: number; count: number }): number {
  if (key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowUp') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : index;
}
