import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, preview } from 'vite';
import { findChromium } from '#tests/support/chromium.ts';
import { SCREENS, type Screen } from './screens.ts';

/** `npm run screens [-- name …]`: captures all or the named screens, in both themes and sizes, into docs/screens. */

const OUT = join(import.meta.dirname, '../../../docs/screens');
const CONFIG = { configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' } as const;
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const THEMES = ['dark', 'light'] as const;
/** A fixed date, so that a picture changes only with the page's look. */
const NOW = new Date('2026-11-28T12:00:00Z');

interface Taking {
  browser: Browser;
  encoder: Page;
  url: string;
  size: keyof typeof SIZES;
  theme: (typeof THEMES)[number];
}

async function take({ browser, encoder, url, size, theme }: Taking, screen: Screen): Promise<void> {
  const page = await browser.newPage({
    viewport: SIZES[size],
    reducedMotion: 'reduce',
    hasTouch: size === 'narrow',
    timezoneId: 'UTC',
    locale: 'en-US',
  });
  try {
    await page.clock.setFixedTime(NOW);
    await page.addInitScript((saved) => localStorage.setItem('expertscope_theme', saved), theme);
    await page.goto(`${url}?state=${screen.state}${screen.deep === true ? '&deep' : ''}`);
    await settled(page);
    await screen.act?.(page, size);
    await settled(page);
    const picture = await toWebp(encoder, await page.screenshot());
    await writeFile(join(OUT, `${screen.name}-${size}-${theme}.webp`), picture);
  } finally {
    await page.close();
  }
}

/** Waits for fonts, code loaded on demand, and animations. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** WebP at a third of the size, since the pictures live in the repository. */
async function toWebp(encoder: Page, png: Buffer): Promise<Buffer> {
  const url = await encoder.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.85);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

const wanted = process.argv.slice(2);
const names = SCREENS.map(({ name }) => name);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No screen is called ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(1);
}
await mkdir(OUT, { recursive: true });
// Removes pictures of states that no longer exist; older pictures have a folder of their own.
const old = wanted.length === 0 ? (await readdir(OUT)).filter((name) => name.endsWith('.webp')) : [];
for (const name of old) await rm(join(OUT, name));
await build(CONFIG);
const server = await preview({ ...CONFIG, preview: { port: 0, host: '127.0.0.1' } });
// Subpixel text positioning, as on current screens.
const browser = await chromium.launch({
  executablePath: process.env['CHROME_PATH'] ?? (await findChromium()),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});
try {
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The preview server has no address');
  const encoder = await browser.newPage();
  for (const screen of SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const theme of THEMES) {
      for (const size of ['wide', 'narrow'] as const)
        await take({ browser, encoder, url, size, theme }, screen);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
