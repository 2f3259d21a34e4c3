import type { Handler } from 'hono';
import type { NumberedEvent } from '#functions/http/event-stream.ts';
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
    const isRead = after > 0 && (await isLast({ searchId, id: after }, searches, settings));
    return eventStreamResponse((left) =>
      isRead ? nothing() : followSearch({ searchId, after, left }, searches, settings),
    );
  };

async function* nothing(): AsyncGenerator<NumberedEvent, void, undefined> {
  yield* [];
}

/** @throws HttpProblem 404 for what is no number that an event can have. */
function readEventId(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new HttpProblem('not-found');
  return Number(text);
}

/**
 * Whether nothing follows on the event. An event id that was never given is answered like a missing search, and so is one that may have
 * been given to two events: an instance was killed, its readers had read what never reached the log, and who ended the search in its
 * place has logged an answer or an end under that number. Those readers begin again from the first event, and miss neither.
 * @throws HttpProblem 404
 */
async function isLast(
  { searchId, id }: { searchId: string; id: number },
  { running }: RunningSearches,
  { searchLog }: SearchSettings,
): Promise<boolean> {
  // The first is known with the search itself, written or not.
  if (id === 1) return false;
  const here = running.get(searchId);
  if (here !== undefined && here.feed.length >= id) return false;
  const [read] = here ? [] : await searchLog.list({ searchId, after: id - 1, limit: 1 });
  if (read === undefined) throw new HttpProblem('not-found');
  const { type } = read.event;
  if (type !== 'message' && type !== 'done') return false;
  // Seen after the event, before which the search was taken over.
  if ((await searchLog.read({ searchId }))?.wasTakenOver) throw new HttpProblem('not-found');
  return type === 'done';
}
