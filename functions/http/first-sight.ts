import type { Identity, UserStore } from '#functions/store/ports/users.ts';

/** Of people whose record this process has seen to; forgotten together when full. */
const REMEMBERED = 10_000;

/**
 * Makes the record of a person at first sight of their token (design §2), and again when a token says something else of them.
 * @throws StoreError
 */
export type FirstSight = (identity: Identity, options?: { signal?: AbortSignal }) => Promise<void>;

/** For one process, which asks the store once for what it has seen. */
export function createFirstSight(users: Pick<UserStore, 'ensure'>): FirstSight {
  const seen = new Set<string>();
  return async (identity, options) => {
    const sight = JSON.stringify(identity);
    if (seen.has(sight)) return;
    await users.ensure({ identity, ...options });
    if (seen.size >= REMEMBERED) seen.clear();
    seen.add(sight);
  };
}
