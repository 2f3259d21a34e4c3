import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { StoreError } from '#functions/store/errors.ts';
import { slotsKey } from '#functions/store/service-keys.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { MUCH_LATER, newPerson } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();
const A_SECOND = 1_000;

function newSlots(atOnce = 2, { slots } = setup.open()) {
  const person = `account:${newPerson()}`;
  return {
    take: (name: string, until = MUCH_LATER, of = atOnce) =>
      slots.take({ name: person, holder: `search_${name}`, atOnce: of, until }),
    release: (name: string) => slots.release({ name: person, holder: `search_${name}` }),
  };
}

describe('slots', () => {
  it('are granted until all are held, and again when one is released', async () => {
    const { take, release } = newSlots();
    expect([await take('a'), await take('b'), await take('c')]).toEqual([true, true, false]);
    await release('a');
    expect([await take('c'), await take('d')]).toEqual([true, false]);
  });

  it('are separate for each person', async () => {
    const [one, other] = [newSlots(1), newSlots(1)];
    expect([await one.take('a'), await other.take('a')]).toEqual([true, true]);
    await one.release('a');
    expect([await one.take('b'), await other.take('b')]).toEqual([true, false]);
  });

  it.each([
    [2, 100],
    [5, 20],
    [3, 150],
    [100, 120],
  ])('are granted exactly %d times to %d concurrent requests', async (atOnce, times) => {
    const { take } = newSlots(atOnce, setup.open({ client: await setup.newClient() }));
    const granted = await Promise.all(Array.from({ length: times }, (_, number) => take(`${number}`)));
    expect(granted.filter(Boolean)).toHaveLength(atOnce);
  });

  it('cost one write if there is room, one read more for the first, and two reads if there is none', async () => {
    const faulty = setup.openFaulty();
    const { take, release } = newSlots(50, faulty.store);
    const requestsOf = async (act: () => Promise<unknown>) => {
      faulty.requests.length = 0;
      await act();
      return [...faulty.requests];
    };
    expect(await requestsOf(() => take('a'))).toEqual(['Update', 'Get', 'Update']);
    expect(await requestsOf(() => take('b'))).toEqual(['Update']);
    expect(await requestsOf(() => take('c', MUCH_LATER, 2))).toEqual(['Update', 'Get', 'BatchGet']);
    expect(await requestsOf(() => release('b'))).toEqual(['Update']);
    expect(await take('c', MUCH_LATER, 2)).toBe(true);
  });

  it('are taken with requests whose size does not grow with their number', async () => {
    const lengths: number[] = [];
    const client = await setup.newClient();
    client.middlewareStack.add(
      (next) => async (request) => {
        lengths.push(JSON.stringify(request.input).length);
        return await next(request);
      },
      { step: 'initialize' },
    );
    const { take } = newSlots(1_000, setup.open({ client }));
    for (let count = 0; count < 30; count += 1) expect(await take(`${10 + count}`)).toBe(true);
    expect(await take('40', MUCH_LATER, 30)).toBe(false);
    expect(await take('41', MUCH_LATER, 31)).toBe(true);
    expect(Math.max(...lengths)).toBeLessThan(4_096);
  });

  it('are never over-allocated while many take and release them', async () => {
    const { take, release } = newSlots(2, setup.open({ client: await setup.newClient() }));
    let held = 0;
    let most = 0;
    const both = Promise.withResolvers<void>();
    const comeAndGo = async (name: string) => {
      if (!(await take(name))) return;
      held += 1;
      most = Math.max(most, held);
      // Nobody leaves before two have come, however slowly the second is answered.
      if (held === 2) both.resolve();
      await both.promise;
      expect(await take(name)).toBe(true);
      held -= 1;
      await release(name);
    };
    await Promise.all(Array.from({ length: 30 }, (_, number) => comeAndGo(`${number}`)));
    expect(most).toBe(2);
    expect([await take('x'), await take('y'), await take('z')]).toEqual([true, true, false]);
  });

  it('are free once they expire', async () => {
    const { take } = newSlots();
    const soon = setup.clock.read() + 10 * A_SECOND;
    expect([await take('a', soon), await take('b', soon + 10 * A_SECOND)]).toEqual([true, true]);
    setup.clock.pass(11 * A_SECOND);
    expect([await take('c'), await take('d')]).toEqual([true, false]);
    setup.clock.pass(10 * A_SECOND);
    expect([await take('d'), await take('e')]).toEqual([true, false]);
  });

  it.each([7, 'x', { somebody: 'soon' }, null])(
    'are reset when the record of holders is damaged: %j',
    async (held) => {
      const { slots } = setup.open();
      const name = `account:${newPerson()}`;
      const Item = { ...slotsKey(name), held };
      await setup.database().client.send(new PutCommand({ TableName: setup.tableName(), Item }));
      const take = () => slots.take({ name, holder: crypto.randomUUID(), atOnce: 1, until: MUCH_LATER });
      expect([await take(), await take()]).toEqual([true, false]);
    },
  );

  it('are never granted when there are none', async () => {
    expect(await newSlots(0).take('a')).toBe(false);
  });

  it('follow a changed number of slots', async () => {
    const { take } = newSlots(3);
    for (const name of ['a', 'b', 'c']) expect(await take(name)).toBe(true);
    expect(await take('d', MUCH_LATER, 2)).toBe(false);
    expect(await take('d', MUCH_LATER, 4)).toBe(true);
  });
});

