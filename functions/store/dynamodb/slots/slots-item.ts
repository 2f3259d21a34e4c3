/** Each of a person's slots is an attribute of one item, so that one condition can see them all. */
export const slotName = (number: number): string => `slot${number}`;
