import { afterEach, describe, expect, it, vi } from 'vitest';
import { BROWSER_ID_HEADER } from '#shared/contract.ts';
import { HANDOVER_COMMENT, type NumberedEvent } from '#shared/search.ts';
import { impatient } from '#tests/web/features/search/impatient.ts';
import { numbered, wholeSearch } from '#tests/web/features/search/sample-events.ts';
import {
  connectionOver,
  createSearchConnection,
  type Position,
  receiveEvents,
  retryUntilAccepted,
} from '#web/features/search/connection.ts';
import {
  SilentConnectionError,
  StreamCutError,
  StreamMalformedError,
} from '#web/features/search/event-stream.ts';
import { type Api, ApiError, networkError } from '#web/lib/api.ts';

const ALL = numbered(wholeSearch());
const answered = (status: number) => new ApiError({ status, code: 'x', message: 'x' });
const cut = () => new StreamCutError({ lastEventId: 0 });
const silent = () => networkError(new SilentConnectionError());

/** One connection: the events it delivers, then the error that breaks it. */
type Connection = { from?: number; to?: number; error?: unknown };

async function receive(connections: Connection[], options: { hasBegun?: boolean; isProbe?: boolean } = {}) {
  const positions: Position[] = [];
  const ids: number[] = [];
  let lost = 0;
  async function* connect(position: Position): AsyncGenerator<NumberedEvent> {
    positions.push(position);
    const { from = 1, to = 0, error } = connections[positions.length - 1] ?? { from: 1, to: 99 };
    yield* ALL.slice(from - 1, to);
    if (error !== undefined) throw error;
  }
  const events = receiveEvents({
    ...options,
    connect,
    onLost: () => {
      lost += 1;
    },
    signal: new AbortController().signal,
    tools: impatient,
  });
  let failure: unknown;
  try {
    for await (const { id } of events) ids.push(id);
  } catch (error) {
    failure = error;
  }
  return { ids, positions, lost, failure };
}

const EVERY_ID = ALL.map(({ id }) => id);

afterEach(() => vi.unstubAllGlobals());

it('the searches of a page have one browser id even if nothing can be stored', async () => {
  vi.stubGlobal('localStorage', undefined);
  const ids: unknown[] = [];
  const send: Api['send'] = async ({ headers }) => {
    ids.push(headers?.[BROWSER_ID_HEADER]);
    throw answered(404);
  };
  const api: Api = { send, json: () => Promise.reject(new Error('not asked')) };
  const name = { userId: 'anonymous', chatId: 'chat_1', messageId: 'msg_1' };
  const watcher = { onFound: () => undefined, onLost: () => undefined, signal: new AbortController().signal };
  for (const searchId of ['search_1', 'search_2']) {
    const events = connectionOver(api).receive({ name, searchId, isProbe: true }, watcher);
    await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 404 });
  }
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), ids[0]]);
});

