import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { CONTEXT_ERRORS } from '#shared/errors.ts';
import { DEFAULT_THEME, STORAGE_PREFIX } from '#shared/product.ts';
import { useMedia } from '#web/lib/page.ts';
import { browserStorage, type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';
import { type IconName, Menu } from '#web/ui/index.ts';

/** `public/theme.js` reads the same key before the first paint. */
export const THEME_KEY = `${STORAGE_PREFIX}_theme`;

/** The user's choice; 'system' follows the device. */
export type Theme = 'light' | 'dark' | 'system';

export const THEMES: readonly { value: Theme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'monitor' },
];

const ThemeContext = createContext<{ theme: Theme; setTheme: (theme: Theme) => void } | undefined>(undefined);

/** Applies the chosen theme to the page: across tabs, and following the device while the choice is 'system' (docs/behaviour.md#theme). */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(() => readTheme());
  const isSaved = useRef(true);
  const deviceIsLight = useMedia('(prefers-color-scheme: light)');
  const shown = theme === 'light' || (theme === 'system' && deviceIsLight) ? 'light' : 'dark';

  useEffect(() => applyTheme(shown), [shown]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      // If anything may have changed, a choice that could not be saved is still newer.
      if (event.key === THEME_KEY || (event.key === null && isSaved.current)) setTheme(readTheme());
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);

  const choice = useMemo(
    () => ({
      theme,
      setTheme: (next: Theme) => {
        setTheme(next);
        isSaved.current = saveTheme(next);
      },
    }),
    [theme],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

/** @throws Error outside a ThemeProvider, in the words of the catalogue. */
export function useTheme() {
  const choice = useContext(ThemeContext);
  if (choice === undefined) throw new Error(CONTEXT_ERRORS.useTheme);
  return choice;
}

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  const icon = THEMES.find(({ value }) => value === theme)?.icon ?? 'moon';
  const items = THEMES.map(({ value, label, icon }) => ({
    label,
    icon,
    checked: value === theme,
    onSelect: () => setTheme(value),
  }));
  return <Menu label="Theme" icon={icon} items={items} />;
}

/** The saved choice; the default if there is none, or none that can be read. */
export function readTheme(storage: KeyValueStorage | undefined = browserStorage()): Theme {
  const saved = readText(storage, THEME_KEY);
  return THEMES.find(({ value }) => value === saved)?.value ?? DEFAULT_THEME;
}

/** Saves the choice. If storage is off, it lasts until the page is closed. @returns whether it was saved */
export const saveTheme = (theme: Theme, storage: KeyValueStorage | undefined = browserStorage()): boolean =>
  writeText(storage, THEME_KEY, theme);

function applyTheme(shown: 'light' | 'dark') {
  const root = document.documentElement;
  root.toggleAttribute('data-switching-theme', true);
  root.dataset['theme'] = shown;
  // Reading a size forces a layout, so that every colour has changed before transitions apply again.
  void root.offsetHeight;
  root.toggleAttribute('data-switching-theme', false);
  const canvas = getComputedStyle(root).backgroundColor;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
}
