import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { StoreError } from '#functions/store/errors.ts';
import type { Quota, Quotas } from '#functions/store/quotas.ts';
import { quotaKey } from '#functions/store/service-keys.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { MUCH_LATER } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();
const A_SECOND = 1_000;

let names = 0;
/** A counter no other test uses. */
function newQuota(limit: number): Quota {
  names += 1;
  return { name: `deep:account:person-${names}:2026-11-21`, limit };
}

const expiresAt = MUCH_LATER;
const TAKEN = { taken: true };

/** The stored count. */
async function countOf({ name }: Quota): Promise<unknown> {
  const request = new GetCommand({ TableName: setup.tableName(), Key: quotaKey(name) });
  const { Item } = await setup.database().client.send(request);
  return Item?.['taken'] ?? 0;
}

const takeAtOnce = (quotas: Quotas, times: number, asked: readonly Quota[]) =>
  Promise.all(Array.from({ length: times }, () => quotas.take({ quotas: asked, expiresAt })));

describe('taking from quotas', () => {
  it.each([
    [1, 50],
    [7, 200],
  ])('admits exactly %d of %d at once', async (limit, times) => {
    const quota = newQuota(limit);
    const { quotas } = setup.open({ client: await setup.newClient() });
    const results = await takeAtOnce(quotas, times, [quota]);
    expect(results.filter(({ taken }) => taken)).toHaveLength(limit);
    expect(results).toContainEqual({ taken: false, full: quota });
  });

  it('counts in every quota or in none, and names the first that is used up', async () => {
    const [own, everybody] = [newQuota(5), newQuota(2)];
    const { quotas } = setup.open();
    for (const _ of [1, 2]) expect(await quotas.take({ quotas: [own, everybody], expiresAt })).toEqual(TAKEN);
    const full = { taken: false, full: everybody };
    for (const _ of [1, 2, 3, 4])
      expect(await quotas.take({ quotas: [own, everybody], expiresAt })).toEqual(full);
    expect(await countOf(own)).toBe(2);
    expect(await quotas.take({ quotas: [], expiresAt })).toEqual(TAKEN);
  });

  it('admits exactly the smallest of several limits at once, and counts no more than that', async () => {
    const [own, middle, everybody] = [newQuota(30), newQuota(9), newQuota(20)];
    const { quotas } = setup.open({ client: await setup.newClient() });
    const results = await takeAtOnce(quotas, 100, [own, middle, everybody]);
    expect(results.filter(({ taken }) => taken)).toHaveLength(9);
    expect(await Promise.all([own, middle, everybody].map(countOf))).toEqual([9, 9, 9]);
  });

  it('admits nobody at the limit 0, and counts nobody either', async () => {
    const [own, none] = [newQuota(5), newQuota(0)];
    const { quotas } = setup.open();
    expect(await quotas.take({ quotas: [own, none], expiresAt })).toEqual({ taken: false, full: none });
    expect(await Promise.all([own, none].map(countOf))).toEqual([0, 0]);
  });

  it('restarts when the counter expires, and admits exactly the limit again', async () => {
    const quota = newQuota(3);
    const { quotas } = setup.openForRaces();
    const soon = setup.clock.read() + 10 * A_SECOND;
    for (let count = 0; count < 3; count += 1) await quotas.take({ quotas: [quota], expiresAt: soon });
    setup.clock.pass(9 * A_SECOND);
    expect(await quotas.take({ quotas: [quota], expiresAt })).toMatchObject({ taken: false });
    setup.clock.pass(2 * A_SECOND);
    await quotas.giveBack({ quotas: [quota] });
    const results = await takeAtOnce(quotas, 20, [quota]);
    expect(results.filter(({ taken }) => taken)).toHaveLength(3);
  });

  it('admits a caller who found the counter expired and then finds it restarted by another', async () => {
    const quota = newQuota(3);
    const soon = setup.clock.read() + A_SECOND;
    const { quotas } = setup.open();
    for (let count = 0; count < 3; count += 1) await quotas.take({ quotas: [quota], expiresAt: soon });
    setup.clock.pass(2 * A_SECOND);
    const others: unknown[] = [];
    const slow = setup.openFaulty();
    slow.beforeRead(0, async () => others.push(await quotas.take({ quotas: [quota], expiresAt })));
    const take = () => slow.store.quotas.take({ quotas: [quota], expiresAt });
    expect([await take(), await take(), await take()]).toEqual([TAKEN, TAKEN, { taken: false, full: quota }]);
    expect(others).toEqual([TAKEN]);
    expect(await countOf(quota)).toBe(3);
  });

  it('refuses a caller whose place others keep taking, even if there is room whenever it reads', async () => {
    const quota = newQuota(1);
    const others = setup.open().quotas;
    const takeAnother = () => others.take({ quotas: [quota], expiresAt });
    const slow = setup.openFaulty();
    let reads = 0;
    for (let number = 0; number < 20; number += 1) {
      slow.beforeWrite(number, async () => expect(await takeAnother()).toEqual(TAKEN));
      slow.beforeRead(number, async () => {
        reads += 1;
        await others.giveBack({ quotas: [quota] });
      });
    }
    const taken = await slow.store.quotas.take({ quotas: [quota], expiresAt });
    expect(taken).toEqual({ taken: false, full: quota });
    expect(reads).toBeGreaterThan(1);
    expect(await takeAnother()).toEqual(TAKEN);
  });

  it('follows a changed limit', async () => {
    const quota = newQuota(1);
    const { quotas } = setup.open();
    const take = (limit: number) => quotas.take({ quotas: [{ ...quota, limit }], expiresAt });
    expect([await take(1), await take(2), await take(1), await take(3)].map(({ taken }) => taken)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('counts nobody when cancelled halfway', async () => {
    const [own, everybody] = [newQuota(2), newQuota(2)];
    const reason = new Error('Nobody waits any more');
    const controller = new AbortController();
    const client = await setup.newClient();
    let sent = 0;
    client.middlewareStack.add(
      (next) => async (request) => {
        sent += 1;
        if (sent === 2) controller.abort(reason);
        return await next(request);
      },
      { step: 'finalizeRequest' },
    );
    const { signal } = controller;
    const take = setup.open({ client }).quotas.take({ quotas: [own, everybody], expiresAt, signal });
    await expect(take).rejects.toBe(reason);
    expect(await Promise.all([own, everybody].map(countOf))).toEqual([0, 0]);
  });

  it('counts nobody whose wait ended before the response came, however often they try again', async () => {
    const [own, everybody] = [newQuota(2), newQuota(2)];
    const reason = new Error('Nobody waits any more');
    const client = await setup.newClient();
    let lost: AbortController | undefined;
    client.middlewareStack.add(
      (next) => async (request) => {
        const answer = await next(request);
        const waiting = lost;
        lost = undefined;
        waiting?.abort(reason);
        waiting?.signal.throwIfAborted();
        return answer;
      },
      { step: 'finalizeRequest' },
    );
    const { quotas } = setup.open({ client });
    for (const _ of [1, 2, 3]) {
      lost = new AbortController();
      const { signal } = lost;
      const take = quotas.take({ quotas: [own, everybody], expiresAt, signal });
      await expect(take).rejects.toBe(reason);
    }
    expect(await Promise.all([own, everybody].map(countOf))).toEqual([0, 0]);
    expect(await quotas.take({ quotas: [own, everybody], expiresAt })).toEqual(TAKEN);
  });

  it('counts one too many, never one too few, if somebody else was counted before it is given back', async () => {
    const quota = newQuota(9);
    const slow = setup.openFaulty();
    slow.failWrite(0, 'timeout after');
    slow.beforeWrite(1, async () => {
      expect(await setup.open().quotas.take({ quotas: [quota], expiresAt })).toEqual(TAKEN);
    });
    await expect(slow.store.quotas.take({ quotas: [quota], expiresAt })).rejects.toThrow(StoreError);
    expect(await countOf(quota)).toBe(2);
  });

  it('gives nobody’s count back when its own write never arrived', async () => {
    const quota = newQuota(9);
    expect(await setup.open().quotas.take({ quotas: [quota], expiresAt })).toEqual(TAKEN);
    const slow = setup.openFaulty();
    slow.failWrite(0, 'timeout before');
    await expect(slow.store.quotas.take({ quotas: [quota], expiresAt })).rejects.toThrow(StoreError);
    expect(await countOf(quota)).toBe(1);
  });

  it('counts once even if every response is lost and every request retried', async () => {
    const [own, everybody] = [newQuota(2), newQuota(2)];
    const { quotas } = await setup.openLosingAnswers();
    for (const _ of [1, 2]) expect(await quotas.take({ quotas: [own, everybody], expiresAt })).toEqual(TAKEN);
    expect(await quotas.take({ quotas: [own], expiresAt })).toEqual({ taken: false, full: own });
    await quotas.giveBack({ quotas: [own] });
    expect(await Promise.all([own, everybody].map(countOf))).toEqual([1, 2]);
  });
});

describe('giving back to quotas', () => {
  it('makes room for one more in each', async () => {
    const both = [newQuota(1), newQuota(1)];
    const { quotas } = setup.open();
    expect(await quotas.take({ quotas: both, expiresAt })).toEqual(TAKEN);
    await quotas.giveBack({ quotas: both });
    expect(await quotas.take({ quotas: both, expiresAt })).toEqual(TAKEN);
    expect(await quotas.take({ quotas: both, expiresAt })).toMatchObject({ taken: false });
  });

  it('never lets the count fall below zero', async () => {
    const quota = newQuota(2);
    const { quotas } = setup.openForRaces();
    await quotas.giveBack({ quotas: [quota] });
    await quotas.take({ quotas: [quota], expiresAt });
    await Promise.all(Array.from({ length: 10 }, () => quotas.giveBack({ quotas: [quota] })));
    expect(await countOf(quota)).toBe(0);
  });

  it('admits no more than the limit at any time while many take and give back', async () => {
    const quota = newQuota(5);
    const { quotas } = setup.open();
    let held = 0;
    let most = 0;
    const full = Promise.withResolvers<void>();
    const comeAndGo = async () => {
      const { taken } = await quotas.take({ quotas: [quota], expiresAt });
      if (!taken) return;
      held += 1;
      most = Math.max(most, held);
      if (held === 5) full.resolve();
      await full.promise;
      held -= 1;
      await quotas.giveBack({ quotas: [quota] });
    };
    await Promise.all(Array.from({ length: 60 }, comeAndGo));
    expect(most).toBe(5);
    expect(await countOf(quota)).toBe(0);
  });
});

describe.each(FAULTS)('taking from three quotas, the last used up, interrupted by "%s"', (fault) => {
  it('counts at most one too many and never one too few, at any write', async () => {
    for (let number = 0; ; number += 1) {
      const [first, second, last] = [newQuota(9), newQuota(9), newQuota(1)];
      const { quotas } = setup.open();
      await quotas.take({ quotas: [first, second, last], expiresAt });
      const faulty = setup.openFaulty();
      faulty.failWrite(number, fault);
      const result = await faulty.store.quotas
        .take({ quotas: [first, second, last], expiresAt })
        .catch((error: unknown) => error);
      if (faulty.writes.length <= number) return expect(number).toBe(5);
      if (result instanceof StoreError) expect(number).toBeLessThan(3);
      else expect(result).toEqual({ taken: false, full: last });
      expect([1, 2]).toContain(await countOf(first));
      expect([1, 2]).toContain(await countOf(second));
      expect(await countOf(last)).toBe(1);
    }
  });
});

describe('a quota counter', () => {
  it.each(['a#COUNT', '', 'a b', 'é', 'a'.repeat(257)])('cannot be named %j', async (name) => {
    const take = setup.open().quotas.take({ quotas: [{ name, limit: 1 }], expiresAt });
    await expect(take).rejects.toThrow(StoreError);
    expect(() => quotaKey(name)).toThrow();
  });

  it('reports when storing fails, and counts nothing for a cancelled request', async () => {
    const quota = newQuota(1);
    const faulty = setup.openFaulty();
    faulty.failEverything('DynamoDB is down');
    const down = faulty.store.quotas;
    await expect(down.take({ quotas: [quota], expiresAt })).rejects.toThrow('Failed to count the search');
    await expect(down.giveBack({ quotas: [quota] })).rejects.toThrow('Failed to count the search');
    const reason = new Error('Nobody waits any more');
    const signal = AbortSignal.abort(reason);
    await expect(setup.open().quotas.take({ quotas: [quota], expiresAt, signal })).rejects.toBe(reason);
    expect(await countOf(quota)).toBe(0);
  });
});
