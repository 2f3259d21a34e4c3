/*
 * How long things last. An attempt at writing is dead once no process that made it can be alive; what is deleted leaves traces that outlast
 * every attempt; an item that expires counts as gone before DynamoDB has deleted it.
 */

/** A name for one attempt at writing, never used twice, which tells when it began. @param now in milliseconds since 1970 */
export const attemptAt = (now: number): string => `${now}-${crypto.randomUUID()}`;

/** When the attempt began, in milliseconds since 1970. */
export const beginningOf = (attempt: string): number => Number(attempt.split('-')[0]);

/** Milliseconds after which the writer of an attempt is taken for dead: Lambda lets no process live longer. */
export const LONGEST_ATTEMPT = 15 * 60_000;

/** Seconds for which the traces of something deleted stay: no request that began before the deletion lives as long. */
export const TRACES_STAY = 30 * 86_400;

/** When an item may be forgotten, as its attribute: whole seconds since 1970, never early. @param at in milliseconds */
export const toExpiry = (at: number): number => Math.ceil(at / 1_000);

/**
 * An item is live while its `expiresAt` is greater than this, for use in conditions: DynamoDB may delete it days later.
 * @param now in milliseconds since 1970
 */
export const expiredUpTo = (now: number): number => Math.floor(now / 1_000);
