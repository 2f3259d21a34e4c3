import type { Context, MiddlewareHandler } from 'hono';
import type { Authenticate } from '#functions/http/authenticate.ts';
import { createFirstSight } from '#functions/http/first-sight.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import type { Store } from '#functions/store/ports/store.ts';
import type { Identity } from '#functions/store/ports/users.ts';

/** What the routes find in the context. */
export interface OwnerEnv {
  Variables: { identity: Identity };
}

/**
 * Lets in only those with a valid token, and makes the record of a person seen for the first time.
 * Everything behind it acts for that person alone.
 */
export function requireOwner(options: {
  authenticate: Authenticate;
  store: Store;
}): MiddlewareHandler<OwnerEnv> {
  const seeFirst = createFirstSight(options.store.users);
  return async (context, next) => {
    const identity = await options.authenticate(context.req.raw.headers);
    if (identity === undefined) throw new HttpProblem('unauthorised', { message: 'Please sign in first.' });
    await seeFirst(identity);
    context.set('identity', identity);
    await next();
  };
}

/** The person whose token came with the request: the only owner a request can have. */
export const ownerOf = (context: Context<OwnerEnv>) => ({ userId: context.var.identity.userId });

/** For reading alone: a write that has begun is finished, though nobody waits for the answer. */
export const whileWaiting = (context: Context) => ({ signal: context.req.raw.signal });
