import { describe, expect, it } from 'vitest';
import { readBody } from '#functions/providers/http.ts';

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

  it('joins characters that are split across chunks', async () => {
    const bytes = new TextEncoder().encode('Señor 愛');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await readBody(new Response(body), 100)).toEqual({ text: 'Señor 愛', overflowed: false });
  });

  it('treats a missing body as an empty one', async () => {
    expect(await readBody(new Response(null, { status: 204 }), 100)).toEqual({ text: '', overflowed: false });
  });
});
