import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { searchApp } from '#tests/support/search-app.ts';
import { impatient } from '#tests/web/features/search/impatient.ts';
import { createSearchConnection } from '#web/features/search/connection.ts';
import { Searches } from '#web/features/search/searches.ts';
import { createSearchTransport } from '#web/features/search/transport.ts';
import { createApi } from '#web/lib/create-api.ts';
import { unlessAborted } from '#web/lib/schedule.ts';

const REQUEST = { chatId: 'chat_proxy', messageId: 'msg_proxy', content: 'Economists', deepResearch: false };

/** A search through a proxy that passes a response on only when it is complete, and loses the first `lost` requests. */
function startBehindProxy({ lost = 0 } = {}) {
  const formatting = Promise.withResolvers<unknown[]>();
  const app = searchApp({ providers: fakeProviders({ replies: { formatting: () => formatting.promise } }) });
  const requests: string[] = [];
  let begun = 0;
  const fetchComplete = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    requests.push(`${request.method} ${request.headers.get('prefer') ?? ''}`.trim());
    if (requests.length <= lost) await new Promise(() => undefined);
    const response = await app.fetch(request);
    begun += 1;
    return new Response(await response.arrayBuffer(), response);
  };
  const api = createApi({
    baseUrl: 'http://localhost/api',
    // What the proxy has begun to receive, it receives to its end.
    fetch: (input, { signal, ...init } = {}) =>
      unlessAborted(signal ?? undefined, fetchComplete(input, init)),
  });
  const connection = createSearchConnection(createSearchTransport(api), { tools: impatient });
  const searches = new Searches({ openConnection: async () => connection });
  const running = searches.start(REQUEST);
  return {
    running,
    requests,
    begun: () => begun,
    shown: () => searches.store.getState()[REQUEST.chatId],
    release: () => formatting.resolve([]),
  };
}

/** Waits without the clock advancing. */
async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) {
    await vi.advanceTimersByTimeAsync(0);
    await nextTurn();
  }
}

describe('a search behind a proxy that withholds responses until they are complete', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  it('is shown as far as it has got every three seconds, and to its end', async () => {
    const { running, requests, begun, shown, release } = startBehindProxy();
    await until(() => begun() === 1);
    await vi.advanceTimersByTimeAsync(20_000);
    await until(() => begun() === 2);
    expect(shown()).toMatchObject({ phase: 'connecting' });
    await vi.advanceTimersByTimeAsync(3_000);
    await until(() => begun() === 3);
    expect(shown()).toMatchObject({ phase: 'streaming', isReconnecting: false });
    for (let count = 4; count <= 20; count += 1) {
      await vi.advanceTimersByTimeAsync(3_000);
      await until(() => begun() === count);
    }
    release();
    expect(await running).toMatchObject({ ending: 'done', state: { outcome: 'answered' } });
    expect(requests).toEqual(['POST', ...Array.from({ length: 19 }, () => 'GET wait=3')]);
  });

  it('is sent again if the request had not arrived', async () => {
    const { running, requests, release } = startBehindProxy({ lost: 1 });
    release();
    await until(() => requests.length === 1);
    await vi.advanceTimersByTimeAsync(20_000);
    await until(() => requests.length === 3);
    expect(await running).toMatchObject({ ending: 'done', state: { outcome: 'answered' } });
    expect(requests).toEqual(['POST', 'GET wait=3', 'POST']);
  });
});
