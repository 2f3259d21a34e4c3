import type { Context, Handler } from 'hono';
import { Hono } from 'hono/tiny';
import * as v from 'valibot';
import { callerOf } from '#functions/http/caller.ts';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { readJsonBody } from '#functions/http/json-body.ts';
import { createUserEnsurer } from '#functions/http/owner.ts';
import { allowOnly, HttpProblem, handleError, handleNotFound, refuseHead } from '#functions/http/problem.ts';
import { SuppressionList } from '#functions/store/suppressed.ts';
import { ANONYMOUS_USER_ID, questionMetadata } from '#shared/chat.ts';
import type { Health } from '#shared/health.ts';
import { newId, SearchId, searchIdOf } from '#shared/ids.ts';
import { BRIEF_STREAM, type NumberedEvent, type Search } from '#shared/search.ts';
import { SearchRequest, type SearchTask } from '#shared/search-request.ts';
import { toTimestamp } from '#shared/time.ts';
import { FullQuotas, UncountedPasses } from './admission.ts';
import type { SearchAppDeps } from './deps.ts';
import { followLog } from './follow.ts';
import { type ReadingOptions, readingResponse } from './reading.ts';
import type { SearchRuns } from './run.ts';
import { startSearch } from './start.ts';

/**
 * The search function: starts, follows and stops searches (docs/behaviour.md#http-contract). The same app answers in Lambda and in the
 * local stack.
 */
export function createSearchApp(deps: SearchAppDeps): Hono {
  const runs: SearchRuns = {
    starting: new Map(),
    running: new Map(),
    passes: new UncountedPasses(),
    full: new FullQuotas(),
    suppression: new SuppressionList(deps),
  };
  const app = new Hono();
  app.onError(handleError);
  app.notFound(handleNotFound);
  app.get('/api/health', health(deps)).all(allowOnly('GET'));
  app.post('/api/searches', start(runs, deps)).all(allowOnly('POST'));
  app.get('/api/searches/:searchId/events', follow(runs, deps)).all(allowOnly('GET'));
  app.post('/api/searches/:searchId/stop', stop(runs, deps)).all(allowOnly('POST'));
  app.delete('/api/searches/:searchId', forget(runs, deps)).all(allowOnly('DELETE'));
  return app;
}

const health =
  ({ version, providersMode: providers, configuredProviders: configured }: SearchAppDeps): Handler =>
  (context) => {
    const body: Health = { status: 'ok', version, providers, configured };
    return context.json(body, 200, { 'cache-control': 'no-store' });
  };

/** Starts a search, or joins it if it has already started, and streams its events. */
function start(runs: SearchRuns, deps: SearchAppDeps): Handler {
  const ensureRecord = createUserEnsurer(deps.users, deps.clock);
  return async (context) => {
    const { headers } = context.req.raw;
    const identity = await identify(headers, deps);
    const request = await readJsonBody(context.req.raw, SearchRequest);
    validateBasis(request);
    // Runs in parallel with claiming the search; admission waits for it.
    const accountSince = identity && ensureRecord(identity);
    void accountSince?.catch((error) => deps.log("a person's record could not be created", error));
    const search = await toSearch(request, identity?.userId ?? ANONYMOUS_USER_ID, deps.clock());
    const caller = callerOf(identity, headers);
    const begun = await startSearch({ search, plan: request, caller, accountSince }, runs, deps);
    if (begun !== undefined) return eventStreamResponse(() => begun.feed.follow());
    return followAnywhere({ searchId: search.searchId, after: 0, caller }, runs, deps);
  };
}

/**
 * Identifies the caller. Undefined for an anonymous caller, if anonymous searches are allowed.
 * @throws HttpProblem 401 for an anonymous caller if they are not, and for an invalid token
 */
async function identify(headers: Headers, { authenticate, anonymous }: SearchAppDeps) {
  const identity = await authenticate(headers);
  if (identity !== undefined || anonymous) return identity;
  throw new HttpProblem('unauthorised', {
    message: 'Only people with an account can search here. Please sign in.',
  });
}

/**
 * The tasks "more" and "verify" need the answer they continue. "verify" accepts only a person from that answer, and only "more" accepts
 * examples.
 * @throws HttpProblem 400
 */
function validateBasis({ task, basis }: SearchRequest): void {
  if (basis?.examples !== undefined && task?.kind !== 'more')
    throw new HttpProblem('bad-request', {
      message: 'The field "basis.examples" is for the task "more" only.',
    });
  if (task?.kind !== 'more' && task?.kind !== 'verify') return;
  if (basis === undefined)
    throw new HttpProblem('bad-request', {
      message: `The field "basis" is missing: the task "${task.kind}" goes on from an answer.`,
    });
  if (task.kind === 'verify' && !basis.people.some(({ url }) => url === task.url))
    throw new HttpProblem('bad-request', {
      message: 'The field "task.url" must be of somebody among "basis.people".',
    });
}

/** A SHA-256 in hex. The schema's output always has the fields in the same order, whatever order they were sent in. */
async function digestOfTask(task: SearchTask): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(task)));
  return Buffer.from(digest).toString('hex');
}

