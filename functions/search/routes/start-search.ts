import type { Handler } from 'hono';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { createFirstSight } from '#functions/http/first-sight.ts';
import { readJsonBody } from '#functions/http/json-body.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import { SearchRequest } from '#shared/api.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import { searchIdOf } from '#shared/search-id.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import { beginSearch } from '../begin-search.ts';
import { followSearch } from '../follow-search.ts';
import { personOf } from '../person-of.ts';
import type { RunningSearches } from '../running-searches.ts';
import type { SearchSettings } from '../settings.ts';

/** `POST /api/searches`: begins a search, or finds it begun, and streams its events. */
export function startSearch(settings: SearchSettings, searches: RunningSearches): Handler {
  const seeFirst = createFirstSight(settings.users);
  return async (context) => {
    const { headers } = context.req.raw;
    const identity = await settings.authenticate(headers);
    const request = await readJsonBody(context.req.raw, SearchRequest);
    // Beside the search, which is not held up by it.
    if (identity)
      void seeFirst(identity).catch((error) => settings.log('a record of a person was not made', error));
    const search = await toSearch(request, identity?.userId ?? ANONYMOUS_USER_ID, settings.clock());
    const feed = await beginSearch(search, personOf(identity, headers), searches, settings);
    const { searchId } = search;
    return eventStreamResponse(
      (left) => feed?.follow() ?? followSearch({ searchId, after: 0, left }, searches, settings),
    );
  };
}

async function toSearch(request: SearchRequest, userId: string, now: number): Promise<Search> {
  const { chatId, messageId, content, deepResearch } = request;
  return {
    searchId: await searchIdOf({ userId, chatId, messageId }),
    assistantMessageId: newId('msg', now),
    chatId,
    userId,
    deepResearch,
    userMessage: { id: messageId, chatId, userId, role: 'user', content, timestamp: toTimestamp(now) },
  };
}
