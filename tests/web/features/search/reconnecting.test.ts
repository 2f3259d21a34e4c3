import { describe, expect, it } from 'vitest';
import type { ReceivedEvent } from '#web/features/search/api/read-events.ts';
import { StreamCutError } from '#web/features/search/api/stream-errors.ts';
import type { SearchTransport } from '#web/features/search/index.ts';
import { createSearchRunner } from '#web/features/search/index.ts';
import { impatient } from './impatient.ts';
import { numbered, wholeSearch } from './sample-events.ts';

const request = { chatId: 'chat_1', messageId: 'msg_1', content: 'Economists', deepResearch: false };
const ALL = numbered(wholeSearch());
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A search that is cut after three events, and a connection that opens when the test says so. Only waits of a second end. */
function cutSearch() {
  const reconnect = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const transport: SearchTransport = {
    async *open(): AsyncGenerator<ReceivedEvent> {
      yield* ALL.slice(0, 3);
      throw new StreamCutError({ lastEventId: 3 });
    },
    async *follow(_, { after, onOpen }): AsyncGenerator<ReceivedEvent> {
      await reconnect.promise;
      onOpen?.();
      await settled();
      yield* ALL.slice(after);
    },
    stop: async () => undefined,
  };
  const runner = createSearchRunner({
    transport,
    tools: {
      ...impatient,
      delay: async (milliseconds, signal) => {
        if (milliseconds === 1_000) await second.promise;
        signal.throwIfAborted();
      },
    },
  });
  const shown: boolean[] = [];
  runner.subscribe(() => {
    const isReconnecting = runner.getState()?.isReconnecting ?? false;
    if (shown.at(-1) !== isReconnecting) shown.push(isReconnecting);
  });
  return { runner, shown, reconnect: reconnect.resolve, passSecond: second.resolve };
}

describe('a lost connection', () => {
  it('is spoken of after a second, until there is a stream again', async () => {
    const { runner, shown, reconnect, passSecond } = cutSearch();
    const running = runner.start(request);
    await settled();
    expect(shown).toEqual([false]);
    passSecond();
    await settled();
    expect(shown).toEqual([false, true]);
    reconnect();
    const { state } = await running;
    expect(shown).toEqual([false, true, false]);
    expect(state).toMatchObject({ outcome: 'answered', lastEventId: 11 });
  });

  it('is not spoken of when it comes back sooner', async () => {
    const { runner, shown, reconnect, passSecond } = cutSearch();
    const running = runner.start(request);
    await settled();
    reconnect();
    await running;
    passSecond();
    await settled();
    expect(shown).toEqual([false]);
  });
});
