import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { StoreError } from '#functions/store/errors.ts';
import type { SearchLog } from '#functions/store/search-log.ts';
import { searchKey } from '#functions/store/service-keys.ts';
import { claimSearch, leaseOf, MUCH_LATER, newSearch, stepEvent, stepEvents } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();
const A_SECOND = 1_000;

async function claimed(options: { leaseUntil?: number } = {}) {
  const log = setup.openForRaces().searchLog;
  const search = await claimSearch(log, options);
  return { log, search, searchId: search.searchId };
}

describe('claiming a search', () => {
  it('succeeds for one of 300 at once; the others read the search that one claimed', async () => {
    const search = newSearch({ content: 'Lawyers who love food' });
    const { searchLog } = setup.open({ client: await setup.newClient() });
    const claims = await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        searchLog.claim({ search, lease: leaseOf(search, `holder-${number}`), expiresAt: MUCH_LATER }),
      ),
    );
    const late = claims.flatMap((claim) => (claim.claimed ? [] : [claim.state]));
    expect(late).toHaveLength(299);
    const state = {
      search,
      status: 'running',
      leaseUntil: MUCH_LATER,
      stopRequested: false,
      expiresAt: MUCH_LATER,
    };
    for (const seen of late) expect(seen).toEqual(state);
  });

  it('succeeds again for the holder whose response was lost', async () => {
    const search = newSearch();
    const faulty = setup.openFaulty();
    const { searchLog } = faulty.store;
    const claim = { search, lease: leaseOf(search), expiresAt: MUCH_LATER };
    faulty.failWrite(0, 'timeout after');
    await expect(searchLog.claim(claim)).rejects.toThrow('Failed to log the search');
    expect(await searchLog.claim(claim)).toEqual({ claimed: true });
    const other = { ...claim, lease: leaseOf(search, 'second') };
    expect(await searchLog.claim(other)).toMatchObject({ claimed: false });
  });

  it('is retried when the faster claim is withdrawn in between', async () => {
    const search = newSearch();
    const faulty = setup.openFaulty();
    faulty.failCondition(0);
    const claim = { search, lease: leaseOf(search), expiresAt: MUCH_LATER };
    expect(await faulty.store.searchLog.claim(claim)).toEqual({ claimed: true });
    expect(faulty.requests).toEqual(['Put', 'Get', 'Put']);
  });

  it('keeps a request with any text', async () => {
    const search = newSearch({ content: `half a pair: \ud83d, an emoji: 🍜, ${'é'.repeat(4_000)}` });
    const { searchLog } = setup.open();
    await searchLog.claim({ search, lease: leaseOf(search), expiresAt: MUCH_LATER });
    expect(await searchLog.read(search)).toMatchObject({ search });
  });

  it('is possible again once the earlier search has expired, whose events are gone then', async () => {
    const search = newSearch();
    const { searchLog } = setup.open();
    const expiresAt = setup.clock.read() + 10 * A_SECOND;
    await searchLog.claim({ search, lease: leaseOf(search), expiresAt });
    await searchLog.append({ ...search, events: stepEvents(1, 3), expiresAt });
    const again = { search, lease: leaseOf(search, 'second'), expiresAt: MUCH_LATER };
    setup.clock.pass(9 * A_SECOND);
    expect(await searchLog.claim(again)).toMatchObject({ claimed: false });
    setup.clock.pass(2 * A_SECOND);
    expect(await searchLog.read(search)).toBeUndefined();
    expect(await searchLog.requestStop(search)).toBe(false);
    // As if it had expired only after the first request.
    const faulty = setup.openFaulty();
    faulty.failCondition(0);
    expect(await faulty.store.searchLog.claim(again)).toEqual({ claimed: true });
    await searchLog.append({ ...search, events: [stepEvent(1, 'New')], expiresAt: MUCH_LATER });
    expect(await searchLog.list({ ...search, after: 0 })).toEqual([stepEvent(1, 'New')]);
  });
});

