import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';

/** Goes back from the code to the form. */
export const leaveConfirming = (desk: AuthDesk): void =>
  set(desk, { confirming: undefined, error: undefined });
