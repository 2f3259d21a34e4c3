import { HttpProblem } from '#functions/http/problem.ts';
import { failedEvent, interruptedAnswer } from '#functions/pipeline/answer.ts';
import { isStoreFailure, NumberTakenError, StoreError } from '#functions/store/errors.ts';
import type { ClaimedState, Refusal, SearchState } from '#functions/store/search-item.ts';
import { releaseSlot } from '#functions/store/slots.ts';
import { HTTP_ERRORS, type HttpErrorCode } from '#shared/http-errors.ts';
import { newId } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import type { NumberedEvent, Search, SearchEvent } from '#shared/search.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import type { SearchAppDeps } from './deps.ts';
import { LEASE_DURATION } from './lease.ts';
import { createSaver } from './saver.ts';

/*
 * Searches that run on another instance, seen through the log that lease.ts describes: waiting for such a search to start, following its
 * events, and, if its instance has died, taking it over to end it.
 */

/** Pause between checks whether a search has started, in milliseconds. Starting usually takes some tens of milliseconds. */
const START_PAUSE = 50;
/** Number of checks before giving up: a search that takes longer to start is followed all the same. */
const MAX_START_CHECKS = 100;
/** Timeout for one check, in milliseconds. */
const START_CHECK_TIMEOUT = 2_000;
/** Pause between polls for new events, in milliseconds. It grows while there are none, and is reset by each event. */
const POLL_PAUSE = { min: 300, max: 1_500, growth: 1.5 };
/** After more consecutive failures than this the stream is cut, and the page reconnects. */
const MAX_FAILURES = 20;
/** Attempts to log a search's end while its former instance, which turns out to be alive, keeps writing events. */
const MAX_END_ROUNDS = 5;

/**
 * Waits until a search claimed by another instance has started, so that a repeat gets the same response as the first request.
 * @returns false if the claim was withdrawn without a reason.
 * @throws HttpProblem if the search was refused there: the same problem.
 */
export async function awaitStart(claimed: ClaimedState, { searchLog, clock, delay, log }: SearchAppDeps) {
  const { searchId } = claimed.search;
  const isOver = (state: SearchState) => state.status === 'ended' || state.leaseUntil < clock();
  try {
    let state: SearchState | undefined = claimed;
    for (let check = 1; state !== undefined; check += 1) {
      const signal = AbortSignal.timeout(START_CHECK_TIMEOUT);
      if (state.refusal) throw toProblem(state.refusal);
      if (check > MAX_START_CHECKS || isOver(state)) return true;
      const events = await searchLog.list({ searchId, after: 0, limit: 1, signal });
      if (events.length > 0) return true;
      await delay(START_PAUSE, new AbortController().signal);
      state = await searchLog.read({ searchId, signal: AbortSignal.timeout(START_CHECK_TIMEOUT) });
    }
    return false;
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    log('checking whether a search has started elsewhere failed', error);
    return true;
  }
}

function toProblem({ code, message, headers }: Refusal): HttpProblem {
  return new HttpProblem(isKnown(code) ? code : 'unavailable', { message, headers });
}

const isKnown = (code: string): code is HttpErrorCode => code in HTTP_ERRORS;

interface FollowOptions {
  searchId: string;
  /** Number of the last event that the reader has. */
  after: number;
  /** Aborted when the reader disconnects: polling stops. */
  disconnected: AbortSignal;
}

/**
 * The events in the log after number `after`, then new ones as they are logged, up to `done`. Takes over and ends a search whose instance
 * has died, and tolerates short database outages.
 */
export async function* followLog({ searchId, after, disconnected }: FollowOptions, deps: SearchAppDeps) {
  let last = after;
  let failures = 0;
  let pause = POLL_PAUSE.min;
  try {
    for (;;) {
      const newEvents = await readNewEvents({ searchId, after: last, disconnected }, deps).catch(
        (error: unknown) => {
          failures += 1;
          if (!(error instanceof StoreError) || failures > MAX_FAILURES) throw error;
          deps.log('the events of a search could not be read', error);
          return [];
        },
      );
      for (const event of newEvents) {
        yield event;
        last = event.id;
        if (event.event.type === 'done') return;
      }
      if (newEvents.length > 0) {
        failures = 0;
        pause = POLL_PAUSE.min;
        continue;
      }
      await deps.delay(pause, disconnected);
      pause = Math.min(POLL_PAUSE.max, pause * POLL_PAUSE.growth);
    }
  } catch (error) {
    if (!disconnected.aborted) throw error;
  }
}