describe('withdrawing', () => {
  it('leaves the search as if it had never been claimed', async () => {
    const { log, search, searchId } = await claimed();
    await log.withdraw({ searchId, holder: 'first' });
    await log.withdraw({ searchId, holder: 'first' });
    expect(await log.read({ searchId })).toBeUndefined();
    expect(await log.renew(leaseOf(search))).toBeUndefined();
    const lease = leaseOf(search, 'second');
    expect(await log.claim({ search, lease, expiresAt: MUCH_LATER })).toEqual({ claimed: true });
  });

  it('does nothing to a search that has ended or was taken over', async () => {
    const ended = await claimed();
    await ended.log.end({ searchId: ended.searchId, holder: 'first' });
    await ended.log.withdraw({ ...ended, holder: 'first' });
    expect(await ended.log.read(ended)).toMatchObject({ status: 'ended' });

    const taken = await claimed({ leaseUntil: NOON });
    const lease = leaseOf(taken.search, 'second');
    expect(await taken.log.takeOver({ ...lease, now: NOON + 1 })).toBe(true);
    await taken.log.withdraw({ ...taken, holder: 'first' });
    expect(await taken.log.read(taken)).toMatchObject({ status: 'running' });
  });

  it('keeps a refusal for a minute, but nothing of the request or its owner', async () => {
    const search = newSearch({ content: 'Lawyers who love food' });
    const { searchLog } = setup.open();
    const claim = { search, lease: leaseOf(search), slots: ['account:person-1'], expiresAt: MUCH_LATER };
    await searchLog.claim(claim);
    const refusal = { code: 'quota-exceeded', message: 'All used up.', headers: { 'retry-after': '60' } };
    await searchLog.withdraw({ ...search, holder: 'first', refusal });
    const request = { TableName: setup.tableName(), Key: searchKey(search.searchId) };
    const { Item } = await setup.database().client.send(new GetCommand(request));
    expect(JSON.stringify(Item)).not.toMatch(/Lawyers|person-1/);
    expect(await searchLog.read(search)).toEqual({
      refusal,
      status: 'ended',
      leaseUntil: MUCH_LATER,
      stopRequested: false,
      expiresAt: expect.any(Number),
    });
    setup.clock.pass(61 * A_SECOND);
    expect(await searchLog.read(search)).toBeUndefined();
    const again = { ...claim, lease: leaseOf(search, 'second') };
    expect(await searchLog.claim(again)).toEqual({ claimed: true });
    expect(await searchLog.read(search)).toMatchObject({ search, status: 'running' });
  });
});

