/*
 * Lifetimes. A write attempt is dead once the process that made it cannot be alive any more. Deleted items leave tombstones that outlast
 * every attempt. An expired item counts as gone even before DynamoDB deletes it.
 */

/** A unique name for one write attempt, which contains its start time. @param now in milliseconds since 1970 */
export const attemptName = (now: number): string => `${now}-${crypto.randomUUID()}`;

/** The attempt's start time, in milliseconds since 1970. */
export const startOfAttempt = (attempt: string): number => Number(attempt.split('-')[0]);

/** How long after its start an attempt's writer is presumed dead, in milliseconds: no Lambda invocation runs longer. */
export const MAX_ATTEMPT_DURATION = 15 * 60_000;

/** How long tombstones and fences are kept, in seconds: far longer than any request that began before the deletion. */
export const TOMBSTONE_LIFETIME = 30 * 86_400;

/** The `expiresAt` attribute for an expiry time: whole seconds since 1970, rounded up. @param at in milliseconds since 1970 */
export const toExpiry = (at: number): number => Math.ceil(at / 1_000);

/**
 * An item is live while its `expiresAt` is greater than this. For use in conditions, since DynamoDB may delete items days later.
 * @param now in milliseconds since 1970
 */
export const expiryCutoff = (now: number): number => Math.floor(now / 1_000);
