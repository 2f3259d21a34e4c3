import { getRequestListener } from '@hono/node-server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, searchIdOf } from '#shared/ids.ts';
import type { NumberedEvent } from '#shared/search.ts';
import { isJittery } from '#tests/support/jitter.ts';
import { searchApp } from '#tests/support/search-app.ts';
import { impatient } from '#tests/web/features/search/impatient.ts';
import { type Served, serve } from '#tests/web/features/search/serve.ts';
import { receiveEvents } from '#web/features/search/connection.ts';
import { createSearchTransport } from '#web/features/search/transport.ts';
import { createApi } from '#web/lib/create-api.ts';
import { cuttingProxy } from './cutting-proxy.ts';

// Each cut costs two requests, which are late in a jittery run.
const CUTS = isJittery ? 200 : 1_000;
const CUTS_A_SEARCH = 10;
/** Each has the time of a test. */
const PARTS = 10;

let server: Served;
let proxy: Served;
let pending: number[] = [];
let losses = 0;

beforeAll(async () => {
  server = await serve(getRequestListener(searchApp().fetch));
  proxy = await serve(cuttingProxy(server.baseUrl, () => pending.shift()));
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

const { signal } = new AbortController();
const transportTo = ({ baseUrl }: Served) => createSearchTransport(createApi({ baseUrl }));

async function collect(events: AsyncIterable<NumberedEvent>): Promise<NumberedEvent[]> {
  const all: NumberedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** One search through the proxy, from request to end. */
async function searchThroughProxy(): Promise<{ received: NumberedEvent[]; logged: NumberedEvent[] }> {
  const request = {
    chatId: newId('chat'),
    messageId: newId('msg'),
    content: 'Ökonominnen in Perú 🦙',
    deepResearch: true,
  };
  const searchId = await searchIdOf({ userId: 'anonymous', ...request });
  const transport = transportTo(proxy);
  const received = await collect(
    receiveEvents({
      connect: ({ after, hasBegun }) =>
        hasBegun ? transport.follow(searchId, { after, signal }) : transport.open(request, { signal }),
      onLost: () => {
        losses += 1;
      },
      signal,
      tools: impatient,
    }),
  );
  const logged = await collect(transportTo(server).follow(searchId, { after: 0, signal }));
  return { received, logged };
}

describe('a stream that is cut at any byte', () => {
  const parts = Array.from({ length: PARTS }, (_, index) => index + 1);
  it.each(parts)(`delivers every event once and in order through ${CUTS} cuts: part %i`, async () => {
    losses = 0;
    const { logged } = await searchThroughProxy();
    const length = JSON.stringify(logged).length;
    const cuts = fc.array(fc.integer({ min: 1, max: Math.floor(length / CUTS_A_SEARCH) }), {
      minLength: CUTS_A_SEARCH,
      maxLength: CUTS_A_SEARCH,
    });
    const property = fc.asyncProperty(cuts, async (points) => {
      pending = [...points];
      const search = await searchThroughProxy();
      expect(search.received).toEqual(search.logged);
      expect(search.received.map(({ id }) => id)).toEqual(search.received.map((_, index) => index + 1));
      expect(search.received.at(-1)?.event.type).toBe('done');
    });
    await fc.assert(property, { numRuns: CUTS / PARTS / CUTS_A_SEARCH });
    expect(losses).toBe(CUTS / PARTS);
  });
});
