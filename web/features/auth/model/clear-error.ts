import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';

/** Takes the error away; it is about what has been changed since. */
export function clearError(desk: AuthDesk): void {
  if (desk.state.get().error !== undefined) set(desk, { error: undefined });
}