describe('receiveEvents', () => {
  it('sends the request until the search is known to have begun, then follows it', async () => {
    const { ids, positions, lost } = await receive([
      { error: answered(0) },
      { error: answered(503) },
      { error: cut() },
      { to: 4, error: cut() },
      { from: 5, to: 7, error: answered(500) },
    ]);
    expect(ids).toEqual(EVERY_ID);
    expect(positions).toEqual([
      { after: 0, hasBegun: false, isBrief: false },
      { after: 0, hasBegun: false, isBrief: false },
      { after: 0, hasBegun: false, isBrief: false },
      { after: 0, hasBegun: false, isBrief: false },
      { after: 4, hasBegun: true, isBrief: false },
      { after: 7, hasBegun: true, isBrief: false },
    ]);
    expect(lost).toBe(5);
  });

  it('yields each event once even if the server repeats some', async () => {
    const { ids } = await receive([
      { to: 6, error: cut() },
      { from: 3, to: 8, error: cut() },
      { from: 1, to: 99 },
    ]);
    expect(ids).toEqual(EVERY_ID);
  });

  it('reconnects at once and silently on a handover', async () => {
    const handover = new StreamCutError({ lastEventId: 3, cause: HANDOVER_COMMENT });
    const { ids, positions, lost } = await receive([{ to: 3, error: handover }, { error: handover }]);
    expect(ids).toEqual(EVERY_ID);
    expect(positions.map(({ after }) => after)).toEqual([0, 3, 3]);
    expect(lost).toBe(0);
  });

  it('never gives up on handovers without events', async () => {
    const handover = { error: new StreamCutError({ lastEventId: 0, cause: HANDOVER_COMMENT }) };
    expect((await receive(Array.from({ length: 500 }, () => handover))).ids).toEqual(EVERY_ID);
  });

  it('treats a stream that ends early as cut', async () => {
    expect((await receive([{ to: 3 }])).ids).toEqual(EVERY_ID);
  });

  it.each([400, 401, 404, 409, 429, 500])(
    'fails on %s to the first request without retrying',
    async (status) => {
      const { positions, failure } = await receive([{ error: answered(status) }]);
      expect(failure).toMatchObject({ status });
      expect(positions).toHaveLength(1);
    },
  );

  it.each([{}, { hasBegun: true, isProbe: true }])(
    'waits while there are too many readers, then follows the search: %j',
    async (options) => {
      const crowded = new ApiError({ status: 429, code: 'too-many-readers', message: 'x' });
      const { ids, positions } = await receive([{ error: crowded }, { error: crowded }], options);
      expect(ids).toEqual(EVERY_ID);
      expect(positions.slice(1)).toMatchObject([
        { after: 0, hasBegun: true },
        { after: 0, hasBegun: true },
      ]);
    },
  );

  it('reports the search as found while there are too many readers', async () => {
    const crowded = new ApiError({ status: 429, code: 'too-many-readers', message: 'x' });
    const asked: string[] = [];
    async function* open(): AsyncGenerator<NumberedEvent> {
      asked.push('open');
      yield* [];
      throw crowded;
    }
    async function* follow(searchId: string): AsyncGenerator<NumberedEvent> {
      asked.push(`follow ${searchId}, found ${found}`);
      yield* ALL;
    }
    let found = 0;
    const connection = createSearchConnection(
      { open, follow, stop: async () => undefined },
      { tools: impatient },
    );
    const name = { userId: 'anonymous', chatId: 'chat_1', messageId: 'msg_1' };
    const request = { chatId: 'chat_1', messageId: 'msg_1', content: 'x', deepResearch: false };
    const watcher = {
      onFound: () => {
        found += 1;
      },
      onLost: () => undefined,
      signal: new AbortController().signal,
    };
    const events = connection.receive({ name, searchId: 'search_1', request }, watcher);
    const ids: number[] = [];
    for await (const { id } of events) ids.push(id);
    expect(ids).toEqual(EVERY_ID);
    expect(asked).toEqual(['open', 'follow search_1, found 1']);
  });

  it.each([401, 404])('stops following a begun search on %s', async (status) => {
    const { positions, failure } = await receive([{ error: answered(status) }], { hasBegun: true });
    expect(failure).toMatchObject({ status });
    expect(positions).toHaveLength(1);
  });

  it('restarts from the first event if its position is unknown, and fails if the search is unknown too', async () => {
    const again = await receive([{ to: 5, error: cut() }, { error: answered(404) }]);
    expect(again.ids).toEqual([1, 2, 3, 4, 5, ...EVERY_ID]);
    const gone = await receive([{ to: 5, error: cut() }, { error: answered(404) }, { error: answered(404) }]);
    expect(gone.failure).toMatchObject({ status: 404 });
    expect(gone.positions.at(-1)).toMatchObject({ after: 0, hasBegun: true });
  });

  it('does not retry a malformed stream', async () => {
    const malformed = new StreamMalformedError({ lastEventId: 3 });
    expect((await receive([{ to: 3, error: malformed }])).failure).toBe(malformed);
  });

  it('does not retry a probe until the first event', async () => {
    const none = await receive([{ error: answered(0) }], { hasBegun: true, isProbe: true });
    expect(none).toMatchObject({ failure: { status: 0 }, lost: 0 });
    const some = await receive([{ to: 1, error: answered(0) }], { hasBegun: true, isProbe: true });
    expect(some.ids).toEqual(EVERY_ID);
  });

  it('asks for brief streams from the first connection that delivers nothing', async () => {
    const connections = [{ to: 2, error: cut() }, { error: silent() }, { error: cut() }];
    const { ids, positions } = await receive(connections);
    expect(ids).toEqual(EVERY_ID);
    expect(positions.map(({ isBrief }) => isBrief)).toEqual([false, false, true, true]);
  });

  it('probes once more, with a brief stream, if nothing was delivered', async () => {
    const probe = { hasBegun: true, isProbe: true };
    expect((await receive([{ error: silent() }], probe)).ids).toEqual(EVERY_ID);
    const dead = await receive([{ error: silent() }, { error: silent() }], probe);
    expect(dead).toMatchObject({
      failure: { status: 0 },
      positions: [{ isBrief: false }, { isBrief: true }],
    });
  });

  it('gives up eventually', async () => {
    const always = Array.from({ length: 500 }, () => ({ error: answered(0) }));
    const { failure, positions } = await receive(always);
    expect(failure).toMatchObject({ status: 0 });
    expect(positions.length).toBeGreaterThan(100);
  });
});

/** Answers each attempt with the next status, and with 200 after the last. */
async function attempts(statuses: number[], { overAfter = 99 } = {}): Promise<number> {
  let count = 0;
  const attempt = async () => {
    count += 1;
    const status = statuses[count - 1] ?? 200;
    if (status !== 200) throw new ApiError({ status, code: 'x', message: 'x' });
  };
  await retryUntilAccepted({ attempt, isOver: () => count >= overAfter, tools: impatient });
  return count;
}

describe('repeating a request', () => {
  it('repeats until the service has received it', async () => {
    expect(await attempts([0, 503, 500])).toBe(4);
    expect(await attempts([])).toBe(1);
  });

  it('accepts a refusal as final', async () => {
    expect(await attempts([0, 401])).toBe(2);
  });

  it('repeats while the service or its firewall has no room for the request', async () => {
    expect(await attempts([429, 429])).toBe(3);
    expect(await attempts([408])).toBe(2);
  });

  it('repeats after a 404 until the search is over', async () => {
    expect(await attempts([404, 404])).toBe(3);
    expect(await attempts([404, 404, 404, 404], { overAfter: 3 })).toBe(3);
  });
});
