import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveSite } from '#infra/local/serve-site.ts';

const root = mkdtempSync(join(tmpdir(), 'site-'));
mkdirSync(join(root, 'assets'));
for (const file of ['index.html', 'theme.js', 'assets/index-1.js']) writeFileSync(join(root, file), file);
afterAll(() => rmSync(root, { recursive: true }));

const site = serveSite(root);
const get = (path: string) => site.request(`http://localhost${path}`);

describe('the site as the local stack serves it', () => {
  it.each(['/', '/login', '/john.doe', '/a/b.c', '/chats/chat_1', '/index.html'])(
    'shows index.html for %s',
    async (path) => {
      const answer = await get(path);
      expect([answer.status, await answer.text()]).toEqual([200, 'index.html']);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it.each(['/theme.js', '/assets/index-1.js'])('serves the file %s', async (path) => {
    expect(await (await get(path)).text()).toBe(path.slice(1));
  });

  it.each(['/assets/gone.js', '/favicon.svg', '/robots.txt'])(
    'answers 404 for the missing file %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])(
    'serves nothing from outside for %s',
    async (path) => {
      expect(await (await get(path)).text()).not.toContain('expertscope');
    },
  );

  it('keeps the security headers on what is missing, too', async () => {
    const { headers } = await get('/assets/gone.js');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
