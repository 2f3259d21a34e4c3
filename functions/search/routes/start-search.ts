import type { Handler } from 'hono';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { readJsonBody } from '#functions/http/json-body.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import { SearchRequest } from '#shared/api.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import { conductSearch } from '../conduct-search.ts';
import { createEventFeed } from '../event-feed.ts';
import { keepNothing, keepSearch } from '../keep-search.ts';
import type { RunningSearches } from '../running-searches.ts';
import type { SearchSettings } from '../settings.ts';

/** `POST /api/searches`: starts a search and streams its events. */
export const startSearch =
  (settings: SearchSettings, running: RunningSearches): Handler =>
  async (context) => {
    const identity = await settings.authenticate(context.req.raw.headers);
    const request = await readJsonBody(context.req.raw, SearchRequest);
    const search = toSearch(request, identity?.userId ?? ANONYMOUS_USER_ID, settings.clock());
    const keeping = identity ? keepSearch(search, settings) : keepNothing;
    const opened = await settings.openProviders(search);
    if ((await keeping.begin()) === 'conflict') throw new HttpProblem('conflict');
    const feed = createEventFeed();
    conductSearch({ search, opened, keeping, feed }, running, settings).catch((error) =>
      settings.log('search was left unfinished', error),
    );
    return eventStreamResponse(feed.follow());
  };

function toSearch(request: SearchRequest, userId: string, now: number): Search {
  const { chatId, messageId, content, deepResearch } = request;
  return {
    searchId: newId('search', now),
    assistantMessageId: newId('msg', now),
    chatId,
    userId,
    deepResearch,
    userMessage: { id: messageId, chatId, userId, role: 'user', content, timestamp: toTimestamp(now) },
  };
}
