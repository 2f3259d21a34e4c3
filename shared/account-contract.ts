import * as v from 'valibot';
import { typedProfileUrl } from './linkedin-url.ts';
import { count, nonBlankText } from './schemas.ts';
import { Timestamp } from './time.ts';

/* Requests and responses of the account routes. docs/behaviour.md#http-contract */

/** For one kind of search, how many are left today out of how many; null if there is no limit. */
const Allowance = v.nullable(v.object({ left: count, limit: count }));

/** Response of `GET /api/account/usage`. */
export const AccountUsage = v.object({
  standard: Allowance,
  deep: Allowance,
  /** When the daily counts are reset. */
  resetsAt: Timestamp,
  /** What the searches have cost since counting began; null before the first. */
  spent: v.nullable(
    v.object({
      since: Timestamp,
      searches: count,
      /** In US dollars, for the searches whose price is known. */
      dollars: v.pipe(v.number(), v.minValue(0)),
      /** The number of paid searches whose price is not known. */
      unpriced: count,
    }),
  ),
});
export type AccountUsage = v.InferOutput<typeof AccountUsage>;

/** Any form of a LinkedIn profile URL, with or without `https://`; converted to the canonical one. */
const ProfileAddress = v.pipe(
  nonBlankText(2_048),
  v.transform(typedProfileUrl),
  v.string('must be the address of a LinkedIn profile, such as https://www.linkedin.com/in/someone'),
);

/** Body of `POST /api/account/removals`. Only finds the person unless `remove` is true. */
export const RemovalRequest = v.strictObject({ profileUrl: ProfileAddress, remove: v.boolean() });
export type RemovalRequest = v.InferInput<typeof RemovalRequest>;

/** How many answers, in how many chats, and how many lists and shares contain or contained the person, and their name there. */
export const Removal = v.object({
  ...{ answers: count, chats: count, lists: count, shares: count },
  /** Whether they are or were hidden. */
  hidden: v.optional(v.boolean()),
  name: v.optional(v.string()),
  /** How many answers, chats, lists and shares could not be read in full, and may contain the person too. */
  unreadable: v.optional(count),
});
export type Removal = v.InferOutput<typeof Removal>;

/**
 * One line of the response of `DELETE /api/account`. `begun` is sent immediately: from then on no token is accepted. `deleted` follows
 * within seconds, when everything is gone except the tombstones that block late writes. `done` means that nothing is left and the account
 * itself is deleted. If the stream ends before that, repeating the request continues the erasure.
 */
export const ErasureLine = v.variant('state', [
  v.object({ state: v.literal('begun') }),
  v.object({ state: v.literal('deleted'), items: count }),
  v.object({ state: v.literal('done'), items: count }),
]);
export type ErasureLine = v.InferOutput<typeof ErasureLine>;
