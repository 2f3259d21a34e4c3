import type { Context, MiddlewareHandler } from 'hono';
import type { Identity, UserStore } from '#functions/store/users.ts';
import type { Authenticate } from './authenticate.ts';
import { HttpProblem } from './problem.ts';

/* The owner of a request: their record, and the routes that act only for them. */

/** How many people are cached as seen; when there are more, the cache is cleared. */
const MAX_CACHED_PEOPLE = 10_000;
/**
 * How long a person is cached as seen, in milliseconds. The account may have been erased in the meantime, while its token is still valid
 * for an hour or more; an erasure therefore waits this long before its final deletion.
 */
const SEEN_CACHE_TTL = 60_000;

/** How long functions may still write for an account marked as erased, in milliseconds, with 15 s for requests that are in progress. */
export const ERASURE_SETTLE_TIME = SEEN_CACHE_TTL + 15_000;

/**
 * Ensures that a person's record exists when this process first sees their token, and again when a token's claims differ or a minute has
 * passed. The returned function resolves to the time at which the record was created, and throws StoreError, or AccountErasedError for a
 * token that has outlived its account.
 * @param clock milliseconds since 1970
 */
export function createUserEnsurer(
  users: Pick<UserStore, 'ensure'>,
  clock: () => number = Date.now,
): (identity: Identity) => Promise<string> {
  const seen = new Map<string, { createdAt: string; until: number }>();
  return async (identity) => {
    const key = JSON.stringify(identity);
    const cached = seen.get(key);
    const now = clock();
    if (cached !== undefined && now < cached.until) return cached.createdAt;
    const { createdAt } = await users.ensure({ identity });
    if (seen.size >= MAX_CACHED_PEOPLE) seen.clear();
    seen.set(key, { createdAt, until: now + SEEN_CACHE_TTL });
    return createdAt;
  };
}

/** Context variables of the routes behind {@link requireOwner}. */
export interface OwnerEnv {
  Variables: {
    identity: Identity;
    /** When their record was created, a timestamp. */
    since: string;
  };
}

interface OwnerDeps {
  authenticate: Authenticate;
  users: Pick<UserStore, 'ensure'>;
  clock?: () => number;
}

/** The person whose valid token came with the request. @throws HttpProblem 401 if there is none; otherwise as {@link Authenticate} */
export async function requireIdentity({ req }: Context, authenticate: Authenticate): Promise<Identity> {
  const identity = await authenticate(req.raw.headers);
  if (identity === undefined) throw new HttpProblem('unauthorised', { message: 'Please sign in first.' });
  return identity;
}

/**
 * Admits only requests with a valid token, and creates the record of a person seen for the first time.
 * The routes behind it act only for that person.
 */
export function requireOwner({ authenticate, users, clock }: OwnerDeps): MiddlewareHandler<OwnerEnv> {
  const ensureRecord = createUserEnsurer(users, clock);
  return async (context, next) => {
    const identity = await requireIdentity(context, authenticate);
    context.set('since', await ensureRecord(identity));
    context.set('identity', identity);
    await next();
  };
}

/** The person whose token came with the request: the only owner a request can have. */
export const ownerOf = (context: Context<OwnerEnv>) => ({ userId: context.var.identity.userId });

/** Personal data must not be cached anywhere along the way. */
export const neverCached: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('cache-control', 'no-store');
};
