import type { Context, MiddlewareHandler } from 'hono';
import * as v from 'valibot';
import { type Authenticate, createFirstSight } from '#functions/http/authenticate.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import type { Store } from '#functions/store/store.ts';
import type { Identity } from '#functions/store/users.ts';
import { ChatId, MessageId } from '#shared/ids.ts';

/** What the routes find in the context. */
export interface OwnerEnv {
  Variables: { identity: Identity };
}

/** Everything the chats function is given. */
export interface ChatsSettings {
  store: Store;
  authenticate: Authenticate;
}

/**
 * Lets in only those with a valid token, and makes the record of a person seen for the first time.
 * Everything behind it acts for that person alone.
 */
export function requireOwner({ authenticate, store }: ChatsSettings): MiddlewareHandler<OwnerEnv> {
  const seeFirst = createFirstSight(store.users);
  return async (context, next) => {
    const identity = await authenticate(context.req.raw.headers);
    if (identity === undefined) throw new HttpProblem('unauthorised', { message: 'Please sign in first.' });
    await seeFirst(identity);
    context.set('identity', identity);
    await next();
  };
}

/** The person whose token came with the request: the only owner a request can have. */
export const ownerOf = (context: Context<OwnerEnv>) => ({ userId: context.var.identity.userId });

/** The owner's chat that the address names. An id that is invalid is answered like one that is unknown. */
export const chatOf = (context: Context<OwnerEnv>) => ({
  ...ownerOf(context),
  chatId: readId(ChatId, context.req.param('chatId')),
});

/** The owner's message that the address names. */
export const messageOf = (context: Context<OwnerEnv>) => ({
  ...chatOf(context),
  messageId: readId(MessageId, context.req.param('messageId')),
});

function readId(schema: v.GenericSchema<unknown, string>, value: unknown): string {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new HttpProblem('not-found');
  return result.output;
}
