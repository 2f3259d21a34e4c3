import { ApiError } from '#web/lib/api-error.ts';
import type { WaitingTools } from './tries.ts';
import { Tries } from './tries.ts';

interface InsistOptions {
  attempt: () => Promise<void>;
  /** Nothing is left to be done: a last answer that it is not there is then believed. */
  isOver: () => boolean;
  tools: WaitingTools;
}

/**
 * Repeats a request that does no harm twice until the service has taken it. One for something that is not there is repeated too:
 * what it is about may still be on its way there.
 */
export async function insist({ attempt, isOver, tools }: InsistOptions): Promise<void> {
  const tries = new Tries(tools);
  const never = new AbortController().signal;
  do {
    try {
      return await attempt();
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404;
      const isRefused = error instanceof ApiError && error.refused && !isMissing;
      if (isRefused || (isMissing && isOver())) return;
    }
  } while (await tries.next(never));
}
