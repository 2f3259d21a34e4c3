import type { Handler } from 'hono';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { followSearch } from '../follow-search.ts';
import { ownSearch } from '../own-search.ts';
import type { RunningSearches } from '../running-searches.ts';
import type { SearchSettings } from '../settings.ts';

/** `GET /api/searches/:searchId/events`: the events after `Last-Event-ID`, then live. */
export const followEvents =
  (settings: SearchSettings, searches: RunningSearches): Handler =>
  async (context) => {
    const { headers } = context.req.raw;
    const { searchId } = await ownSearch(
      { searchId: context.req.param('searchId'), headers },
      searches,
      settings,
    );
    const after = readEventId(headers.get('last-event-id') ?? '0');
    if (after > 0) await requireEvent({ searchId, id: after }, searches, settings);
    return eventStreamResponse(followSearch({ searchId, after }, searches, settings));
  };

/** @throws HttpProblem 404 for what is no number that an event can have. */
function readEventId(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new HttpProblem('not-found');
  return Number(text);
}

/** An event id that was never given is answered like a missing search. @throws HttpProblem 404 */
async function requireEvent(
  { searchId, id }: { searchId: string; id: number },
  { running }: RunningSearches,
  { searchLog }: SearchSettings,
): Promise<void> {
  const here = running.get(searchId);
  const known = here
    ? here.feed.length >= id
    : (await searchLog.list({ searchId, after: id - 1 })).length > 0;
  if (!known) throw new HttpProblem('not-found');
}
