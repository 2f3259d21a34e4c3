import type { Basis } from '#shared/search-request.ts';
import { foundProfiles } from './fake-providers.ts';

const BASIS_QUERY = 'site:linkedin.com/in "Peruvian" "computer science"';

/** The basis of a request that refines an answer with seven invented people. */
export const basisOf = (overrides: Partial<Basis> = {}): Basis => ({
  request: 'Peruvians studying computer science',
  googleSearchQuery: BASIS_QUERY,
  criteria: [
    { id: 'c1', subject: 'nationality', text: 'Peruvian', need: 'required' },
    { id: 'c2', subject: 'education', text: 'computer science', need: 'preferred' },
    { id: 'c3', subject: 'experience', text: 'Deloitte', need: 'excluded' },
  ],
  alternativeSearchTerms: ['Peruvian software people', 'Lima computing'],
  people: foundProfiles(7).map((person) => ({ ...person, relevanceScore: 80 })),
  ...overrides,
});
