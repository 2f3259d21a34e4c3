import { describe, expect, it } from 'vitest';
import type { Fault } from '#tests/support/faults-contract.ts';
import { expectHonestCards } from '#tests/support/faults-expect.ts';
import { searchWith } from '#tests/support/faults-search.ts';
import { drip, silence } from '#tests/support/provider-server.ts';
import { CALLS, type Call } from '#tests/support/stand-in-providers.ts';

const RAN_OUT = 'The time for this search ran out';
/** Milliseconds. Calls before the endless one have enough time even on a busy machine, and one call may outlast its search. */
const DEADLINE = 10_000;
const CALL_TIMEOUT = 600_000;

/** Both ways of never ending, used in turn. */
const FAULTS = [
  { name: 'never answers', responder: silence },
  { name: 'drips for ever', responder: drip(50) },
] as const;
const rows = CALLS.map((call, index) => ({ call, ...(FAULTS[index % 2] ?? FAULTS[0]) }));

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

describe.concurrent('a search that runs out of time', () => {
  it.each(rows)('ends with what it has when a $call $name', async ({ call, name, responder }) => {
    const fault: Fault = {
      name,
      calls: CALLS,
      answer: (response, { request }) => responder(response, request),
      comesTo: 'failed',
      reason: RAN_OUT,
    };
    const search = await searchWith({
      fault,
      call,
      deepResearch: call !== 'formatting',
      timeout: CALL_TIMEOUT,
      deadline: DEADLINE,
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
