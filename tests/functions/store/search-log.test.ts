import { describe, expect, it } from 'vitest';
import type { Lease, LoggedEvent, LoggedSearch, SearchLog } from '#functions/store/ports/search-log.ts';
import { StoreError } from '#functions/store/ports/store-error.ts';
import type { Message } from '#shared/message.ts';
import { createFaultyClient, FAULTS } from '#tests/support/dynamodb-faults.ts';
import { NOON, newMessage, setUpStore } from './setup.ts';

const setup = setUpStore();
const A_SECOND = 1_000;
const AN_HOUR = 3_600_000;
/** Later than the file's clock ever is, where a test does not say otherwise. */
const MUCH_LATER = NOON + 1_000 * AN_HOUR;

let searches = 0;
function newSearch(sketch: { content?: string } = {}): LoggedSearch {
  searches += 1;
  const userMessage = newMessage({ userId: 'person-1', id: `msg_${searches}`, ...sketch });
  const { userId, chatId } = userMessage;
  const names = { searchId: `search_${searches}`, assistantMessageId: `msg_${searches}_answer` };
  return { ...names, userId, chatId, userMessage, deepResearch: false };
}

const leaseOf = ({ searchId }: LoggedSearch, holder = 'first', leaseUntil = MUCH_LATER): Lease => ({
  searchId,
  holder,
  leaseUntil,
});

async function claimed(
  options: { lease?: Partial<Lease>; expiresAt?: number } = {},
): Promise<{ log: SearchLog; search: LoggedSearch; searchId: string }> {
  const search = newSearch();
  const log = setup.open().searchLog;
  const { expiresAt = MUCH_LATER } = options;
  await log.claim({ search, lease: { ...leaseOf(search), ...options.lease }, expiresAt });
  return { log, search, searchId: search.searchId };
}

/** Text that does not compress below three quarters of its length. */
const noise = (bytes: number): string =>
  Array.from({ length: Math.ceil(bytes / 60_000) }, () =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(45_000))).toString('base64'),
  )
    .join('')
    .slice(0, bytes);

const stepEvent = (id: number, title = `Step ${id}`): LoggedEvent => ({
  id,
  event: {
    type: 'step',
    data: {
      id: `step-${id}`,
      title,
      description: '',
      status: 'completed',
      timestamp: '2026-11-21T12:00:00.000Z',
    },
  },
});

function messageEvent(id: number, content: string): LoggedEvent {
  const message: Message = newMessage({ userId: 'person-1', role: 'assistant', content });
  return { id, event: { type: 'message', data: message } };
}

const steps = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => stepEvent(from + index));

describe('claiming a search', () => {
  it('succeeds for one of 1,000 at once; the others read the search as that one claimed it', async () => {
    const search = newSearch({ content: 'Lawyers who love food' });
    const { searchLog } = setup.open();
    const claims = await Promise.all(
      Array.from({ length: 1_000 }, (_, number) =>
        searchLog.claim({ search, lease: leaseOf(search, `holder-${number}`), expiresAt: MUCH_LATER }),
      ),
    );
    const late = claims.flatMap((claim) => (claim.claimed ? [] : [claim.state]));
    expect(late).toHaveLength(999);
    const state = { search, status: 'running', leaseUntil: MUCH_LATER, stopRequested: false };
    for (const seen of late) expect(seen).toEqual(state);
  });

  it('succeeds again for the holder whose answer was lost', async () => {
    const search = newSearch();
    const faulty = createFaultyClient(setup.database().client);
    const { searchLog } = setup.open(faulty.client);
    const claim = { search, lease: leaseOf(search), expiresAt: MUCH_LATER };
    faulty.failWrite(0, 'timeout after');
    await expect(searchLog.claim(claim)).rejects.toThrow(new StoreError('Failed to log the search'));
    expect(await searchLog.claim(claim)).toEqual({ claimed: true });
    const other = { ...claim, lease: leaseOf(search, 'second') };
    expect(await searchLog.claim(other)).toMatchObject({ claimed: false });
  });

  it('is tried again when the one that was faster withdraws in between', async () => {
    const { log, search, searchId } = await claimed();
    const faulty = createFaultyClient(setup.database().client);
    faulty.beforeWrite(1, async () => undefined);
    const late = setup.open(faulty.client).searchLog;
    const [claim] = await Promise.all([
      late.claim({ search, lease: leaseOf(search, 'second'), expiresAt: MUCH_LATER }),
      log.withdraw({ searchId }),
    ]);
    if (claim.claimed) expect(await log.renew(leaseOf(search, 'second'))).toEqual({ stopRequested: false });
    else expect(claim.state.search).toEqual(search);
  });

  it('keeps a request of any text', async () => {
    const search = newSearch({ content: `half a pair: \ud83d, an emoji: 🍜, ${'é'.repeat(4_000)}` });
    const { searchLog } = setup.open();
    await searchLog.claim({ search, lease: leaseOf(search), expiresAt: MUCH_LATER });
    expect((await searchLog.read(search))?.search).toEqual(search);
  });

  it('is possible again once the earlier search expired, and the earlier events are gone then', async () => {
    const search = newSearch();
    const { searchLog } = setup.open();
    const expiresAt = setup.clock.read() + 10 * A_SECOND;
    await searchLog.claim({ search, lease: leaseOf(search), expiresAt });
    await searchLog.append({ ...search, events: steps(1, 3), expiresAt });
    const again = { search, lease: leaseOf(search, 'second'), expiresAt: MUCH_LATER };
    setup.clock.pass(9 * A_SECOND);
    expect(await searchLog.claim(again)).toMatchObject({ claimed: false });
    setup.clock.pass(2 * A_SECOND);
    expect(await searchLog.read(search)).toBeUndefined();
    expect(await searchLog.requestStop(search)).toBe(false);
    expect(await searchLog.claim(again)).toEqual({ claimed: true });
    await searchLog.append({ ...search, events: [stepEvent(1, 'New')], expiresAt: MUCH_LATER });
    expect(await searchLog.list({ ...search, after: 0 })).toEqual([stepEvent(1, 'New')]);
  });
});

