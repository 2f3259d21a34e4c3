import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';
import { edgeFunctions } from '../support/edge.ts';
import { synthesize } from '../support/synthesize.ts';

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
}

const code = edgeFunctions(synthesize().template);

/** Runs the deployed text as CloudFront does: `handler` in a world without modules, timers or network. */
function run(name: 'ShowPage' | 'NameViewer', request: Partial<EdgeRequest>): EdgeRequest {
  const event = { viewer: { ip: '203.0.113.7' }, request: { uri: '/', headers: {}, ...request } };
  return runInNewContext(`${code[name]}; handler(event)`, { event });
}

describe('the function before the page', () => {
  it.each([
    ...['/', '/login', '/signup', '/chats/chat_1/more', '/chat/chat_1', '/no.such/page', '/a.b/'],
    ...['/john.doe', '/a/b.c', '/assets', '/a/theme.js', '/theme.js/', '/Theme.js', '/index.html'],
  ])('shows index.html for %s', (uri) => {
    expect(run('ShowPage', { uri }).uri).toBe('/index.html');
  });

  it.each([
    '/theme.js',
    '/assets/index-85US2SRV.js',
    '/config.json',
    '/favicon.svg',
    '/manifest.webmanifest',
    '/assets/gone.js',
    '/robots.txt',
  ])('leaves the file %s alone, so that a missing one is a 404', (uri) => {
    expect(run('ShowPage', { uri }).uri).toBe(uri);
  });
});

describe('the function before the API', () => {
  it('tells the API who calls', () => {
    const { headers } = run('NameViewer', { uri: '/api/searches' });
    expect(headers[VIEWER_ADDRESS_HEADER]?.value).toBe('203.0.113.7');
  });

  it('overwrites what the caller claims, since quotas hang on it', () => {
    const claimed = { [VIEWER_ADDRESS_HEADER]: { value: '198.51.100.1' } };
    expect(run('NameViewer', { headers: claimed }).headers[VIEWER_ADDRESS_HEADER]?.value).toBe('203.0.113.7');
  });

  it('changes nothing else', () => {
    const headers = { 'x-auth-token': { value: 'token' } };
    const { uri, headers: after } = run('NameViewer', { uri: '/api/me', headers });
    expect([uri, after['x-auth-token']?.value]).toEqual(['/api/me', 'token']);
  });
});
