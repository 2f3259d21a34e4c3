import { ANONYMOUS_USER_ID } from '#shared/chat.ts';

const HOUR = 3_600_000;
const SIGNED_IN = 24 * HOUR;

/** When a search's event log may be forgotten: a day for signed-in people, an hour for anonymous ones. In milliseconds since 1970. */
export const expiryOf = (userId: string, now: number): number =>
  now + (userId === ANONYMOUS_USER_ID ? HOUR : SIGNED_IN);
