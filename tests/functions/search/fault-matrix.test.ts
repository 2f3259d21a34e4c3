import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_ERRORS, searchApology } from '#shared/search-errors.ts';
import type { StepId } from '#shared/steps.ts';
import { ROWS, reasonOf } from '#tests/support/faults.ts';
import type { Row } from '#tests/support/faults-contract.ts';
import {
  expectBoundedCalls,
  expectHonestCards,
  expectInitialScores,
  expectLocalScores,
  expectWellFormed,
} from '#tests/support/faults-expect.ts';
import { type FaultySearch, searchWith } from '#tests/support/faults-search.ts';
import { FORMATTED_SUMMARY } from '#tests/support/stand-in-providers-people.ts';
import { liftTimeLimits, restoreTimeLimits } from '#tests/support/time-limits.ts';

/** A call rejected by its circuit breaker; it may replace the reason when the provider looks down. */
const LEFT_ALONE = 'is not answering and is left alone for a moment';

const endsTheSearch = ({ fault, call }: Row): boolean =>
  fault.comesTo !== 'good' && (call === 'query' || call === 'search page 1');

const well = {
  deep: searchWith({ deepResearch: true }),
  standard: searchWith({ deepResearch: false }),
};
const withoutFault = ({ deepResearch }: Row): Promise<FaultySearch> =>
  deepResearch ? well.deep : well.standard;

const ranked = ({ cards }: FaultySearch) =>
  cards.map(({ id, relevanceScore, isVerified }) => [id, relevanceScore, isVerified]);
const detailOf = ({ steps }: FaultySearch, step: StepId): string => steps.get(step)?.details?.at(-1) ?? '';
const failedSteps = ({ steps }: FaultySearch): StepId[] =>
  [...steps.values()].filter(({ status }) => status === 'error').map(({ id }) => id);

/** The text gives the reason, or says that the provider is left alone when it looks down. */
function expectReason(text: string, row: Row): void {
  if (!(row.fault.down && text.includes(LEFT_ALONE))) expect(text).toContain(reasonOf(row));
}

describe('a search without a fault', () => {
  it('shows twenty people, the five best of them verified in deep mode', async () => {
    const [deep, standard] = await Promise.all([well.deep, well.standard]);
    expect(deep.done).toEqual({ outcome: 'answered' });
    expect(deep.message?.content).toBe(
      'I found 20 profiles for your request and verified 5 of them with Enrich Layer.',
    );
    expect(ranked(deep).slice(0, 2)).toEqual([
      ['ximena-huarcaya-lund', 97, true],
      ['illari-huarcaya-lund', 94, true],
    ]);
    expect(deep.cards).toHaveLength(20);
    expect(standard.message?.content).toBe('I found 20 profiles for your request.');
    expect(standard.cards).toHaveLength(20);
    for (const search of [deep, standard]) {
      expectWellFormed(search);
      expectHonestCards(search);
      expect(failedSteps(search)).toEqual([]);
    }
  });
});

describe.concurrent('a search in which a provider fails', () => {
  // Some never answer.
  beforeAll(restoreTimeLimits);
  afterAll(liftTimeLimits);

  it.each(ROWS)('$title', async (row) => {
    const search = await searchWith(row);
    expectWellFormed(search);
    expectHonestCards(search);
    expectBoundedCalls(search, row);
    if (endsTheSearch(row)) expectApology(search, row);
    else {
      expectShown(search, row);
      await expectConsequence(search, row);
    }
  });
});

/** Nobody was found: the specified apology contains the specified text, and so does the failing step. */
function expectApology(search: FaultySearch, row: Row): void {
  const [step, worded]: [StepId, (reason: string) => string] =
    row.call === 'query'
      ? ['query-generation', SEARCH_ERRORS.queryFailed]
      : ['profile-search', SEARCH_ERRORS.searchFailed];
  const text = detailOf(search, step);
  expect(search.done).toEqual({ outcome: 'apologised' });
  expect(failedSteps(search)).toEqual([step]);
  expect(text).toContain(worded(''));
  expect(text).toContain(reasonOf(row));
  expect(search.message?.content).toBe(searchApology(text));
  expect(search.cards).toEqual([]);
  expect([...search.steps.keys()].at(-1)).toBe(step);
}

