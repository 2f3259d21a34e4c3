import { type MarkedCriteria, readCriteria } from '#functions/pipeline/criteria/criteria.ts';
import type { Criterion } from '#shared/criteria.ts';

export type Target = Partial<MarkedCriteria['targetCriteria']>;

/** The criteria of a request for which the model gives these, with its marks. */
export const read = (request: string, target: Target, marks: Partial<MarkedCriteria> = {}) => {
  const targetCriteria = { interests: [], experience: [], ...target };
  return readCriteria({ targetCriteria, preferred: [], excluded: [], ...marks }, request);
};

export const listed = (criteria: readonly Criterion[]) =>
  criteria.map(({ need, subject, text }) => `${need} ${subject} ${text}`);
