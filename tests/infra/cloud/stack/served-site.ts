import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';
import { SITE_CONFIG_PATH, SiteConfig } from '#shared/site-config.ts';
import { buildSite, BUILT_SITE as folder } from '#tests/support/built-site.ts';
import { serveEdge } from '../support/edge.ts';
import { publishedConfigText, synthesize } from '../support/synthesize.ts';

const beta = synthesize({ stage: 'beta', passwords: 'strong' });
const { template } = beta;
const asked: Request[] = [];
let edge: Awaited<ReturnType<typeof serveEdge>>;

/** An API that is down and answers as the contract says. */
function unavailable(request: Request): Response {
  asked.push(request);
  const error = { code: 'unavailable', message: 'The service is not available right now.' };
  return Response.json({ error }, { status: 503 });
}

beforeAll(async () => {
  await buildSite();
  edge = await serveEdge({ template, folder, config: publishedConfigText(beta), api: unavailable });
});
afterAll(() => edge.close());

const get = (path: string) => fetch(edge.url + path);

describe('the built page behind the synthesized edge', () => {
  it('serves the page for every path that is not a file', async () => {
    const index = readFileSync(join(folder, 'index.html'), 'utf8');
    for (const path of ['/', '/login', '/chat/chat_1', '/a/path/nobody/knows', '/john.doe', '/a/b.c'])
      expect(await (await get(path)).text()).toBe(index);
  });

  it('serves the page for a share too, and keeps it out of search engines', async () => {
    const shared = await get('/shared/AAAAAAAAAAAAAAAAAAAAAA');
    expect(await shared.text()).toBe(readFileSync(join(folder, 'index.html'), 'utf8'));
    const rules = (path: string) => get(path).then(({ headers }) => headers.get('x-robots-tag'));
    expect(await Promise.all(['/shared/x', '/', '/chat/chat_1'].map(rules))).toEqual(['noindex', null, null]);
  });

  it('serves every file of the build', async () => {
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(5);
    for (const { name } of files) {
      const answered = Buffer.from(await (await get(`/${name}`)).arrayBuffer());
      expect([name, answered.equals(readFileSync(join(folder, name)))]).toEqual([name, true]);
    }
  });

  it('answers 404 for a missing file, and passes on the API’s own errors', async () => {
    expect((await get('/assets/gone-12345678.js')).status).toBe(404);
    const api = await get('/api/chats');
    expect([api.status, await api.json()]).toMatchObject([503, { error: { code: 'unavailable' } }]);
  });

  it('caches assets forever, revalidates pages and never caches the configuration', async () => {
    const [asset] = readdirSync(join(folder, 'assets'));
    const rule = async (path: string) => (await get(path)).headers.get('cache-control');
    expect(await rule(`/assets/${asset}`)).toBe('public, max-age=31536000, immutable');
    expect(await rule('/login')).toBe('no-cache');
    expect(await rule('/theme.js')).toBe('no-cache');
    expect(await rule(SITE_CONFIG_PATH)).toBe('no-store');
  });

  it('publishes the deployment’s facts in the shape that the page reads', async () => {
    const config = v.parse(v.strictObject(SiteConfig.entries), await (await get(SITE_CONFIG_PATH)).json());
    expect(config).toEqual({
      stage: 'beta',
      region: 'us-east-1',
      userPoolId: 'us-east-1_Abc123',
      userPoolClientId: 'us-east-1_Abc123',
      google: false,
      passwordPolicy: { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true },
    });
  });

  it('passes the caller’s address to the API, whatever the caller claims', async () => {
    await fetch(`${edge.url}/api/me`, { headers: { [VIEWER_ADDRESS_HEADER]: '198.51.100.1' } });
    expect(asked.at(-1)?.headers.get(VIEWER_ADDRESS_HEADER)).toBe('203.0.113.7');
  });

  it('sets the security headers on every response', async () => {
    for (const path of ['/', '/shared/x', '/api/health', '/assets/gone.js']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