/** The events in the log after that number. If there are none, checks whether the search is still alive. */
async function readNewEvents({ searchId, after, disconnected: signal }: FollowOptions, deps: SearchAppDeps) {
  const events = await deps.searchLog.list({ searchId, after, signal });
  if (events.length > 0) return events;
  const state = await deps.searchLog.read({ searchId, signal });
  // Withdrawn or expired while it was being followed.
  if (state === undefined || state.refusal !== undefined)
    return [{ id: after + 1, event: failedEvent(state?.refusal) }];
  if (state.leaseUntil < deps.clock()) await takeOver(state, deps);
  return events;
}

/**
 * Ends a search whose lease has expired: saves the results so far as the answer, and releases the slots. If several instances notice at
 * once, only one gets the lease.
 */
async function takeOver(state: ClaimedState, deps: SearchAppDeps): Promise<void> {
  const { searchLog, clock } = deps;
  const { search, status, slots: held = [] } = state;
  const { searchId } = search;
  const now = clock();
  const holder = newId('search');
  const lease = { searchId, holder, leaseUntil: now + LEASE_DURATION };
  if (status === 'running' && !(await searchLog.takeOver({ ...lease, now }))) return;
  for (let round = 1; !(await logEnd(state, deps)); round += 1)
    if (round === MAX_END_ROUNDS) throw new StoreError('Failed to log the search');
  await searchLog.end({ searchId, holder });
  for (const name of held) await releaseSlot({ name, holder: searchId }, deps);
}

/** Saves and logs how the search ends. False if another instance has logged further events in the meantime. */
async function logEnd({ search, expiresAt }: ClaimedState, deps: SearchAppDeps): Promise<boolean> {
  const { searchLog, clock } = deps;
  const { searchId } = search;
  const logged = (await searchLog.list({ searchId, after: 0 })).map(({ event }) => event);
  const loggedAnswer = logged.find((event) => event.type === 'message')?.data;
  const answerMade = loggedAnswer ?? interruptedAnswer(search, logged, clock());
  // Even a logged answer may not have been saved before its instance died. Saving it again is idempotent.
  const inChat = logged.some((event) => event.type === 'done')
    ? answerMade
    : await createSaver(search, deps).saveAnswer(answerMade, new AbortController().signal);
  // Conversely, a saved answer may not have reached the log; it takes precedence over the one made here.
  const answer = loggedAnswer ?? inChat ?? answerMade;
  const isSaved = inChat?.content === answer.content;
  const missing = missingEvents(search, logged, { answer, isSaved });
  const events = missing.map((event, index): NumberedEvent => ({ id: logged.length + index + 1, event }));
  try {
    await searchLog.append({ searchId, events, expiresAt });
    return true;
  } catch (error) {
    if (error instanceof NumberTakenError) return false;
    throw error;
  }
}

/** The final events that an incomplete log lacks. */
function missingEvents(
  search: Search,
  logged: readonly SearchEvent[],
  { answer, isSaved }: { answer: Message; isSaved: boolean },
): SearchEvent[] {
  const done = { outcome: answer.metadata?.outcome ?? 'stopped', ...(!isSaved && { error: NOT_SAVED }) };
  const { searchId, chatId, userMessage } = search;
  const has = (type: SearchEvent['type']) => logged.some((event) => event.type === type);
  return [
    ...(has('run') ? [] : [{ type: 'run', data: { searchId, chatId, userMessage } } as const]),
    ...(has('message') ? [] : [{ type: 'message', data: answer } as const]),
    ...(has('done') ? [] : [{ type: 'done', data: done } as const]),
  ];
}
