import { createServer } from 'node:http';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { BAD_TOKENS, createTokenMint, POOL, type TokenMint } from '#tests/support/tokens.ts';

let tokens: TokenMint;
beforeAll(async () => {
  tokens = await createTokenMint();
});

const withToken = (token: string) => new Headers({ 'x-auth-token': token });

/** A local server of keys that counts its requests. */
async function serveKeys(answer: () => { status: number; body: string; location?: string }) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    const { status, body, location } = answer();
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    jwksUri: `http://127.0.0.1:${address.port}/jwks.json`,
    requests: () => requests,
    close: () => server.close(),
  };
}

describe('authentication', () => {
  it('treats a request without a token as anonymous', async () => {
    const authenticate = createAuthenticator({ ...POOL, jwks: tokens.jwks });
    expect(await authenticate(new Headers({ authorization: 'AWS4-HMAC-SHA256 x' }))).toBeUndefined();
  });

  it('identifies the user from a token', async () => {
    const authenticate = createAuthenticator({ ...POOL, jwks: tokens.jwks });
    const claims = { name: 'Ada', picture: 'https://example.com/ada.png' };
    expect(await authenticate(withToken(await tokens.mint({ sub: 'ada' })))).toEqual({
      userId: 'ada',
      email: 'ada@example.com',
    });
    expect(await authenticate(withToken(await tokens.mint({ sub: 'ada', claims })))).toEqual({
      userId: 'ada',
      email: 'ada@example.com',
      displayName: 'Ada',
      photoURL: 'https://example.com/ada.png',
    });
  });

  it.each([
    [true, 'ada@example.com'],
    ['true', 'ada@example.com'],
    [false, ''],
    ['false', ''],
    [undefined, ''],
  ])('uses an address only when it is verified: email_verified %s', async (email_verified, email) => {
    const authenticate = createAuthenticator({ ...POOL, jwks: tokens.jwks });
    const token = await tokens.mint({ sub: 'ada', claims: { email_verified } });
    expect(await authenticate(withToken(token))).toEqual({ userId: 'ada', email });
  });

  it.each(BAD_TOKENS)('rejects a bad token: %s', async (kind) => {
    const authenticate = createAuthenticator({ ...POOL, jwks: tokens.jwks });
    const headers = withToken(await tokens.mintBad(kind, 'ada'));
    await expect(authenticate(headers)).rejects.toMatchObject({ name: 'HttpProblem', code: 'unauthorised' });
  });

  it('fetches the pool’s keys from the given URL, once', async () => {
    const keys = await serveKeys(() => ({ status: 200, body: JSON.stringify(tokens.jwks) }));
    const authenticate = createAuthenticator({ ...POOL, jwksUri: keys.jwksUri });
    const headers = withToken(await tokens.mint({ sub: 'ada' }));
    const all = await Promise.all([1, 2, 3].map(() => authenticate(headers)));
    expect(all.map((identity) => identity?.userId)).toEqual(['ada', 'ada', 'ada']);
    expect(keys.requests()).toBe(1);
    keys.close();
  });

  it('rejects tokens with an unknown key without fetching the keys each time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const keys = await serveKeys(() => ({ status: 200, body: JSON.stringify(tokens.jwks) }));
    const authenticate = createAuthenticator({ ...POOL, jwksUri: keys.jwksUri });
    const bad = withToken(await tokens.mintBad('unknown key id', 'ada'));
    for (let round = 0; round < 3; round += 1)
      await expect(authenticate(bad)).rejects.toMatchObject({ code: 'unauthorised' });
    expect(keys.requests()).toBe(1);
    expect(await authenticate(withToken(await tokens.mint({ sub: 'ada' })))).toMatchObject({ userId: 'ada' });
    keys.close();
  });

  it('rejects no token with the pool’s next key because of another unknown key, and fetches the keys soon', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let served = tokens;
    const keys = await serveKeys(() => ({ status: 200, body: JSON.stringify(served.jwks) }));
    const authenticate = createAuthenticator({ ...POOL, jwksUri: keys.jwksUri });
    const bad = withToken(await tokens.mintBad('unknown key id', 'ada'));
    await expect(authenticate(bad)).rejects.toMatchObject({ code: 'unauthorised' });
    served = await createTokenMint('next-key');
    const next = withToken(await served.mint({ sub: 'ada' }));
    vi.setSystemTime(Date.now() + 9_999);
    await expect(authenticate(next)).rejects.toMatchObject({ code: 'unavailable' });
    expect(keys.requests()).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    expect(await authenticate(next)).toMatchObject({ userId: 'ada' });
    expect(keys.requests()).toBe(2);
    keys.close();
  });

  it.each([
    ['is down', { status: 503, body: '' }],
    ['is down, whatever its answer looks like', { status: 503, body: '{"keys":[]}' }],
    ['answers nonsense', { status: 200, body: '<html>' }],
    ['answers no keys', { status: 200, body: '{"keys":"none"}' }],
  ])('rejects no token when the key server %s, and recovers', async (_, failure) => {
    let answer = failure;
    const keys = await serveKeys(() => answer);
    const authenticate = createAuthenticator({ ...POOL, jwksUri: keys.jwksUri });
    const headers = withToken(await tokens.mint({ sub: 'ada' }));
    await expect(authenticate(headers)).rejects.toMatchObject({ code: 'unavailable' });
    answer = { status: 200, body: JSON.stringify(tokens.jwks) };
    expect(await authenticate(headers)).toMatchObject({ userId: 'ada' });
    keys.close();
  });

  it('accepts no keys from where the key server redirects', async () => {
    const elsewhere = await serveKeys(() => ({ status: 200, body: JSON.stringify(tokens.jwks) }));
    const keys = await serveKeys(() => ({ status: 302, body: '', location: elsewhere.jwksUri }));
    const authenticate = createAuthenticator({ ...POOL, jwksUri: keys.jwksUri });
    const headers = withToken(await tokens.mint({ sub: 'ada' }));
    await expect(authenticate(headers)).rejects.toMatchObject({ code: 'unavailable' });
    expect(elsewhere.requests()).toBe(0);
    for (const server of [keys, elsewhere]) server.close();
  });

  it('rejects no token when the key server does not answer within three seconds', async () => {
    const limit = new AbortController();
    const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation((_, { signal } = {}) => {
      limit.abort(new DOMException('Too slow', 'TimeoutError'));
      return signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => undefined);
    });
    onTestFinished(() => {
      begin.mockRestore();
      asked.mockRestore();
    });
    const authenticate = createAuthenticator({ ...POOL, jwksUri: 'http://127.0.0.1/jwks.json' });
    const headers = withToken(await tokens.mint({ sub: 'ada' }));
    await expect(authenticate(headers)).rejects.toMatchObject({ code: 'unavailable' });
    expect(begin.mock.calls).toEqual([[3_000]]);
  });
});
