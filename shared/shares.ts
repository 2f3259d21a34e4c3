import * as v from 'valibot';
import { ANSWER_CONTEXT } from './answer-context.ts';
import { Criterion } from './criteria.ts';
import { idOf } from './ids.ts';
import { LIMITS } from './limits.ts';
import { LIST_LIMITS, Note } from './lists.ts';
import { DisplayProfile } from './results.ts';
import { isCanonical, SentContext, SentCriteria, ShownProfile, shownText } from './sent-people.ts';
import { Timestamp } from './time.ts';

/* Read-only links to a snapshot of an answer or a list. docs/behaviour.md#shares */

/** docs/behaviour.md#shares */
export const SHARE_LIMITS = {
  /** That one account has at once. */
  shares: 100,
  people: LIST_LIMITS.people,
  /** How long a link works, in days. */
  days: { least: 1, usual: 7, most: 90 },
  /** Of a request that makes one, in bytes. */
  bodyBytes: 3_000_000,
} as const;

/** Of one share, for its owner; the browser makes it. It gives nobody access. */
export const ShareId = idOf('share');

/** The end of the address of a share, `/shared/<token>`: 128 random bits as base64url. Whoever knows it can read the share. */
export const ShareToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/));

const SHARE_KINDS = ['answer', 'list'] as const;

/** Somebody in a share. */
export const SharedPerson = v.object({
  /** Without an address, and with another name, where names were hidden. */
  profile: DisplayProfile,
  /** There only where the owner asked for it. */
  note: v.optional(v.string()),
  /** Nobody has scored the person: the search had ended before. */
  isUnscored: v.optional(v.boolean()),
});

const { days } = SHARE_LIMITS;
const wholeDays = `must be a whole number from ${days.least} to ${days.most}`;

/**
 * Body of `POST /api/shares`: all that is shown. Safe to repeat: a share of that id is answered as it is.
 * What it says is data of whoever sends it, and is shown as that.
 */
export const CreateShareRequest = v.strictObject({
  id: ShareId,
  kind: v.picklist(SHARE_KINDS, 'must be answer or list'),
  title: shownText(LIMITS.titleLength),
  /** `isImported` and `providers` where that goes for somebody of them. */
  ...SentContext.entries,
  /** What the people were checked against. A person whose verdicts do not name one of them was not checked against it. */
  criteria: SentCriteria,
  people: v.pipe(
    v.array(
      v.strictObject({
        profile: ShownProfile,
        /** Canonical. Whose profile it is where the name is hidden: shown to nobody, it tells who is to be taken out or left out later. */
        hiddenUrl: v.exactOptional(
          v.pipe(v.string(), v.check(isCanonical, 'must be a canonical profile URL')),
        ),
        note: v.exactOptional(Note),
        isUnscored: v.exactOptional(v.boolean()),
      }),
    ),
    v.maxLength(SHARE_LIMITS.people, `must have at most ${SHARE_LIMITS.people} entries`),
    v.minLength(1, 'must not be empty'),
  ),
  /** How long the link works; 7 when absent. */
  days: v.exactOptional(
    v.pipe(
      v.number(wholeDays),
      v.integer(wholeDays),
      v.minValue(days.least, wholeDays),
      v.maxValue(days.most, wholeDays),
    ),
  ),
});
export type CreateShareRequest = v.InferOutput<typeof CreateShareRequest>;

/** A share as its owner sees it. */
export const Share = v.object({
  id: ShareId,
  token: ShareToken,
  kind: v.picklist(SHARE_KINDS),
  title: v.string(),
  /** How many people it shows. */
  size: v.number(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Share = v.InferOutput<typeof Share>;

/** Answer of `GET /api/shares`: those that work, made last first. */
export const SharesAnswer = v.object({ shares: v.array(Share) });
export type SharesAnswer = v.InferOutput<typeof SharesAnswer>;

/** Answer of `GET /api/shared/:token`: what everybody with the link sees, in the order in which it was shared. */
export const Shared = v.object({
  kind: v.picklist(SHARE_KINDS),
  title: v.string(),
  ...ANSWER_CONTEXT,
  criteria: v.array(Criterion),
  people: v.array(SharedPerson),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Shared = v.InferOutput<typeof Shared>;