describe('withdrawing', () => {
  it('leaves the search as if it had never been claimed', async () => {
    const { log, search, searchId } = await claimed();
    await log.withdraw({ searchId });
    await log.withdraw({ searchId });
    expect(await log.read({ searchId })).toBeUndefined();
    expect(await log.renew(leaseOf(search))).toBeUndefined();
    const lease = leaseOf(search, 'second');
    expect(await log.claim({ search, lease, expiresAt: MUCH_LATER })).toEqual({ claimed: true });
  });

  it('does nothing to a search that ended or that another took over', async () => {
    const ended = await claimed();
    await ended.log.end({ searchId: ended.searchId, holder: 'first' });
    await ended.log.withdraw(ended);
    expect(await ended.log.read(ended)).toMatchObject({ status: 'ended' });

    const taken = await claimed({ lease: { leaseUntil: NOON } });
    const lease = leaseOf(taken.search, 'second');
    expect(await taken.log.takeOver({ ...lease, now: NOON + 1 })).toBe(true);
    await taken.log.withdraw(taken);
    expect(await taken.log.read(taken)).toMatchObject({ status: 'running' });
  });
});

describe('the lease', () => {
  it('is renewed by its holder alone, and while the search runs', async () => {
    const { log, search, searchId } = await claimed({ lease: { leaseUntil: NOON } });
    expect(await log.renew(leaseOf(search, 'first', NOON + 5))).toEqual({ stopRequested: false });
    expect(await log.renew(leaseOf(search, 'second', NOON + 9))).toBeUndefined();
    expect(await log.read({ searchId })).toMatchObject({ leaseUntil: NOON + 5 });
    await log.end({ searchId, holder: 'first' });
    expect(await log.renew(leaseOf(search))).toBeUndefined();
  });

  it('brings a request to stop to the holder', async () => {
    const { log, search, searchId } = await claimed();
    expect(await log.requestStop({ searchId })).toBe(true);
    expect(await log.requestStop({ searchId })).toBe(true);
    expect(await log.renew(leaseOf(search))).toEqual({ stopRequested: true });
    expect(await log.read({ searchId })).toMatchObject({ stopRequested: true, status: 'running' });
    await log.end({ searchId, holder: 'first' });
    expect(await log.requestStop({ searchId })).toBe(false);
    expect(await log.requestStop({ searchId: 'search_unknown' })).toBe(false);
  });

  it('is taken over only once it ran out, and by one of 50 at once', async () => {
    const { log, search } = await claimed({ lease: { leaseUntil: NOON + 10 } });
    const takeOver = (holder: string, now: number) =>
      log.takeOver({ ...leaseOf(search, holder, now + A_SECOND), now });
    expect(await takeOver('early', NOON + 10)).toBe(false);
    const holders = Array.from({ length: 50 }, (_, number) => `holder-${number}`);
    const taken = await Promise.all(holders.map((holder) => takeOver(holder, NOON + 11)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('once taken over is lost for the former holder: it cannot renew it, nor end the search', async () => {
    const { log, search, searchId } = await claimed({ lease: { leaseUntil: NOON } });
    await log.takeOver({ ...leaseOf(search, 'second'), now: NOON + 1 });
    expect(await log.renew(leaseOf(search, 'first'))).toBeUndefined();
    expect(await log.end({ searchId, holder: 'first' })).toBe(false);
    expect(await log.read({ searchId })).toMatchObject({ status: 'running' });
    expect(await log.end({ searchId, holder: 'second' })).toBe(true);
    expect(await log.end({ searchId, holder: 'second' })).toBe(true);
    expect(await log.read({ searchId })).toMatchObject({ status: 'ended' });
    expect(await log.takeOver({ ...leaseOf(search, 'third'), now: 2 * MUCH_LATER })).toBe(false);
  });

  it('goes to either the holder that renews it or the one that takes it over, never to both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { log, search } = await claimed({ lease: { leaseUntil: NOON } });
      const [renewed, taken] = await Promise.all([
        log.renew(leaseOf(search, 'first', NOON + A_SECOND)),
        log.takeOver({ ...leaseOf(search, 'second', NOON + A_SECOND), now: NOON + 1 }),
      ]);
      expect(taken).toBe(renewed === undefined);
    }
  });

  it('stays taken over though the answer was lost', async () => {
    const { search } = await claimed({ lease: { leaseUntil: NOON } });
    const faulty = createFaultyClient(setup.database().client);
    const { searchLog } = setup.open(faulty.client);
    const takeOver = { ...leaseOf(search, 'second'), now: NOON + 1 };
    faulty.failWrite(0, 'timeout after');
    await expect(searchLog.takeOver(takeOver)).rejects.toThrow(StoreError);
    expect(await searchLog.takeOver(takeOver)).toBe(true);
  });
});

describe('the events', () => {
  it('are listed in their order after any number', async () => {
    const { log, searchId } = await claimed();
    await log.append({ searchId, events: steps(1, 60), expiresAt: MUCH_LATER });
    await log.append({ searchId, events: steps(61, 120), expiresAt: MUCH_LATER });
    for (const after of [0, 1, 9, 99, 119])
      expect(await log.list({ searchId, after })).toEqual(steps(after + 1, 120));
    for (const after of [120, 999_999, 1_000_000, -1, 0.5])
      expect(await log.list({ searchId, after })).toEqual([]);
    expect(await log.list({ searchId: 'search_unknown', after: 0 })).toEqual([]);
  });

  it('are not changed by another event of the same number, nor followed by what came after that', async () => {
    const { log, searchId } = await claimed();
    await log.append({ searchId, events: steps(1, 3), expiresAt: MUCH_LATER });
    await log.append({ searchId, events: steps(2, 4), expiresAt: MUCH_LATER });
    const other = [stepEvent(4, 'Other'), stepEvent(5, 'Other')];
    await log.append({ searchId, events: other, expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual(steps(1, 4));
  });

  it('have one history, whoever of two writers at once comes first at a number', async () => {
    const { log, searchId } = await claimed();
    const history = (writer: string) =>
      Array.from({ length: 10 }, (_, index) => stepEvent(index + 1, `${writer} ${index + 1}`));
    await Promise.all(
      ['one', 'other'].map((writer) =>
        log.append({ searchId, events: history(writer), expiresAt: MUCH_LATER }),
      ),
    );
    const listed = await log.list({ searchId, after: 0 });
    expect([history('one'), history('other')]).toContainEqual(listed);
  });

  it('behind a missing one are left out until it is there', async () => {
    const { log, searchId } = await claimed();
    const late = stepEvent(2);
    await log.append({ searchId, events: [stepEvent(1), ...steps(3, 5)], expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual([stepEvent(1)]);
    expect(await log.list({ searchId, after: 1 })).toEqual([]);
    expect(await log.list({ searchId, after: 2 })).toEqual(steps(3, 5));
    await log.append({ searchId, events: [late], expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual(steps(1, 5));
  });

  it.each([
    ['300 KB', 300_000],
    ['1.5 MB', 1_500_000],
  ])('of %s are read back identical, between small ones', async (_, bytes) => {
    const { log, searchId } = await claimed();
    const events = [stepEvent(1), messageEvent(2, `\ud83d ${noise(bytes)}`), stepEvent(3)];
    await log.append({ searchId, events, expiresAt: MUCH_LATER });
    await log.append({ searchId, events, expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual(events);
    expect(await log.list({ searchId, after: 2 })).toEqual([stepEvent(3)]);
  });

  it('are listed to the last though they are more than one answer of DynamoDB holds', async () => {
    const { log, searchId } = await claimed();
    const events = Array.from({ length: 25 }, (_, index) => messageEvent(index + 1, noise(80_000)));
    await log.append({ searchId, events, expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual(events);
  });

  it('are forgotten when they expire', async () => {
    const { log, searchId } = await claimed();
    const expiresAt = setup.clock.read() + 10 * A_SECOND;
    await log.append({ searchId, events: steps(1, 2), expiresAt });
    expect(await log.list({ searchId, after: 0 })).toEqual(steps(1, 2));
    setup.clock.pass(11 * A_SECOND);
    expect(await log.list({ searchId, after: 0 })).toEqual([]);
  });
});

describe.each(FAULTS)('appending, broken off by "%s"', (fault) => {
  it('leaves the first events whole and is completed by a repeat, whichever write it is', async () => {
    const events = [stepEvent(1), messageEvent(2, noise(300_000)), stepEvent(3), stepEvent(4)];
    for (let number = 0; ; number += 1) {
      const { log, searchId } = await claimed();
      const faulty = createFaultyClient(setup.database().client);
      const append = () =>
        setup.open(faulty.client).searchLog.append({ searchId, events, expiresAt: MUCH_LATER });
      faulty.failWrite(number, fault);
      const error = await append().catch((reason: unknown) => reason);
      if (faulty.writes.length <= number) return expect(number).toBe(5);
      expect(error).toEqual(new StoreError('Failed to log the search'));
      const left = await log.list({ searchId, after: 0 });
      expect(left).toEqual(events.slice(0, left.length));
      faulty.heal();
      await append();
      expect(await log.list({ searchId, after: 0 })).toEqual(events);
    }
  });
});

describe('the log', () => {
  const search = newSearch();
  const lease = leaseOf(search);
  const { searchId } = search;
  const calls: [string, (log: SearchLog, signal?: AbortSignal) => Promise<unknown>][] = [
    [
      'claim',
      (log, signal) => log.claim({ search, lease, expiresAt: MUCH_LATER, ...(signal && { signal }) }),
    ],
    ['withdraw', (log, signal) => log.withdraw({ searchId, ...(signal && { signal }) })],
    ['read', (log, signal) => log.read({ searchId, ...(signal && { signal }) })],
    [
      'append',
      (log, signal) =>
        log.append({ searchId, events: steps(1, 1), expiresAt: MUCH_LATER, ...(signal && { signal }) }),
    ],
    ['list', (log, signal) => log.list({ searchId, after: 0, ...(signal && { signal }) })],
    ['renew', (log, signal) => log.renew({ ...lease, ...(signal && { signal }) })],
    ['takeOver', (log, signal) => log.takeOver({ ...lease, now: NOON, ...(signal && { signal }) })],
    ['requestStop', (log, signal) => log.requestStop({ searchId, ...(signal && { signal }) })],
    ['end', (log, signal) => log.end({ searchId, holder: 'first', ...(signal && { signal }) })],
  ];

  it.each(calls)('says so when storing fails or is cancelled: %s', async (_, call) => {
    const faulty = createFaultyClient(setup.database().client);
    faulty.failEverything('DynamoDB is down');
    await expect(call(setup.open(faulty.client).searchLog)).rejects.toThrow(StoreError);
    const reason = new Error('Nobody waits any more');
    await expect(call(setup.open().searchLog, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it.each(['search_1#EVENT', 'chat_1', '', 'search_'])('takes no search with the id %j', async (id) => {
    await expect(setup.open().searchLog.read({ searchId: id })).rejects.toThrow(StoreError);
  });

  it.each([0, -1, 1.5, 1_000_000, Number.NaN])('takes no event with the number %d', async (id) => {
    const events = [stepEvent(id)];
    const append = setup.open().searchLog.append({ searchId, events, expiresAt: MUCH_LATER });
    await expect(append).rejects.toThrow(StoreError);
  });
});
