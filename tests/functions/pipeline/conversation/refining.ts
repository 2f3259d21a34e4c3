import type { Criterion } from '#shared/criteria.ts';
import type { Basis } from '#shared/search-request.ts';
import { fakeProviders, foundProfile, queryReply } from '#tests/support/fake-providers.ts';
import { runPipeline } from '#tests/support/run-pipeline.ts';
import { criterion } from '../judging.ts';

/** The needs and texts of criteria, sorted. */
export const inWords = (criteria: readonly Criterion[]) =>
  criteria.map(({ need, text }) => `${need} ${text}`).sort();

/** The answer that the follow-ups below refine. */
export const BASIS: Basis = {
  request: 'Peruvian engineers',
  googleSearchQuery: 'site:linkedin.com/in "Peruvian" "engineer"',
  criteria: [criterion('c1', 'nationality', 'Peruvian'), criterion('c4', 'profession', 'engineer')],
  people: Array.from({ length: 20 }, (_, index) => ({
    ...foundProfile(index + 101, index < 8 ? { snippet: 'Peruvian engineer · Location: Lima, Peru' } : {}),
    relevanceScore: 90 - index,
  })),
};

/** The model’s reply to ‘only in Boston’. */
export const inBoston = () => ({
  ...queryReply,
  googleSearchQuery: '"Peruvian" "engineer" "Boston"',
  targetCriteria: { nationality: 'Peruvian', profession: 'engineer', location: 'Boston', interests: [] },
  isNewSearch: false,
  removed: [],
});

/** Runs a follow-up, ‘only in Boston’ unless `overrides` say otherwise. */
export const refine = (
  overrides: Parameters<typeof runPipeline>[1] = {},
  options: Parameters<typeof fakeProviders>[0] = {},
) =>
  runPipeline(fakeProviders({ replies: { query: inBoston }, ...options }), {
    deepResearch: false,
    content: 'only in Boston',
    plan: { basis: BASIS },
    ...overrides,
  });
