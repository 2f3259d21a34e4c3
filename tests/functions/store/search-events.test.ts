import { describe, expect, it } from 'vitest';
import { NumberTakenError, StoreError } from '#functions/store/errors.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { claimSearch, MUCH_LATER, messageEvent, noise, stepEvent, stepEvents } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();
const A_SECOND = 1_000;

async function claimed() {
  const log = setup.openForRaces().searchLog;
  const search = await claimSearch(log);
  return { log, searchId: search.searchId };
}

describe('search events', () => {
  it('are listed in order after any number', async () => {
    const { log, searchId } = await claimed();
    await log.append({ searchId, events: stepEvents(1, 60), expiresAt: MUCH_LATER });
    await log.append({ searchId, events: stepEvents(61, 120), expiresAt: MUCH_LATER });
    for (const after of [0, 1, 9, 99, 119])
      expect(await log.list({ searchId, after })).toEqual(stepEvents(after + 1, 120));
    for (const after of [120, 999_999, 1_000_000]) expect(await log.list({ searchId, after })).toEqual([]);
    expect(await log.list({ searchId: 'search_unknown', after: 0 })).toEqual([]);
  });

  it('are read one at a time on request, including their parts', async () => {
    const { log, searchId } = await claimed();
    const events = [stepEvent(1), messageEvent(2, noise(500_000)), stepEvent(3)];
    await log.append({ searchId, events, expiresAt: MUCH_LATER });
    for (const [after, event] of events.entries())
      expect(await log.list({ searchId, after, limit: 1 })).toEqual([event]);
    expect(await log.list({ searchId, after: 1, limit: 9 })).toEqual(events.slice(1));
    for (const after of [3, 999_998, 999_999])
      expect(await log.list({ searchId, after, limit: 1 })).toEqual([]);
  });

  it('are not replaced by another event with the same number, and the rest of that append is dropped', async () => {
    const { log, searchId } = await claimed();
    await log.append({ searchId, events: stepEvents(1, 3), expiresAt: MUCH_LATER });
    await log.append({ searchId, events: stepEvents(2, 4), expiresAt: MUCH_LATER });
    const other = [stepEvent(4, 'Other'), stepEvent(5, 'Other')];
    const append = log.append({ searchId, events: other, expiresAt: MUCH_LATER });
    await expect(append).rejects.toThrow(NumberTakenError);
    expect(await log.list({ searchId, after: 0 })).toEqual(stepEvents(1, 4));
  });

  it('have one history when two writers append at once', async () => {
    const { log, searchId } = await claimed();
    const history = (writer: string) =>
      Array.from({ length: 10 }, (_, index) => stepEvent(index + 1, `${writer} ${index + 1}`));
    const writers = ['one', 'other'];
    const results = await Promise.allSettled(
      writers.map((writer) => log.append({ searchId, events: history(writer), expiresAt: MUCH_LATER })),
    );
    const listed = await log.list({ searchId, after: 0 });
    const first = results.findIndex(({ status }) => status === 'fulfilled');
    expect(listed).toEqual(history(writers[first] ?? ''));
    expect(results[1 - first]).toMatchObject({ reason: expect.any(NumberTakenError) });
  });

  it('behind a gap are left out until it is filled', async () => {
    const { log, searchId } = await claimed();
    const late = stepEvent(2);
    await log.append({ searchId, events: [stepEvent(1), ...stepEvents(3, 5)], expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual([stepEvent(1)]);
    expect(await log.list({ searchId, after: 1 })).toEqual([]);
    expect(await log.list({ searchId, after: 2 })).toEqual(stepEvents(3, 5));
    await log.append({ searchId, events: [late], expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual(stepEvents(1, 5));
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

  it('are all listed even if they exceed one DynamoDB response', async () => {
    const { log, searchId } = await claimed();
    const events = Array.from({ length: 25 }, (_, index) => messageEvent(index + 1, noise(80_000)));
    await log.append({ searchId, events, expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 0 })).toEqual(events);
  });

  it('are listed up to the highest possible number, including their parts', async () => {
    const { log, searchId } = await claimed();
    const events = [stepEvent(999_998), messageEvent(999_999, noise(500_000))];
    await log.append({ searchId, events, expiresAt: MUCH_LATER });
    expect(await log.list({ searchId, after: 999_997 })).toEqual(events);
    expect(await log.list({ searchId, after: 999_998, limit: 1 })).toEqual(events.slice(1));
  });

  it('are forgotten when they expire', async () => {
    const { log, searchId } = await claimed();
    const expiresAt = setup.clock.read() + 10 * A_SECOND;
    await log.append({ searchId, events: stepEvents(1, 2), expiresAt });
    expect(await log.list({ searchId, after: 0 })).toEqual(stepEvents(1, 2));
    setup.clock.pass(11 * A_SECOND);
    expect(await log.list({ searchId, after: 0 })).toEqual([]);
  });

  it.each([0, -1, 1.5, 1_000_000, Number.NaN])('cannot have the number %d', async (id) => {
    const { log, searchId } = await claimed();
    const events = [stepEvent(id)];
    const append = log.append({ searchId, events, expiresAt: MUCH_LATER });
    await expect(append).rejects.toThrow(StoreError);
  });
});

const LARGE = noise(300_000);

describe.each(FAULTS)('appending events, interrupted by "%s"', (fault) => {
  it('leaves the first events complete, and succeeds when repeated, at any write', async () => {
    const events = [stepEvent(1), messageEvent(2, LARGE), stepEvent(3)];
    for (let number = 0; ; number += 1) {
      const { log, searchId } = await claimed();
      const faulty = setup.openFaulty();
      const append = () => faulty.store.searchLog.append({ searchId, events, expiresAt: MUCH_LATER });
      faulty.failWrite(number, fault);
      const error = await append().catch((reason: unknown) => reason);
      if (faulty.writes.length <= number) return expect(number).toBe(4);
      expect(error).toBeInstanceOf(StoreError);
      const left = await log.list({ searchId, after: 0 });
      expect(left).toEqual(events.slice(0, left.length));
      faulty.heal();
      await append();
      expect(await log.list({ searchId, after: 0 })).toEqual(events);
    }
  });
});
