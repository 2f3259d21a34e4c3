import { createHash } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import * as v from 'valibot';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { REFUSING_ADDRESS } from '#tests/support/provider-server.ts';
import { type Served, serve } from '#tests/web/features/search/serve.ts';
import { type Api, ApiError, type ApiRequest, lazyApi, NETWORK_ERROR } from '#web/lib/api.ts';
import { createApi, sha256Hex } from '#web/lib/create-api.ts';

const Echo = v.object({ body: v.string(), headers: v.record(v.string(), v.string()) });

const app = new Hono();
app.all('/api/echo', async (c) =>
  c.json({ body: await c.req.text(), headers: Object.fromEntries(c.req.raw.headers) }),
);
app.get('/api/refused', (c) =>
  c.json({ error: { code: 'not-found', message: 'There is nothing here.' } }, 404),
);
app.get('/api/proxy', (c) => c.html('<h1>Bad gateway</h1>', 502));
const FROM_CLOUDFRONT = { 'x-amz-cf-id': 'an id' };
app.get('/api/firewall', (c) =>
  c.html('<h1>403 ERROR</h1>The request could not be satisfied.', 403, FROM_CLOUDFRONT),
);
app.get('/api/throttled', (c) => c.json({ Message: 'Rate Exceeded.' }, 429, FROM_CLOUDFRONT));
app.get('/api/intermediary/:status', (c) =>
  c.html('<h1>Hotel Wi-Fi</h1>Please sign in.', Number(c.req.param('status')) as 403),
);
app.get('/api/page', (c) => c.html('<h1>Home</h1>'));
app.get('/api/slow', () => new Promise<Response>(() => undefined));

