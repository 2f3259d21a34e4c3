import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';
import { edgeFunctions } from '../support/edge.ts';
import { unsupportedIn } from '../support/edge-syntax.ts';
import { propertiesOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

interface EdgeRequest {
  uri: string;
  headers: Record<string, { value: string }>;
}

const code = edgeFunctions(synthesize().template);

/** Runs the deployed code as CloudFront does: `handler` without modules, timers or network. */
function run(name: 'ShowPage' | 'NameViewer', request: Partial<EdgeRequest>): EdgeRequest {
  const event = { viewer: { ip: '203.0.113.7' }, request: { uri: '/', headers: {}, ...request } };
  return runInNewContext(`${code[name]}; handler(event)`, { event });
}

describe('the page’s edge function', () => {
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
  ])('leaves the file %s alone, so that a missing file is a 404', (uri) => {
    expect(run('ShowPage', { uri }).uri).toBe(uri);
  });
});

describe('the API’s edge function', () => {
  it('passes the caller’s address to the API', () => {
    const { headers } = run('NameViewer', { uri: '/api/searches' });
    expect(headers[VIEWER_ADDRESS_HEADER]?.value).toBe('203.0.113.7');
  });

  it('overwrites the address claimed by the caller, because quotas depend on it', () => {
    const claimed = { [VIEWER_ADDRESS_HEADER]: { value: '198.51.100.1' } };
    expect(run('NameViewer', { headers: claimed }).headers[VIEWER_ADDRESS_HEADER]?.value).toBe('203.0.113.7');
  });

  it('changes nothing else', () => {
    const headers = { 'x-auth-token': { value: 'token' } };
    const { uri, headers: after } = run('NameViewer', { uri: '/api/me', headers });
    expect([uri, after['x-auth-token']?.value]).toEqual(['/api/me', 'token']);
  });
});

describe('every edge function', () => {
  const allowedAddresses = '203.0.113.0/24,2001:db8:1::/48';
  const codesOf = (settings: Record<string, unknown>): string[] =>
    propertiesOf(synthesize(settings).template, 'AWS::CloudFront::Function').map(
      ({ FunctionCode }) => FunctionCode,
    );

  it.each([
    ['for everybody', 2, {}],
    ['for the allowed networks alone', 3, { waf: 'false', allowedAddresses }],
  ])('uses only syntax that CloudFront supports, %s', (_, count, settings) => {
    const codes = codesOf(settings);
    expect(codes).toHaveLength(count);
    for (const code of codes) expect(unsupportedIn(code)).toEqual([]);
  });

  it.each([
    ['const [a] = [1];', 'ArrayPattern: [a]'],
    ['const { length } = [1];', 'ObjectPattern: { length }'],
    ['function f({ a }) {}', 'ObjectPattern: { a }'],
    ['function f(a = 1) {}', 'AssignmentPattern: a = 1'],
    ['Math.max(...[1]);', 'SpreadElement: ...[1]'],
    ['const a = { ...{} };', 'SpreadElement: ...{}'],
    ['for (const a of []);', 'ForOfStatement: for (const a of []);'],
    ['class A {}', 'ClassDeclaration: class A {}'],
    ['const a = Math?.max;', 'ChainExpression: Math?.max'],
    ['const a = null ?? 1;', 'LogicalExpression: null ?? 1'],
    ['let a; a ||= 1;', 'AssignmentExpression: a ||= 1'],
    ['const a = 1; const b = { a };', 'Property: a'],
    ['const a = { b() {} };', 'Property: b() {}'],
    ['try {} catch {}', 'CatchClause: catch {}'],
    ['const a = 1n;', 'Literal: 1n'],
    ['const a = 1_000;', 'Literal: 1_000'],
    ['const a = /./s;', 'Literal: /./s'],
    ['async function f() {}', 'FunctionDeclaration: async function f() {}'],
    ['function* f() {}', 'FunctionDeclaration: function* f() {}'],
    ['Object.fromEntries([]);', 'MemberExpression: Object.fromEntries'],
    ["'a'.matchAll(/a/g);", "MemberExpression: 'a'.matchAll"],
    ["'a'['matchAll'](/a/g);", "MemberExpression: 'a'['matchAll']"],
    ['[1].flatMap(String);', 'MemberExpression: [1].flatMap'],
    ['BigInt(1);', 'Identifier: BigInt'],
    ['new Map();', 'Identifier: Map'],
    ["fetch('/');", 'Identifier: fetch'],
    ["import a from 'a';", expect.stringMatching(/import/i)],
  ])('must not contain %s', (code, unsupported) => {
    expect(unsupportedIn(code)).toContainEqual(unsupported);
  });

  it.each([
    'function f(first, ...others) { return others.map((other) => first + `a` + other ** 2); }',
    'outer: for (let i = 0; i < 2; i++) { if (i) continue outer; }',
    'var a = { get b() { return this.c; }, c: /a/gi, "d": [1, , 2] }; for (var name in a) delete a[name];',
    'try { throw new TypeError("a"); } catch (error) { switch (error.message) { default: void 0; } } finally {}',
    "const b = parseInt('ff', 16).toString(2).padStart(16, '0').startsWith('0') || !isNaN(NaN);",
  ])('may contain %s', (code) => {
    expect(unsupportedIn(code)).toEqual([]);
  });
});
