import type { WaitingTools } from '#web/features/search/tries.ts';

/** Waits for nothing; the page is never woken. */
export const impatient: WaitingTools = {
  delay: async (_, signal) => signal.throwIfAborted(),
  random: () => 0,
  wakeUps: () => () => undefined,
};