let served: Served | undefined;
afterEach(async () => served?.close());
const open = async (options: Parameters<typeof createApi>[0] = {}) => {
  served = await serve(getRequestListener(app.fetch));
  return createApi({ baseUrl: served.baseUrl, ...options });
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('createApi', () => {
  it('sends JSON with the hash of its bytes and the user’s token', async () => {
    const api = await open({ getToken: async () => 'an.id.token' });
    const body = { content: 'Ñandú — 王 🦙' };
    const echo = await api.json(Echo, { method: 'POST', path: '/echo', body });
    expect(JSON.parse(echo.body)).toEqual(body);
    expect(echo.headers).toMatchObject({
      'content-type': 'application/json',
      'x-amz-content-sha256': sha256(JSON.stringify(body)),
      'x-auth-token': 'an.id.token',
    });
  });

  it('sends the empty hash with a write without a body, and no hash with a read', async () => {
    const api = await open({ getToken: async () => undefined });
    const write = await api.json(Echo, { method: 'DELETE', path: '/echo' });
    const read = await api.json(Echo, { method: 'GET', path: '/echo' });
    expect(write.headers['x-amz-content-sha256']).toBe(sha256(''));
    expect(read.headers).not.toHaveProperty('x-amz-content-sha256');
    expect(read.headers).not.toHaveProperty('x-auth-token');
  });

  it('throws the service’s own error', async () => {
    const api = await open();
    await expect(api.send({ method: 'GET', path: '/refused' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      code: 'not-found',
      message: 'There is nothing here.',
      refused: true,
    });
  });

  it('throws a readable error for an intermediary’s error page', async () => {
    const api = await open();
    await expect(api.send({ method: 'GET', path: '/proxy' })).rejects.toMatchObject({
      status: 502,
      code: 'internal-error',
      refused: false,
    });
    await expect(api.send({ method: 'GET', path: '/intermediary/500' })).rejects.toMatchObject({
      status: 500,
      code: 'internal-error',
    });
    await expect(api.send({ method: 'GET', path: '/firewall' })).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
      message: "The site's firewall blocked this request.",
    });
  });

  it.each([400, 401, 403, 404, 405, 429])(
    'takes an intermediary’s %i for a service that cannot be reached, not for its refusal',
    async (status) => {
      const api = await open();
      await expect(api.send({ method: 'GET', path: `/intermediary/${status}` })).rejects.toMatchObject({
        status: 503,
        code: 'unavailable',
        message: 'The service is not available right now. Please try again.',
        refused: false,
      });
    },
  );

  it('reports that the cloud has no room for the request as a temporary failure, not as a used-up limit', async () => {
    const api = await open();
    await expect(api.send({ method: 'GET', path: '/throttled' })).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      refused: false,
    });
  });

  it('rejects a response that does not match its schema', async () => {
    const api = await open();
    await expect(api.json(Echo, { method: 'GET', path: '/page' })).rejects.toMatchObject({
      status: 200,
      code: 'unreadable-answer',
    });
  });

  it('checks a response up to its first mistake only, since a large one may have a million', async () => {
    const api = await open();
    let checked = 0;
    const wrong = v.check(() => {
      checked += 1;
      return false;
    });
    const Body = v.object({ body: v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.unknown(), wrong))) });
    const body = Array.from({ length: 1_000 }, () => 0);
    await expect(api.json(Body, { method: 'POST', path: '/echo', body })).rejects.toMatchObject({
      code: 'unreadable-answer',
    });
    expect(checked).toBe(1);
  });

  it('reports an unreachable service in a sentence', async () => {
    const api = createApi({ baseUrl: REFUSING_ADDRESS });
    const call = api.send({ method: 'GET', path: '/echo' });
    await expect(call).rejects.toMatchObject({ status: 0, code: 'network-error', message: NETWORK_ERROR });
  });

  it('times out on a slow response', async () => {
    const api = await open({ timeout: 20 });
    await expect(api.json(Echo, { method: 'GET', path: '/slow' })).rejects.toMatchObject({
      code: 'network-error',
    });
  });

  describe('whose response has begun', () => {
    const bytes = new TextEncoder().encode('{"body":"王","headers":{}}');

    /** A service whose response the test writes, and whose time limit of 30 s elapses when the test says so. */
    function openWriting() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
      const body = writable.getWriter();
      let isAborted = false;
      const api = createApi({
        fetch: async (_, init) => {
          // As Chrome and Safari do, which do not pass the reason on.
          const aborted = new DOMException('BodyStreamBuffer was aborted', 'AbortError');
          init?.signal?.addEventListener('abort', () => {
            isAborted = true;
            void body.abort(aborted);
          });
          return new Response(readable);
        },
      });
      const answer = api.json(Echo, { method: 'GET', path: '/echo' });
      return { body, answer, isAborted: () => isAborted };
    }

    it('reads it for as long as more of it arrives', async () => {
      const { body, answer, isAborted } = openWriting();
      // In the middle of a character.
      for (const part of [bytes.slice(0, 10), bytes.slice(10, 20), bytes.slice(20)]) {
        await vi.advanceTimersByTimeAsync(20_000);
        await body.write(part);
      }
      await body.close();
      expect(await answer).toEqual({ body: '王', headers: {} });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(isAborted()).toBe(false);
    });

    it('times out when nothing more arrives', async () => {
      const { body, answer } = openWriting();
      const failed = expect(answer).rejects.toMatchObject({ code: 'network-error', message: NETWORK_ERROR });
      await body.write(bytes.slice(0, 10));
      await vi.advanceTimersByTimeAsync(30_000);
      await failed;
    });

    it('reports a connection that breaks off', async () => {
      const { body, answer } = openWriting();
      const failed = expect(answer).rejects.toMatchObject({ code: 'network-error', message: NETWORK_ERROR });
      await body.write(bytes.slice(0, 10));
      await body.abort(new TypeError('network error'));
      await failed;
    });
  });

  it('rejects with the caller’s abort reason', async () => {
    const api = await open();
    const abort = new AbortController();
    const call = api.json(Echo, { method: 'GET', path: '/slow', signal: abort.signal });
    abort.abort(new Error('gone elsewhere'));
    await expect(call).rejects.toThrow('gone elsewhere');
  });

  it('rejects with the caller’s abort reason once the request is on its way', async () => {
    const begun = Promise.withResolvers<void>();
    const fetch = () => {
      begun.resolve();
      return new Promise<never>(() => undefined);
    };
    const abort = new AbortController();
    const call = createApi({ fetch }).send({ method: 'GET', path: '/echo', signal: abort.signal });
    const failed = expect(call).rejects.toThrow('gone elsewhere');
    await begun.promise;
    abort.abort(new Error('gone elsewhere'));
    await failed;
  });

  it('lets the browser keep no response, whatever its headers say', async () => {
    const caches: unknown[] = [];
    const fetch = async (_: unknown, init?: RequestInit) => {
      caches.push(init?.cache);
      return Response.json({});
    };
    await createApi({ fetch }).send({ method: 'GET', path: '/echo' });
    expect(caches).toEqual(['no-store']);
  });

  it.each([
    ['the user’s token', { getToken: () => new Promise<never>(() => undefined) }],
    ['a new token for a repeated request', { fetch: () => new Promise<never>(() => undefined) }],
  ])('does not wait longer for %s', async (_, options) => {
    const api = await open({ timeout: 20, ...options });
    await expect(api.json(Echo, { method: 'GET', path: '/echo' })).rejects.toMatchObject({
      code: 'network-error',
    });
    const abort = new AbortController();
    const call = api.send({ method: 'GET', path: '/echo', signal: abort.signal });
    abort.abort(new Error('gone elsewhere'));
    await expect(call).rejects.toThrow('gone elsewhere');
    const late = api.send({ method: 'GET', path: '/echo', signal: abort.signal });
    await expect(late).rejects.toThrow('gone elsewhere');
  });
});

it.each([
  [0, false],
  [400, true],
  [499, true],
  [500, false],
])('an error with the status %i is a refusal: %s', (status, refused) => {
  expect(new ApiError({ status, code: 'a-code', message: 'A sentence.' }).refused).toBe(refused);
});

describe('lazyApi', () => {
  it.each([
    ['send', (api: Api, request: ApiRequest) => api.send(request)],
    ['json', (api: Api, request: ApiRequest) => api.json(Echo, request)],
  ])('does not make %s wait for the code once the request is aborted', async (_, call) => {
    const api = lazyApi(() => new Promise<never>(() => undefined));
    const abort = new AbortController();
    const called = call(api, { method: 'GET', path: '/echo', signal: abort.signal });
    abort.abort(new Error('stopped'));
    await expect(called).rejects.toThrow('stopped');
  });
});

describe('sha256Hex', () => {
  it('is the SHA-256 of the UTF-8 bytes', async () => {
    expect(await sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await sha256Hex('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });

  it('is undefined when the browser offers no cryptography', async () => {
    expect(await sha256Hex('text', { crypto: {} })).toBeUndefined();
  });
});
