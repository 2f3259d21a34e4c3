import * as v from 'valibot';

/** Each of a person's slots is an attribute of one item, so that one condition can see them all. */
export const slotName = (number: number): string => `slot${number}`;

/** `heldUntil` in milliseconds since 1970. */
export const HeldSlot = v.object({ heldBy: v.string(), heldUntil: v.number() });
