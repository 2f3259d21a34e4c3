import type { WaitingTools } from '#web/features/search/backoff.ts';

/** Waiting tools that never wait; the page is never woken. */
export const impatient: WaitingTools = {
  delay: async (_, signal) => signal.throwIfAborted(),
  random: () => 0,
  wakeUps: () => () => undefined,
};
