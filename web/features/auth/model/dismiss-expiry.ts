import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';
import { markExpired } from './stored-session.ts';

/** The person has read that their session has ended, and goes on without an account. */
export function dismissExpiry(desk: AuthDesk): void {
  markExpired(desk.storage, false);
  set(desk, { isExpired: false });
}