async function toSearch(request: SearchRequest, userId: string, now: number): Promise<Search> {
  const { chatId, messageId, content, deepResearch, task } = request;
  return {
    searchId: await searchIdOf({ userId, chatId, messageId }),
    assistantMessageId: newId('msg', now),
    chatId,
    userId,
    deepResearch,
    ...(task && { taskDigest: await digestOfTask(task) }),
    userMessage: {
      id: messageId,
      chatId,
      userId,
      role: 'user',
      content,
      timestamp: toTimestamp(now),
      ...questionMetadata(request),
    },
  };
}

/** Streams the events after the one named by the `last-event-id` header, then new events as they are published. */
const follow =
  (runs: SearchRuns, deps: SearchAppDeps): Handler =>
  async (context) => {
    refuseHead(context);
    const { searchId, caller } = await readOwnSearch(context, runs, deps);
    const { headers } = context.req.raw;
    const after = readEventId(headers.get('last-event-id') ?? '0');
    const hasReadAll = after > 0 && (await isLast({ searchId, id: after }, runs, deps));
    if (hasReadAll) return eventStreamResponse(noEvents);
    const isBrief = headers.get('prefer') === BRIEF_STREAM;
    return followAnywhere({ searchId, after, caller, isBrief }, runs, deps);
  };

/** Reads from memory if the search runs on this instance, from the log otherwise. */
async function followAnywhere(
  { after, ...reader }: Pick<ReadingOptions, 'searchId' | 'caller' | 'isBrief'> & { after: number },
  { running }: SearchRuns,
  deps: SearchAppDeps,
): Promise<Response> {
  const run = running.get(reader.searchId);
  const open = (disconnected: AbortSignal) =>
    run?.feed.follow(after) ?? followLog({ searchId: reader.searchId, after, disconnected }, deps);
  return await readingResponse({ ...reader, isLocal: run !== undefined, open }, deps);
}

async function* noEvents(): AsyncGenerator<NumberedEvent, void, undefined> {
  yield* [];
}

/** Ends the search's work and spending, on whichever instance it runs. Idempotent. */
const stop =
  (runs: SearchRuns, deps: SearchAppDeps): Handler =>
  async (context) => {
    const { searchId } = await readOwnSearch(context, runs, deps);
    const run = runs.running.get(searchId);
    if (run) run.stop();
    else await deps.searchLog.requestStop({ searchId });
    return context.json({ stopped: true });
  };

/** Deletes the search's log. A running search, on whichever instance, is stopped, and its log deleted once it has ended. Idempotent. */
const forget =
  (runs: SearchRuns, deps: SearchAppDeps): Handler =>
  async (context) => {
    const { searchId } = await readOwnSearch(context, runs, deps);
    await deps.searchLog.forget({ searchId });
    runs.running.get(searchId)?.stop();
    return context.json({ deleted: true });
  };

/**
 * The search id from the URL, and the caller, who must own that search. Anyone who has the unguessable id of an anonymous search owns it.
 * @throws HttpProblem 404, identical for another person's search, a missing search and an invalid id.
 */
async function readOwnSearch(context: Context, runs: SearchRuns, deps: SearchAppDeps) {
  const { headers } = context.req.raw;
  const identity = await identify(headers, deps);
  const searchId = context.req.param('searchId');
  if (!v.is(SearchId, searchId)) throw new HttpProblem('not-found');
  const known = runs.running.get(searchId) ?? (await deps.searchLog.read({ searchId }));
  const owners = [ANONYMOUS_USER_ID, identity?.userId];
  if (known === undefined || 'refusal' in known || !owners.includes(known.search.userId))
    throw new HttpProblem('not-found');
  return { searchId, caller: callerOf(identity, headers) };
}

/** @throws HttpProblem 404 for anything that cannot be an event number. */
function readEventId(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new HttpProblem('not-found');
  return Number(text);
}

/**
 * Whether this is the search's last event.
 * @throws HttpProblem 404, as for a missing search, for an event id that was never assigned, and for one that may have been assigned
 * twice: an instance was killed after its readers had seen an event that never reached the log, and the instance that took the search over
 * logged its answer or its end under the same number. Those readers start again from the first event, so that they miss neither.
 */
async function isLast(
  { searchId, id }: { searchId: string; id: number },
  { running }: SearchRuns,
  { searchLog }: SearchAppDeps,
): Promise<boolean> {
  // Event 1 follows from the search itself, so it exists even before it is written.
  if (id === 1) return false;
  const run = running.get(searchId);
  if (run !== undefined && run.feed.length >= id) return false;
  const [read] = run ? [] : await searchLog.list({ searchId, after: id - 1, limit: 1 });
  if (read === undefined) throw new HttpProblem('not-found');
  const { type } = read.event;
  if (type !== 'message' && type !== 'done') return false;
  // Read after the event, so that a takeover that logged it is visible here.
  if ((await searchLog.read({ searchId }))?.wasTakenOver) throw new HttpProblem('not-found');
  return type === 'done';
}
