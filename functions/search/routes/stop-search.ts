import type { Handler } from 'hono';
import { ownSearch } from '../own-search.ts';
import type { RunningSearches } from '../running-searches.ts';
import { stopRunning } from '../running-searches.ts';
import type { SearchSettings } from '../settings.ts';

/** `POST /api/searches/:searchId/stop`: ends the server's work and spending, on whichever instance it runs. Safe to repeat. */
export const stopSearch =
  (settings: SearchSettings, searches: RunningSearches): Handler =>
  async (context) => {
    const { headers } = context.req.raw;
    const { searchId } = await ownSearch(
      { searchId: context.req.param('searchId'), headers },
      searches,
      settings,
    );
    const here = searches.running.get(searchId);
    if (here) stopRunning(here);
    else await settings.searchLog.requestStop({ searchId });
    return context.json({ stopped: true });
  };
