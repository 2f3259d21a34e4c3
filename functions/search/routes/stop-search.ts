import type { Handler } from 'hono';
import { HttpProblem } from '#functions/http/problem.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import type { RunningSearches } from '../running-searches.ts';
import type { SearchSettings } from '../settings.ts';

/** `POST /api/searches/:searchId/stop`: ends the search's work and spending. */
export const stopSearch =
  (settings: SearchSettings, running: RunningSearches): Handler =>
  async (context) => {
    const identity = await settings.authenticate(context.req.raw.headers);
    const userId = identity?.userId ?? ANONYMOUS_USER_ID;
    if (!running.stop(context.req.param('searchId') ?? '', userId)) throw new HttpProblem('not-found');
    return context.json({ stopped: true });
  };
