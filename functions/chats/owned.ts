import type { Context } from 'hono';
import * as v from 'valibot';
import { restOfDay } from '#functions/http/daily-reset.ts';
import { readJsonBody } from '#functions/http/json-body.ts';
import { type OwnerEnv, ownerOf } from '#functions/http/owner.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { StoreError } from '#functions/store/errors.ts';
import type { Store } from '#functions/store/store.ts';
import { storeError } from '#shared/errors.ts';

/* Shared by the routes for a person's own data. */

/** @throws HttpProblem 404: an invalid id is answered like an unknown one */
export function readId(schema: v.GenericSchema<unknown, string>, value: unknown): string {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new HttpProblem('not-found');
  return result.output;
}

/**
 * The body of a request that stores something, counted against the person's daily quota. A failed count is reported as a failed write.
 * Deletions are not counted, nor are requests with an invalid body.
 * @throws HttpProblem as {@link readJsonBody} does, and 429 when the day's quota is used up.
 */
export async function readCounted<Schema extends v.GenericSchema>(
  context: Context<OwnerEnv>,
  schema: Schema,
  what: Parameters<typeof storeError>,
  { usage, maxBytes }: { usage: Store['usage']; maxBytes?: number },
): Promise<v.InferOutput<Schema>> {
  const body = await readJsonBody(context.req.raw, schema, maxBytes);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  const isCounted = await usage.count({ ...ownerOf(context), bytes }).catch(({ cause }: Error) => {
    throw new StoreError(storeError(...what), { cause });
  });
  if (isCounted) return body;
  const { startsAgain, headers } = restOfDay(Date.now());
  const message = `Your account has reached its storage limit for today. ${startsAgain}`;
  throw new HttpProblem('quota-exceeded', { message, headers });
}

/** The cursor of the requested page; the store checks that it belongs to the list. */
export function cursorOf(context: Context): { cursor?: string } {
  const cursor = context.req.query('cursor');
  return cursor === undefined ? {} : { cursor };
}

/** Only for reads: a write that has begun is completed even if the client has gone. */
export const signalOf = (context: Context) => ({ signal: context.req.raw.signal });

/** What was found. @throws HttpProblem 404 if it is missing, or belongs to someone else. */
export function orNotFound<Found>(found: Found | undefined | false): Found {
  if (found === undefined || found === false) throw new HttpProblem('not-found');
  return found;
}
