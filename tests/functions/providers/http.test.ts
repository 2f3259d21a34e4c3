import { describe, expect, it } from 'vitest';
import { readBody, readJson, request, type Service } from '#functions/providers/http.ts';
import { calm } from './setup.ts';

/** A body that never ends, with a record of whether it was read on or cancelled. */
function endless() {
  const state = { pulled: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      state.pulled += 1;
      controller.enqueue(new Uint8Array(1_000).fill(97));
    },
    cancel() {
      state.cancelled = true;
    },
  });
  return { response: new Response(body), state };
}

describe('readBody', () => {
  it('stops reading at the limit and releases the connection', async () => {
    const { response, state } = endless();
    const { overflowed, text } = await readBody(response, 10_000);
    expect({ overflowed, length: text.length }).toEqual({ overflowed: true, length: 10_000 });
    expect(state.cancelled).toBe(true);
    expect(state.pulled).toBeLessThan(15);
  });

  it('reads a body of exactly the limit', async () => {
    expect(await readBody(new Response('x'.repeat(100)), 100)).toEqual({
      text: 'x'.repeat(100),
      overflowed: false,
    });
  });

  it.each([
    ['joins characters that are split across chunks', 'Señor 愛', new TextEncoder().encode('Señor 愛')],
    ['replaces a character that is cut off at the end', 'Se\u{FFFD}', Uint8Array.of(83, 101, 0xc3)],
  ])('%s', async (_, text, bytes) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await readBody(new Response(body), 100)).toEqual({ text, overflowed: false });
  });

  it('treats a missing body as an empty one', async () => {
    expect(await readBody(new Response(null, { status: 204 }), 100)).toEqual({ text: '', overflowed: false });
  });
});

describe('an answer', () => {
  const answering = (response: Response): Service => ({
    kind: 'web-search',
    name: 'SerpApi',
    apiKey: 'k',
    timeout: 1_000,
    clock: () => 0,
    fetch: async () => response,
  });
  const read = async (text: string, contentType: string) => {
    const service = answering(new Response(text, { headers: { 'content-type': contentType } }));
    return readJson(service, await request(service, 'https://example.com', {}, calm()));
  };

  it('may have two megabytes', async () => {
    const text = `{"a":"${'x'.repeat(2 * 1024 * 1024 - 8)}"}`;
    expect(Object.keys(await read(text, 'application/json'))).toEqual(['a']);
    await expect(read(`${text} `, 'application/json')).rejects.toMatchObject({
      code: 'invalid-reply',
      message: 'SerpApi sent more than 2 MB',
    });
  });

  it.each(['application/json', 'Application/Problem+JSON; charset=utf-8'])(
    'is read as JSON if its type is %s',
    async (contentType) => {
      expect(await read('{"a":1}', contentType)).toEqual({ a: 1 });
    },
  );

  it.each([
    ['application/json', '\n<p>Sign in</p>', 'a web page instead of data'],
    ['application/xhtml+xml', 'Sign in', 'a web page instead of data'],
    ['text/plain', '{}', 'something other than JSON'],
    ['application/json', '[]', 'something other than a JSON object'],
  ])('of type %s is not accepted with %j', async (contentType, text, what) => {
    await expect(read(text, contentType)).rejects.toMatchObject({
      code: 'invalid-reply',
      message: `SerpApi sent ${what}`,
    });
  });
});