describe('a search with a slot', () => {
  it('holds only one, however often it asks', async () => {
    const { take } = newSlots(2, setup.openForRaces());
    const granted = await Promise.all(Array.from({ length: 20 }, () => take('a')));
    expect(granted).toEqual(Array.from({ length: 20 }, () => true));
    expect([await take('b'), await take('a'), await take('b'), await take('c')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('keeps it when an earlier one is released', async () => {
    const { take, release } = newSlots();
    await take('a');
    await take('b');
    await release('a');
    expect([await take('b'), await take('c'), await take('d')]).toEqual([true, true, false]);
  });

  it('extends it by asking again', async () => {
    const { take } = newSlots(1);
    const soon = setup.clock.read() + 10 * A_SECOND;
    await take('a', soon);
    await take('a', soon + 60 * A_SECOND);
    setup.clock.pass(11 * A_SECOND);
    expect(await take('b')).toBe(false);
  });

  it('releases nothing it does not hold', async () => {
    const { take, release } = newSlots(1, setup.openForRaces());
    await release('a');
    await take('a');
    await Promise.all([release('b'), release('b')]);
    expect(await take('b')).toBe(false);
    await Promise.all([release('a'), release('a')]);
    expect(await take('b')).toBe(true);
    await release('a');
    expect(await take('c')).toBe(false);
  });

  it('does not release its successor’s slot after its own has expired', async () => {
    const faulty = setup.openFaulty();
    const { take, release } = newSlots(1, faulty.store);
    await take('a', setup.clock.read() + A_SECOND);
    faulty.beforeWrite(faulty.writes.length, async () => {
      setup.clock.pass(2 * A_SECOND);
      faulty.heal();
      expect(await take('b')).toBe(true);
    });
    await release('a');
    expect(await take('c')).toBe(false);
    await release('a');
    expect(await take('c')).toBe(false);
  });

  it('holds one even if every response is lost and every request retried', async () => {
    const { take, release } = newSlots(2, await setup.openLosingAnswers());
    expect([await take('a'), await take('b'), await take('c')]).toEqual([true, true, false]);
    await release('b');
    expect([await take('c'), await take('d')]).toEqual([true, false]);
  });
});

it.each(FAULTS)(
  'slots are correct after a repeat when taking or releasing was interrupted by "%s"',
  async (fault) => {
    for (const number of [0, 1, 2, 3]) {
      const faulty = setup.openFaulty();
      const { take, release } = newSlots(2, faulty.store);
      faulty.failWrite(number, fault);
      const repeat = async <Result>(run: () => Promise<Result>): Promise<Result> => {
        try {
          return await run();
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
          faulty.heal();
          return await run();
        }
      };
      expect(await repeat(() => take('a'))).toBe(true);
      expect(await repeat(() => take('b'))).toBe(true);
      await repeat(() => release('a'));
      expect([await take('c'), await take('d')]).toEqual([true, false]);
    }
  },
);

it.each(['a#SLOTS', '', 'a b'])('a person named %j is rejected', async (person) => {
  const { slots } = setup.open();
  const asked = { name: person, holder: 'search_a' };
  await expect(slots.take({ ...asked, atOnce: 1, until: MUCH_LATER })).rejects.toThrow(StoreError);
  await expect(slots.release(asked)).rejects.toThrow('Failed to count what is running');
});
