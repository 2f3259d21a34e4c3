import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { readTheme, saveTheme, THEME_KEY, ThemeMenu } from '#web/features/theme.tsx';

const script = readFileSync(new URL('../../../web/public/theme.js', import.meta.url), 'utf8');

const storageWith = (value: string | null) => ({
  length: 0,
  key: () => null,
  getItem: (key: string) => (key === THEME_KEY ? value : null),
  setItem: () => undefined,
  removeItem: () => undefined,
});
const REFUSING = {
  ...storageWith(null),
  getItem: () => {
    throw new Error('refused');
  },
  setItem: () => {
    throw new Error('refused');
  },
};

/** The theme chosen by the first-paint script. */
function firstPaint(storage: Pick<Storage, 'getItem'>, deviceIsLight = false): string | undefined {
  const dataset: { theme?: string } = {};
  const meta = { content: '' };
  runInNewContext(script, {
    localStorage: storage,
    matchMedia: () => ({ matches: deviceIsLight }),
    document: { documentElement: { dataset }, querySelector: () => meta },
  });
  return dataset.theme;
}

describe('before the first paint', () => {
  it.each([
    ['nothing saved', null, false, 'dark'],
    ['nothing saved on a light device', null, true, 'dark'],
    ['nonsense saved', 'purple', true, 'dark'],
    ['light saved', 'light', false, 'light'],
    ['dark saved on a light device', 'dark', true, 'dark'],
    ['system saved on a light device', 'system', true, 'light'],
    ['system saved on a dark device', 'system', false, 'dark'],
  ])('the page has the right theme with %s', (_, saved, deviceIsLight, theme) => {
    expect(firstPaint(storageWith(saved), deviceIsLight)).toBe(theme);
  });

  it('the page is dark when storage access is refused', () => {
    expect(firstPaint(REFUSING)).toBe('dark');
  });
});

describe('the saved theme', () => {
  it.each(['light', 'dark', 'system'])('%s is restored', (theme) => {
    expect(readTheme(storageWith(theme))).toBe(theme);
  });

  it('is dark by default, even when storage access is refused', () => {
    expect(readTheme(storageWith(null))).toBe('dark');
    expect(readTheme(REFUSING)).toBe('dark');
    expect(() => saveTheme('light', REFUSING)).not.toThrow();
  });
});

describe('the theme menu', () => {
  it('cannot be used outside a ThemeProvider', () => {
    expect(() => renderToStaticMarkup(<ThemeMenu />)).toThrow('useTheme must be used within a ThemeProvider');
  });
});