/** Everyone found is shown, from the search to the answer. */
function expectShown({ done, cards, events }: FaultySearch, { fault, call }: Row): void {
  const lost = call === 'search page 2' && fault.comesTo !== 'good';
  const count = fault.cards ?? (lost ? 10 : 20);
  expect(done).toEqual({ outcome: 'answered' });
  expect(cards).toHaveLength(count);
  const shown = events.flatMap((event) => (event.type === 'profiles' ? [event.data.totalProfiles] : []));
  expect(new Set(shown)).toEqual(new Set([count]));
}

async function expectConsequence(search: FaultySearch, row: Row): Promise<void> {
  const { fault, call } = row;
  if (call === 'search page 2' || fault.cards !== undefined) expect(failedSteps(search)).toEqual([]);
  else if (fault.comesTo === 'good') await expectNoDifference(search, row);
  else if (call === 'scoring') expectScoredLocally(search, row);
  else if (call === 'lookup' || call === 'assessment') expectUnverified(search, row);
  else expectFormattedLocally(search, row);
}

async function expectNoDifference(search: FaultySearch, row: Row): Promise<void> {
  const usual = await withoutFault(row);
  expect(ranked(search)).toEqual(ranked(usual));
  expect(failedSteps(search)).toEqual([]);
  const named = search.message?.content.replace('Proxycurl', 'Enrich Layer');
  expect(named).toBe(usual.message?.content);
}

function expectScoredLocally(search: FaultySearch, row: Row): void {
  expectLocalScores(search);
  expect(search.cards.filter((card) => card.isVerified)).toEqual([]);
  expect(search.tries.has('lookup')).toBe(false);
  if (row.fault.comesTo === 'unusable') {
    expect(failedSteps(search)).toEqual([]);
    expect(search.message?.content).toContain('20 profiles could not be scored by the AI');
    return;
  }
  const text = detailOf(search, 'ai-filtering');
  expect(text).toContain(SEARCH_ERRORS.deepResearchFailed(SEARCH_ERRORS.filterFailed('')));
  expectReason(text, row);
  expect(search.message?.content).toContain(`${text}.`);
  if (!row.fault.down) expect(failedSteps(search)).toEqual(['ai-filtering']);
}

function expectUnverified(search: FaultySearch, row: Row): void {
  expectInitialScores(search, row.call === 'assessment');
  if (!row.fault.down) expect(failedSteps(search)).toEqual([]);
  const lines =
    row.call === 'lookup'
      ? (search.steps.get('deep-verification')?.details ?? [])
      : (search.message?.metadata?.deepResearchResults?.verifiedProfiles ?? []).map(
          (profile) => profile.verificationReasoning,
        );
  expect(lines).toHaveLength(5);
  for (const line of lines) {
    expectReason(line, row);
    if (row.call === 'lookup') expect(line).toMatch(/, the initial assessment stands$/);
    else expect(line).toMatch(row.fault.comesTo === 'failed' ? FAILED : PARSING_FAILED);
  }
}

const FAILED = /^Verification failed: .+\. Using initial assessment\.$/;
const PARSING_FAILED = /^Verification parsing failed: .+\. Using initial assessment\.$/;

function expectFormattedLocally(search: FaultySearch, row: Row): void {
  const { comesTo, down } = row.fault;
  const isFailure = comesTo === 'failed';
  if (isFailure) {
    const text = detailOf(search, 'formatting');
    expect(text).toContain(SEARCH_ERRORS.formattingFailed(''));
    expectReason(text, row);
    expect(search.message?.content).toContain(
      `${text}. The results are shown as the web search returned them.`,
    );
  }
  if (comesTo !== 'unusable')
    expect(search.cards.filter(({ summary }) => summary.startsWith(FORMATTED_SUMMARY))).toEqual([]);
  expectLocalScores(search);
  if (!down) expect(failedSteps(search)).toEqual(isFailure ? ['formatting'] : []);
}
