import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Fault } from '#tests/support/faults-contract.ts';
import { expectHonestCards } from '#tests/support/faults-expect.ts';
import { searchWith } from '#tests/support/faults-search.ts';
import { drip, type Responder } from '#tests/support/provider-server.ts';
import { CALLS, type Call } from '#tests/support/stand-in-providers.ts';

const RAN_OUT = 'The time for this search ran out';
/** Milliseconds. No deadline passes by itself: each search has its own, which the test lets pass once the endless call is under way. */
const FIRST_DEADLINE = 3_600_000;
const CALL_TIMEOUT = 600_000;

/** Both ways of never ending, used in turn; `begun` is called once the call can only wait. */
const FAULTS = [
  { name: 'never answers', respond: (begun: () => void): Responder => begun },
  { name: 'drips for ever', respond: (begun: () => void): Responder => drip(50, 200, begun) },
] as const;
const rows = CALLS.map((call, index) => ({
  call,
  deadline: FIRST_DEADLINE + index,
  ...(FAULTS[index % 2] ?? FAULTS[0]),
}));

/** What the searches do when their time runs out, by deadline. */
const atDeadline = new Map<number, () => void>();
beforeAll(() => {
  const { setTimeout: begin } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds: number, ...given: unknown[]) => {
    if (rows.some(({ deadline }) => deadline === milliseconds)) atDeadline.set(milliseconds, run);
    return begin(run, milliseconds, ...given);
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** How many people a search that ran out of time shows, and its message. */
const ENDS: Readonly<Record<Call, { cards: number; says: string }>> = {
  query: { cards: 0, says: `Failed to generate search query: ${RAN_OUT}` },
  'search page 1': { cards: 0, says: `Failed to search LinkedIn profiles: ${RAN_OUT}` },
  'search page 2': { cards: 10, says: `Deep research failed: Failed to filter profiles: ${RAN_OUT}` },
  scoring: { cards: 20, says: `Deep research failed: Failed to filter profiles: ${RAN_OUT}` },
  lookup: { cards: 20, says: '5 profiles could not be verified and kept the initial assessment.' },
  assessment: { cards: 20, says: 'The records of 5 profiles could not be assessed by the AI' },
  formatting: { cards: 20, says: `Failed to format profiles: ${RAN_OUT}` },
};

/**
 * What has to happen before the time runs out, if not just one endless call: all five calls that are made at once, or also the answer to
 * the first page, which is requested together with the second.
 */
const EARLIER: Partial<Record<Call, number>> = { 'search page 2': 2, lookup: 5, assessment: 5 };

describe.concurrent('a search that runs out of time', () => {
  it.each(rows)('ends with what it has when a $call $name', async ({ call, deadline, name, respond }) => {
    let awaited = EARLIER[call] ?? 1;
    const happened = () => {
      awaited -= 1;
      if (awaited === 0) atDeadline.get(deadline)?.();
    };
    const fault: Fault = {
      name,
      calls: CALLS,
      answer: (response, { request }) => respond(happened)(response, request),
      comesTo: 'failed',
      reason: RAN_OUT,
    };
    const search = await searchWith({
      fault,
      call,
      deepResearch: call !== 'formatting',
      timeout: CALL_TIMEOUT,
      deadline,
      log: ({ provider, outcome }) => {
        if (call === 'search page 2' && provider === 'web-search' && outcome === 'answered') happened();
      },
    });
    const { cards, says } = ENDS[call];
    expect(search.done).toEqual({ outcome: cards === 0 ? 'apologised' : 'answered' });
    expect(search.events.filter(({ type }) => type === 'done')).toHaveLength(1);
    expect(search.events.at(-1)?.type).toBe('done');
    expect(search.cards).toHaveLength(cards);
    expect(search.message?.content).toContain(says);
    expect([...search.steps.values()].filter(({ status }) => status === 'active')).toEqual([]);
    expectHonestCards(search);
  });
});
