import { ProviderError } from '#functions/providers/ports/provider-error.ts';
import { DeadlineReached } from './context.ts';

/** A step could not do its work; `message` is the specified text, meant for people. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/** One readable sentence without a final stop for anything thrown; only texts made for people pass. */
export function readableReason(error: unknown): string {
  const meantForPeople =
    error instanceof StepFailure || error instanceof ProviderError || error instanceof DeadlineReached;
  return meantForPeople ? error.message : 'An unexpected error occurred';
}
