import { DEFAULT_THEME } from '#shared/constants.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { browserStorage, readText, writeText } from '#web/lib/storage.ts';
import type { Theme } from './theme-context.ts';
import { THEMES } from './theme-context.ts';

/** `public/theme.js` reads the same key before the first paint. */
export const THEME_KEY = `${STORAGE_PREFIX}_theme`;

/** The saved choice; the default when there is none, or none that can be read. */
export function readTheme(storage: KeyValueStorage | undefined = browserStorage()): Theme {
  const saved = readText(storage, THEME_KEY);
  return THEMES.find((theme) => theme === saved) ?? DEFAULT_THEME;
}

/** Saves the choice; where storage is off it lasts as long as the page. */
export function saveTheme(theme: Theme, storage: KeyValueStorage | undefined = browserStorage()): void {
  writeText(storage, THEME_KEY, theme);
}
