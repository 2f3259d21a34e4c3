import type { Findings } from './answer.ts';
import { type SearchDeps, StepFailure } from './context.ts';
import type { Asked } from './research.ts';

/** More people by the criteria of the answer that is gone on from. */
export async function findMore(_asked: Asked, _findings: Findings, _deps: SearchDeps): Promise<void> {
  throw new StepFailure('More people cannot be found here yet');
}
