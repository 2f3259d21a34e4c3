import type { Findings } from './answer.ts';
import { type SearchDeps, StepFailure } from './context.ts';
import type { Asked } from './research.ts';

/** One person of the answer that is gone on from, looked up and assessed. */
export async function verifyOne(
  _asked: Asked & { url: string },
  _findings: Findings,
  _deps: SearchDeps,
): Promise<void> {
  throw new StepFailure('Single people cannot be verified here yet');
}
