import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSite, replaceFiles, serveSite } from '#infra/local/site.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'expertscope-'));
  return () => rm(root, { recursive: true });
});

async function write(file: string, text: string): Promise<void> {
  await mkdir(join(root, file, '..'), { recursive: true });
  await writeFile(join(root, file), text);
}

describe('building the site', () => {
  const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'vite.config.ts'];
  const CODE = ['web/index.html', 'web/app/app.tsx', 'shared/chat.ts'];
  let builds = 0;

  /** A project that has been built once. */
  beforeEach(async () => {
    for (const file of [...SOURCES, ...CODE]) await write(file, 'first');
    builds = 0;
    await start();
    expect(builds).toBe(1);
  });

  const start = () =>
    buildSite({
      root,
      build: async (folder) => {
        builds += 1;
        await writeFile(
          join(folder, 'index.html'),
          `built from ${await readFile(join(root, 'web/app/app.tsx'))}`,
        );
      },
    });

  it('does nothing on a second start without changes', async () => {
    await start();
    expect(builds).toBe(1);
    expect(await readdir(join(root, 'dist/web'))).toEqual(['index.html']);
  });

  it.each([...SOURCES, ...CODE, 'web/new.ts'])('rebuilds when %s has changed', async (file) => {
    await write(file, 'second');
    await start();
    expect(builds).toBe(2);
    await start();
    expect(builds).toBe(2);
  });

  it('rebuilds when a source file has been removed', async () => {
    await rm(join(root, 'shared/chat.ts'));
    await start();
    expect(builds).toBe(2);
  });

  it.each([
    ['a file of the built site is missing', () => rm(join(root, 'dist/web/index.html'))],
    ['the built site is not the one it left', () => write('dist/web/index.html', 'by another build')],
    ['the built site is gone', () => rm(join(root, 'dist/web'), { recursive: true })],
  ])('rebuilds when %s', async (_case, change) => {
    await change();
    await start();
    expect(builds).toBe(2);
    expect(await readFile(join(root, 'dist/web/index.html'), 'utf8')).toBe('built from first');
  });

  it('leaves the existing site alone and no partial output when a build fails', async () => {
    await write('web/app/app.tsx', 'second');
    const failing = buildSite({ root, build: () => Promise.reject(new Error('no build')) });
    await expect(failing).rejects.toThrow('no build');
    expect(await readFile(join(root, 'dist/web/index.html'), 'utf8')).toBe('built from first');
    expect((await readdir(join(root, 'dist'))).toSorted()).toEqual(['web', 'web.stamp']);
  });
});

describe('replacing a folder’s files', () => {
  const replace = () => replaceFiles({ from: join(root, 'fresh'), to: join(root, 'served') });

  it('leaves exactly the new files', async () => {
    await write('served/index.html', 'old');
    await write('served/assets/gone.js', 'old');
    await write('fresh/index.html', 'new');
    await write('fresh/assets/a/deep.js', 'deep');
    await replace();
    const files = await readdir(join(root, 'served'), { recursive: true });
    expect(files.toSorted()).toEqual(['assets', 'assets/a', 'assets/a/deep.js', 'index.html']);
    expect(await readFile(join(root, 'served/index.html'), 'utf8')).toBe('new');
  });

  it('creates a missing folder', async () => {
    await write('fresh/index.html', 'new');
    await replace();
    expect(await readdir(join(root, 'served'))).toEqual(['index.html']);
  });

  it('keeps a file that is in both folders readable in full at all times', async () => {
    const text = 'x'.repeat(200_000);
    await write('served/app.js', text);
    let reading = true;
    const reader = (async () => {
      let reads = 0;
      while (reading || reads === 0) {
        expect((await readFile(join(root, 'served/app.js'), 'utf8')).length).toBe(text.length);
        reads += 1;
      }
    })();
    for (let round = 0; round < 20; round += 1) {
      await write('fresh/app.js', text);
      await replace();
    }
    reading = false;
    await reader;
  });
});

describe('the locally served site', () => {
  const get = (path: string) => serveSite(root).request(`http://localhost${path}`);
  beforeEach(async () => {
    for (const file of ['index.html', 'theme.js', 'assets/index-1.js']) await write(file, file);
  });

  it.each([
    ...['/', '/login', '/john.doe', '/a/b.c', '/chats/chat_1', '/index.html'],
    ...['/50%25', '/50%', '/a%2Fb', '/a%40b', '//login'],
  ])('shows index.html for %s', async (path) => {
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, 'index.html']);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('keeps search engines away from share pages only', async () => {
    const rule = async (path: string) => (await get(path)).headers.get('x-robots-tag');
    expect([await rule('/shared/abc'), await rule('/'), await rule('/lists')]).toEqual([
      'noindex',
      null,
      null,
    ]);
  });

  it.each(['/theme.js', '/assets/index-1.js'])('serves the file %s', async (path) => {
    expect(await (await get(path)).text()).toBe(path.slice(1));
  });

  it('reads hashed assets once, and compresses them for clients that accept it', async () => {
    const site = serveSite(root);
    await write('assets/long-1.js', 'long '.repeat(1_000));
    const ask = (headers = {}) => site.request('http://localhost/assets/long-1.js', { headers });
    const plain = await (await ask()).text();
    const compressed = await (await ask({ 'accept-encoding': 'gzip' })).arrayBuffer();
    expect(gunzipSync(compressed).toString()).toBe(plain);
    await rm(join(root, 'assets/long-1.js'));
    const [again, squeezed] = [await ask(), await ask({ 'accept-encoding': 'gzip' })];
    expect([again.headers.get('content-encoding'), await again.text()]).toEqual([null, plain]);
    expect(squeezed.headers.get('content-encoding')).toBe('gzip');
    expect(await squeezed.arrayBuffer()).toEqual(compressed);
    for (const { headers } of [again, squeezed]) {
      expect(headers.get('content-type')).toMatch(/^text\/javascript/);
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('serves an asset in full after a request for its headers only', async () => {
    const site = serveSite(root);
    const ask = (method: string) => site.request('http://localhost/assets/index-1.js', { method });
    expect([(await ask('HEAD')).status, await (await ask('GET')).text()]).toEqual([200, 'assets/index-1.js']);
  });

  it('finds a file that was missing on an earlier request', async () => {
    const site = serveSite(root);
    expect((await site.request('http://localhost/assets/late.js')).status).toBe(404);
    await write('assets/late.js', 'late');
    expect(await (await site.request('http://localhost/assets/late.js')).text()).toBe('late');
  });

  it.each(['/assets/gone.js', '/favicon.svg', '/robots.txt'])(
    'answers an uncacheable 404 for the missing file %s',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    },
  );

  it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])(
    'serves nothing outside its folder for %s',
    async (path) => {
      expect(await (await get(path)).text()).not.toContain('expertscope');
    },
  );

  it('sets the security headers on 404s too', async () => {
    const { headers } = await get('/assets/gone.js');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
