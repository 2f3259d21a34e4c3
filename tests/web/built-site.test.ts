import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { serveSite } from '#infra/local/site.ts';
import { BUILT_SITE, buildSite } from '#tests/support/built-site.ts';
import { firstLoad, gzippedSize } from '#tests/support/first-load.ts';

/** Bytes, gzipped. */
const LIMITS = { scripts: 110_000, styles: 20_000 };

/** A distinctive text from each part that most visits never need. */
const LATER = {
  'the results': 'Still ranking',
  'the conversation': 'Jump to latest',
  'the way a search is sent and picked up': 'text/event-stream',
  'the rename dialog': 'Enter new chat title:',
  'the delete dialog': 'Are you sure you want to delete this chat?',
  'the list of shortcuts': 'Keyboard shortcuts',
  'the menus': 'menuitemradio',
  'signing in': 'Sign in to your account to sync your chats across devices',
  accounts: 'cognito-idp',
  'local data': 'Import',
  lists: 'No lists yet.',
  'saving people': 'Saved to ',
  'the page for wrong addresses': 'Return to Home',
} as const;

beforeAll(buildSite);

it('the page leaves the margins of a notch and of a home indicator to the browser', async () => {
  const html = await (await serveSite(BUILT_SITE).request('http://localhost/')).text();
  const [viewport] = html.match(/<meta name="viewport"[^>]*>/) ?? [];
  expect(viewport).toMatch('width=device-width');
  // Only with insets of its own for whatever is at an edge.
  expect(viewport).not.toMatch('viewport-fit');
});

it('the site can be installed: its manifest and icons exist', async () => {
  const app = serveSite(BUILT_SITE);
  const get = (path: string) => app.request(`http://localhost${path}`);
  const html = await (await get('/')).text();
  const attributesOf = (tag: string) =>
    Object.fromEntries(Array.from(tag.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]));
  const links = Array.from(html.matchAll(/<link\b[^>]*>/g), ([tag]) => attributesOf(tag));
  const manifest = await get(links.find(({ rel }) => rel === 'manifest')?.['href'] ?? '');
  const { name, start_url, display, icons } = await manifest.json();
  expect({ name, start_url, display }).toEqual({
    name: 'Expertscope',
    start_url: '/',
    display: 'standalone',
  });
  const linked = links
    .filter(({ rel }) => rel?.includes('icon'))
    .map(({ href = '', type = 'image/' }) => ({ src: href, type }));
  expect(linked.map(({ src }) => src)).toEqual(['/favicon.svg', '/icon-180.png']);
  for (const { src, type } of [...icons, ...linked]) {
    const icon = await get(src);
    expect([src, icon.status]).toEqual([src, 200]);
    expect(icon.headers.get('content-type')).toContain(type);
  }
});

describe('an anonymous visitor’s first load', () => {
  it('is at most 110 kB of JavaScript, gzipped', async () => {
    const { scripts } = await firstLoad(BUILT_SITE);
    expect(scripts.length).toBeGreaterThan(1);
    expect(gzippedSize(scripts)).toBeLessThanOrEqual(LIMITS.scripts);
  });

  it('is at most 20 kB of CSS, gzipped', async () => {
    const { styles } = await firstLoad(BUILT_SITE);
    expect(styles).toHaveLength(1);
    expect(gzippedSize(styles)).toBeLessThanOrEqual(LIMITS.styles);
  });

  it.each(Object.entries(LATER))('excludes %s, which has a file of its own', async (_, text) => {
    const { scripts } = await firstLoad(BUILT_SITE);
    const files = (await readdir(join(BUILT_SITE, 'assets'))).filter((file) => file.endsWith('.js'));
    const first = new Set(scripts.map(({ path }) => path));
    const holders = await Promise.all(
      files.map(async (file) =>
        (await readFile(join(BUILT_SITE, 'assets', file), 'utf8')).includes(text) ? file : '',
      ),
    );
    const having = holders.filter((file) => file !== '');
    expect(having).not.toEqual([]);
    expect(having.filter((file) => first.has(`/assets/${file}`))).toEqual([]);
  });
});
