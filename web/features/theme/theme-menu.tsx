import type { IconName } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import type { Theme } from './theme-context.ts';
import { useTheme } from './theme-context.ts';

const CHOICES: readonly { value: Theme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'monitor' },
];

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  const icon = CHOICES.find(({ value }) => value === theme)?.icon ?? 'moon';
  const items = CHOICES.map(({ value, label, icon }) => ({
    label,
    icon,
    checked: value === theme,
    onSelect: () => setTheme(value),
  }));
  return <Menu label="Theme" icon={icon} items={items} />;
}
