import { adopt } from './adopt.ts';
import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';
import { storedSession } from './stored-session.ts';
import { toAuthFailure } from './to-auth-failure.ts';

/** Takes up the session this browser holds. Whose record cannot be loaded is nobody, and the page says why (specification §4). */
export async function restore(desk: AuthDesk): Promise<void> {
  try {
    set(desk, await adopt(desk, await desk.accounts()));
  } catch (error) {
    set(desk, { user: undefined, session: storedSession(desk.storage), error: toAuthFailure(error) });
  }
  set(desk, { loadingMessage: undefined });
}