describe('the lease of a search', () => {
  it('is renewed only by its holder, and only while the search runs', async () => {
    const { log, search, searchId } = await claimed({ leaseUntil: NOON });
    expect(await log.renew(leaseOf(search, 'first', NOON + 5))).toEqual({ stopRequested: false });
    expect(await log.renew(leaseOf(search, 'second', NOON + 9))).toBeUndefined();
    expect(await log.read({ searchId })).toMatchObject({ leaseUntil: NOON + 5 });
    await log.end({ searchId, holder: 'first' });
    expect(await log.renew(leaseOf(search))).toBeUndefined();
  });

  it('delivers a stop request to the holder', async () => {
    const { log, search, searchId } = await claimed();
    expect(await log.requestStop({ searchId })).toBe(true);
    expect(await log.requestStop({ searchId })).toBe(true);
    expect(await log.renew(leaseOf(search))).toEqual({ stopRequested: true });
    expect(await log.read({ searchId })).toMatchObject({ stopRequested: true, status: 'running' });
    await log.end({ searchId, holder: 'first' });
    expect(await log.requestStop({ searchId })).toBe(false);
    expect(await log.requestStop({ searchId: 'search_unknown' })).toBe(false);
  });

  it('is taken over only after it has expired, and by one of 50 at once', async () => {
    const { log, search } = await claimed({ leaseUntil: NOON + 10 });
    const takeOver = (holder: string, now: number) =>
      log.takeOver({ ...leaseOf(search, holder, now + A_SECOND), now });
    expect(await takeOver('early', NOON + 10)).toBe(false);
    const holders = Array.from({ length: 50 }, (_, number) => `holder-${number}`);
    const taken = await Promise.all(holders.map((holder) => takeOver(holder, NOON + 11)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  it('once taken over, lets its former holder neither renew it nor end the search', async () => {
    const { log, search, searchId } = await claimed({ leaseUntil: NOON });
    await log.takeOver({ ...leaseOf(search, 'second'), now: NOON + 1 });
    expect(await log.renew(leaseOf(search, 'first'))).toBeUndefined();
    expect(await log.end({ searchId, holder: 'first' })).toBe(false);
    expect(await log.read({ searchId })).toMatchObject({ status: 'running' });
    expect(await log.end({ searchId, holder: 'second' })).toBe(true);
    expect(await log.end({ searchId, holder: 'second' })).toBe(true);
    expect(await log.read({ searchId })).toMatchObject({ status: 'ended' });
    expect(await log.takeOver({ ...leaseOf(search, 'third'), now: 2 * MUCH_LATER })).toBe(false);
  });

  it('goes either to the holder renewing it or to the one taking over, never to both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { log, search } = await claimed({ leaseUntil: NOON });
      const [renewed, taken] = await Promise.all([
        log.renew(leaseOf(search, 'first', NOON + A_SECOND)),
        log.takeOver({ ...leaseOf(search, 'second', NOON + A_SECOND), now: NOON + 1 }),
      ]);
      expect(taken).toBe(renewed === undefined);
    }
  });

  it('works once each way even if every response is lost and every request retried', async () => {
    const search = newSearch();
    const { searchLog } = await setup.openLosingAnswers();
    const lease = leaseOf(search, 'first', NOON);
    expect(await searchLog.claim({ search, lease, expiresAt: MUCH_LATER })).toEqual({ claimed: true });
    const taken = leaseOf(search, 'second');
    expect(await searchLog.takeOver({ ...taken, now: NOON + 1 })).toBe(true);
    expect(await searchLog.requestStop(search)).toBe(true);
    expect(await searchLog.renew(taken)).toEqual({ stopRequested: true });
    await searchLog.append({ ...search, events: stepEvents(1, 3), expiresAt: MUCH_LATER });
    expect(await searchLog.list({ ...search, after: 0 })).toEqual(stepEvents(1, 3));
    expect(await searchLog.end(taken)).toBe(true);
  });
});

describe('the search log', () => {
  const search = newSearch();
  const lease = leaseOf(search);
  const { searchId } = search;
  const calls: [string, (log: SearchLog, signal?: AbortSignal) => Promise<unknown>][] = [
    [
      'claim',
      (log, signal) => log.claim({ search, lease, expiresAt: MUCH_LATER, ...(signal && { signal }) }),
    ],
    ['withdraw', (log, signal) => log.withdraw({ searchId, holder: 'first', ...(signal && { signal }) })],
    ['read', (log, signal) => log.read({ searchId, ...(signal && { signal }) })],
    [
      'append',
      (log, signal) =>
        log.append({ searchId, events: stepEvents(1, 1), expiresAt: MUCH_LATER, ...(signal && { signal }) }),
    ],
    ['list', (log, signal) => log.list({ searchId, after: 0, ...(signal && { signal }) })],
    ['renew', (log, signal) => log.renew({ ...lease, ...(signal && { signal }) })],
    ['takeOver', (log, signal) => log.takeOver({ ...lease, now: NOON, ...(signal && { signal }) })],
    ['requestStop', (log, signal) => log.requestStop({ searchId, ...(signal && { signal }) })],
    ['end', (log, signal) => log.end({ searchId, holder: 'first', ...(signal && { signal }) })],
  ];

  it.each(calls)('reports when storing fails or is cancelled: %s', async (_, call) => {
    const faulty = setup.openFaulty();
    faulty.failEverything('DynamoDB is down');
    await expect(call(faulty.store.searchLog)).rejects.toThrow(StoreError);
    const reason = new Error('Nobody waits any more');
    await expect(call(setup.open().searchLog, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it.each(['search_1#EVENT', 'chat_1', '', 'search_'])('rejects a search with the id %j', async (id) => {
    await expect(setup.open().searchLog.read({ searchId: id })).rejects.toThrow(StoreError);
  });
});
