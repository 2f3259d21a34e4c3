import type { Context } from 'hono';
import * as v from 'valibot';
import { HttpProblem } from '#functions/http/problem.ts';
import { ChatId, MessageId } from '#shared/ids.ts';
import type { OwnerEnv } from './owner.ts';
import { ownerOf } from './owner.ts';

/** The chat the address names, of the person who asks. An id that cannot be is answered like one that is not. */
export function readChatAddress(context: Context<OwnerEnv>) {
  return { ...ownerOf(context), chatId: readId(ChatId, context.req.param('chatId')) };
}

/** The message the address names, of the person who asks. */
export function readMessageAddress(context: Context<OwnerEnv>) {
  return { ...readChatAddress(context), messageId: readId(MessageId, context.req.param('messageId')) };
}

function readId(schema: v.GenericSchema<unknown, string>, value: unknown): string {
  const result = v.safeParse(schema, value);
  if (!result.success) throw new HttpProblem('not-found');
  return result.output;
}

/** Where the page is to begin; the store says whether it is a place in the list. */
export function readCursor(context: Context): { cursor?: string } {
  const cursor = context.req.query('cursor');
  return cursor === undefined ? {} : { cursor };
}

/** What was found. @throws HttpProblem 404 for what is missing, and alike for what is someone else's. */
export function orNotFound<Found>(found: Found | undefined | false): Found {
  if (found === undefined || found === false) throw new HttpProblem('not-found');
  return found;
}
