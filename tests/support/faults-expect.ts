import { expect } from 'vitest';
import { fallbackScore } from '#functions/pipeline/evidence/score.ts';
import { KEYS } from '#tests/functions/providers/setup.ts';
import type { Row } from './faults-contract.ts';
import type { FaultySearch } from './faults-search.ts';
import type { Call } from './stand-in-providers.ts';
import { initialScore, PEOPLE, personAt, QUERY_REPLY } from './stand-in-providers-people.ts';

/** Number of calls in a search without faults. */
const callsWhenWell = (deepResearch: boolean): Readonly<Record<Call, number>> => ({
  query: 1,
  'search page 1': 1,
  'search page 2': 1,
  scoring: deepResearch ? 20 : 0,
  lookup: deepResearch ? 5 : 0,
  assessment: deepResearch ? 5 : 0,
  formatting: deepResearch ? 0 : 20,
});
/** The most model calls in one search, retries included. */
const MAX_MODEL_CALLS = 30;

/** What no stream may contain: keys, addresses, markup, stack traces, the payload of `__proto__`. */
const PRIVATE = new RegExp(
  [
    ...Object.values(KEYS),
    '127\\.0\\.0\\.1',
    'localhost',
    '<',
    '\\n\\s+at ',
    '\\.[jt]s:\\d',
    'polluted',
  ].join('|'),
);
const UNSPECIFIC =
  /An unexpected error|unexpected error|undefined|\[object|NaN|The time for this search ran out/;

/** One `run` first, one `done` last, one message before it, numbered without gaps; no open steps, nothing private. */
export function expectWellFormed({ read, events, steps, strays }: FaultySearch): void {
  const types = events.map(({ type }) => type);
  expect(read.map(({ id }) => id)).toEqual(read.map((_, index) => index + 1));
  expect([types[0], ...types.slice(-2)]).toEqual(['run', 'message', 'done']);
  for (const once of ['run', 'message', 'done'])
    expect(types.filter((type) => type === once)).toHaveLength(1);
  expect([...steps.values()].filter(({ status }) => status === 'active')).toEqual([]);
  const told = JSON.stringify(events);
  expect(PRIVATE.exec(told)?.[0]).toBeUndefined();
  expect(UNSPECIFIC.exec(told)?.[0]).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(strays).toEqual([]);
}

/** Scores are integers from 0 to 100, and verified people have a record of that very person. */
export function expectHonestCards({ cards, message }: FaultySearch): void {
  const checked = message?.metadata?.deepResearchResults?.verifiedProfiles ?? [];
  const known = checked.map(({ proxycurlData }) => proxycurlData?.public_identifier);
  for (const card of cards) {
    expect(Number.isInteger(card.relevanceScore)).toBe(true);
    expect(card.relevanceScore).toBeGreaterThanOrEqual(0);
    expect(card.relevanceScore).toBeLessThanOrEqual(100);
    if (card.isVerified) expect(known).toContain(card.id);
  }
}

/**
 * The spending bound: the calls of a search without faults and, for failing calls, up to two retries each, one for a lookup, three for a
 * second page (which has not been paid for), none where the policy says that retries cannot help.
 */
export function expectBoundedCalls({ tries }: FaultySearch, { fault, call, deepResearch }: Row): void {
  const whenWell = callsWhenWell(deepResearch);
  for (const [each, count] of tries)
    expect([each, count <= whenWell[each] * (each === call ? mostTries(fault, call) : 1)]).toEqual([
      each,
      true,
    ]);
  const ofModel = ['query', 'scoring', 'assessment', 'formatting'] as const;
  expect(ofModel.reduce((sum, each) => sum + (tries.get(each) ?? 0), 0)).toBeLessThanOrEqual(MAX_MODEL_CALLS);
  const alone = call === 'query' || call === 'search page 1';
  if (alone || (mostTries(fault, call) === 1 && fault.down === undefined && call !== 'search page 2'))
    expect(tries.get(call)).toBe(whenWell[call] * mostTries(fault, call));
}

function mostTries({ repeated = 'none', comesTo }: Row['fault'], call: Call): number {
  if (comesTo !== 'failed' || repeated === 'none') return 1;
  if (call === 'search page 2') return 4;
  if (call === 'lookup') return repeated === 'all' ? 2 : 1;
  return 3;
}

/** All cards have the fallback score (docs/behaviour.md#fallback-score). */
export function expectLocalScores({ cards }: FaultySearch): void {
  for (const { profileUrl, relevanceScore } of cards) {
    const { title = '', snippet = '' } = PEOPLE[personAt(profileUrl)] ?? {};
    expect(relevanceScore).toBe(fallbackScore({ title, snippet }, QUERY_REPLY.targetCriteria));
  }
}

/** All cards have the model's initial score, and only people whose record was read are verified. */
export function expectInitialScores({ cards, message }: FaultySearch, isRead: boolean): void {
  for (const { profileUrl, relevanceScore } of cards)
    expect(relevanceScore).toBe(initialScore(personAt(profileUrl)));
  expect(cards.filter(({ isVerified }) => isVerified)).toHaveLength(isRead ? 5 : 0);
  expect(message?.content).toContain(
    isRead
      ? 'The records of 5 profiles could not be assessed by the AI, so the initial score stands.'
      : '5 profiles could not be verified and kept the initial assessment.',
  );
}
