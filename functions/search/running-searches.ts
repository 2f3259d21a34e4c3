import { StopRequested } from '#functions/pipeline/context.ts';

/** The searches this process is running, so that they can be stopped. */
export interface RunningSearches {
  /** Registers a search; its controller is aborted when someone stops it. */
  add(searchId: string, userId: string, controller: AbortController): void;
  remove(searchId: string): void;
  /** Whether there was a running search of that user to stop. */
  stop(searchId: string, userId: string): boolean;
}

export function createRunningSearches(): RunningSearches {
  const running = new Map<string, { userId: string; controller: AbortController }>();
  return {
    add: (searchId, userId, controller) => running.set(searchId, { userId, controller }),
    remove: (searchId) => running.delete(searchId),
    stop(searchId, userId) {
      const search = running.get(searchId);
      if (search === undefined || search.userId !== userId) return false;
      search.controller.abort(new StopRequested());
      return true;
    },
  };
}
