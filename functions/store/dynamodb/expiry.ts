import type { Item } from './table.ts';

/** When an item may be forgotten, as its attribute: whole seconds since 1970, never early. @param at in milliseconds */
export const toExpiry = (at: number): number => Math.ceil(at / 1_000);

/**
 * An item is live while its `expiresAt` is greater than this, for use in conditions: DynamoDB may delete it days later.
 * @param now in milliseconds since 1970
 */
export const expiredUpTo = (now: number): number => Math.floor(now / 1_000);

/** Whether the item counts as gone. @param now in milliseconds since 1970 */
export const isExpired = ({ expiresAt }: Item, now: number): boolean =>
  typeof expiresAt === 'number' && expiresAt <= expiredUpTo(now);
