import * as v from 'valibot';
import { filledText } from './contract.ts';
import { typedProfileUrl } from './linkedin-url.ts';
import { Timestamp } from './time.ts';

/* Requests and answers of the account's routes. docs/behaviour.md#http-contract */

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Searches of one kind: how many are left today and out of how many; null where there is no limit. */
const Allowance = v.nullable(v.object({ left: count, limit: count }));

/** Answer of `GET /api/account/usage`. */
export const AccountUsage = v.object({
  standard: Allowance,
  deep: Allowance,
  /** When the day's count starts again. */
  resetsAt: Timestamp,
  /** What the searches have used since they are counted; null before the first. */
  spent: v.nullable(
    v.object({
      since: Timestamp,
      searches: count,
      /** In US dollars, of those whose price is known. */
      dollars: v.pipe(v.number(), v.minValue(0)),
      /** Searches that were paid for and whose price is not known. */
      unpriced: count,
    }),
  ),
});
export type AccountUsage = v.InferOutput<typeof AccountUsage>;

/** Any form of a LinkedIn profile's address, with or without `https://`; becomes the canonical one. */
const ProfileAddress = v.pipe(
  filledText(2_048),
  v.transform(typedProfileUrl),
  v.string('must be the address of a LinkedIn profile, such as https://www.linkedin.com/in/someone'),
);

/** Body of `POST /api/account/removals`: only finds the person unless told to remove them. */
export const RemovalRequest = v.strictObject({ profileUrl: ProfileAddress, remove: v.boolean() });
export type RemovalRequest = v.InferInput<typeof RemovalRequest>;

/** How many answers, of how many chats, and how many lists and shares hold the person, or held them, and what an answer or list calls them. */
export const Removal = v.object({
  ...{ answers: count, chats: count, lists: count, shares: count },
  name: v.optional(v.string()),
  /** How many answers, chats, lists and shares could not be read in full, and may hold the person too. */
  unreadable: v.optional(count),
});
export type Removal = v.InferOutput<typeof Removal>;

/**
 * One line of the answer of `DELETE /api/account`. `begun` at once: from then on no token is accepted. `deleted` when all but the traces that
 * keep late writes out is gone, within seconds. `done` when nothing is left and the account itself is gone. A stream that ends before goes on
 * when the request is repeated.
 */
export const ErasureLine = v.variant('state', [
  v.object({ state: v.literal('begun') }),
  v.object({ state: v.literal('deleted'), items: count }),
  v.object({ state: v.literal('done'), items: count }),
]);
export type ErasureLine = v.InferOutput<typeof ErasureLine>;

/** What a streamed answer ends with where it fails after it has begun. */
export const StreamFailure = v.object({ error: v.object({ code: v.string(), message: v.string() }) });
