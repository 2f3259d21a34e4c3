import type { Context } from 'hono';
import * as v from 'valibot';
import type { OwnerEnv } from '#functions/http/authenticate.ts';
import { readJsonBody } from '#functions/http/json-body.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { restOfDay } from '#functions/http/rest-of-day.ts';
import { StoreError } from '#functions/store/errors.ts';
import type { Store } from '#functions/store/store.ts';
import { storeError } from '#shared/errors.ts';

/* What requests for somebody's own things have in common. */

/** The person whose token came with the request: the only owner a request can have. */
export const ownerOf = (context: Context<OwnerEnv>) => ({ userId: context.var.identity.userId });

/** @throws HttpProblem 404: an id that is invalid is answered like one that is unknown */
export function readId(schema: v.GenericSchema<unknown, string>, value: unknown): string {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new HttpProblem('not-found');
  return result.output;
}

/**
 * The body of a request that stores something, counted against the person's day. A failed count is reported as a failed write.
 * Deleting is free, and so is what is refused unread.
 * @throws HttpProblem as {@link readJsonBody}, and 429 when the day's are used up.
 */
export async function readCounted<Schema extends v.GenericSchema>(
  context: Context<OwnerEnv>,
  schema: Schema,
  what: Parameters<typeof storeError>,
  { usage, longest }: { usage: Store['usage']; longest?: number },
): Promise<v.InferOutput<Schema>> {
  const body = await readJsonBody(context.req.raw, schema, longest);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  const isCounted = await usage.count({ ...ownerOf(context), bytes }).catch(({ cause }: Error) => {
    throw new StoreError(storeError(...what), { cause });
  });
  if (isCounted) return body;
  const { startsAgain, headers } = restOfDay(Date.now());
  const message = `Your account has stored as much as it may for today. ${startsAgain}`;
  throw new HttpProblem('quota-exceeded', { message, headers });
}

/** Where the page starts; the store says whether the cursor is one of its list. */
export function cursorOf(context: Context): { cursor?: string } {
  const cursor = context.req.query('cursor');
  return cursor === undefined ? {} : { cursor };
}

/** For reading alone: a write that has begun is finished, though nobody waits for the answer. */
export const whileWaiting = (context: Context) => ({ signal: context.req.raw.signal });

/** What was found. @throws HttpProblem 404 for what is missing, and the same for what is someone else's. */
export function orNotFound<Found>(found: Found | undefined | false): Found {
  if (found === undefined || found === false) throw new HttpProblem('not-found');
  return found;
}
