import type { ReactNode } from 'react';
import { useEffect, useMemo, useState } from 'react';
import { useMedia } from '#web/lib/use-media.ts';
import type { Theme } from './theme-context.ts';
import { ThemeContext } from './theme-context.ts';
import { readTheme, saveTheme, THEME_KEY } from './theme-storage.ts';

/** Keeps the page in the chosen theme: across tabs, and with the device while the choice is 'system'. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(() => readTheme());
  const deviceIsLight = useMedia('(prefers-color-scheme: light)');
  const shown = theme === 'light' || (theme === 'system' && deviceIsLight) ? 'light' : 'dark';

  useEffect(() => paint(shown), [shown]);

  useEffect(() => {
    const changed = (event: StorageEvent) => {
      if (event.key === THEME_KEY || event.key === null) setTheme(readTheme());
    };
    window.addEventListener('storage', changed);
    return () => window.removeEventListener('storage', changed);
  }, []);

  const choice = useMemo(
    () => ({
      theme,
      setTheme: (next: Theme) => {
        setTheme(next);
        saveTheme(next);
      },
    }),
    [theme],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

function paint(shown: 'light' | 'dark') {
  const root = document.documentElement;
  root.dataset['theme'] = shown;
  const canvas = getComputedStyle(root).backgroundColor;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvas);
}
