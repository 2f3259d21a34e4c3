import { HttpProblem } from '#functions/http/problem.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { Quota } from '#functions/store/ports/quotas.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import { isUnreachable } from './is-unreachable.ts';
import type { SearchSettings } from './settings.ts';
import { unlessAborted } from './unless-aborted.ts';

const DAY = 86_400_000;
/** Beyond a search's deadline, for saving and closing; a slot is free then whatever happened to its search. In milliseconds. */
const SLOT_MARGIN = 30_000;

/** A search that may run. Neither method fails; what is not done when the signal is aborted is left undone. */
export interface Admission {
  /** Frees its place among those running at once. */
  leave(signal: AbortSignal): Promise<void>;
  /** Instead, when it could not begin after all: it is not counted either. */
  undo(signal: AbortSignal): Promise<void>;
}

interface AdmitOptions {
  search: Search;
  /** Whom quotas are counted for. */
  person: string;
  /** Aborted with a TimeoutError when nobody is to wait any longer. */
  signal: AbortSignal;
}

/**
 * Counts the search against the day's limits and takes a place among those the person runs at once.
 * A database that is down or does not answer lets searches through: nobody is refused for what cannot be counted, and the number of
 * searches at once is bounded by the functions themselves.
 * @throws HttpProblem 429 that says when there is room again.
 */
export async function admitSearch(options: AdmitOptions, settings: SearchSettings): Promise<Admission> {
  const leave = leaving(options, settings);
  try {
    await takePlace(options, settings);
    return await count(options, settings, leave);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    settings.log('a search could not be counted', error);
    // The place may have been taken though the answer to that never came.
    return { leave, undo: leave };
  }
}

function leaving(
  { search: { searchId }, person }: AdmitOptions,
  { runningSlots, log }: SearchSettings,
): Admission['leave'] {
  return (signal) =>
    unlessAborted(signal, runningSlots.release({ person, searchId, signal })).catch((error) =>
      log('a place was not given back', error),
    );
}

async function takePlace({ search, person, signal }: AdmitOptions, settings: SearchSettings): Promise<void> {
  const { runningSlots, limits, clock, deadline } = settings;
  const place = { person, searchId: search.searchId, slots: limits.atOnce };
  const until = clock() + deadline + SLOT_MARGIN;
  if (await unlessAborted(signal, runningSlots.take({ ...place, until, signal }))) return;
  throw new HttpProblem('quota-exceeded', {
    message: `You already have ${limits.atOnce} searches running. Wait for one to end, or stop it.`,
    headers: { 'retry-after': '10' },
  });
}

async function count(
  { search, person, signal }: AdmitOptions,
  settings: SearchSettings,
  leave: Admission['leave'],
): Promise<Admission> {
  const now = settings.clock();
  const quotas = quotasOf(search, person, now, settings);
  const taking = settings.quotas.take({ quotas, expiresAt: now + 2 * DAY, signal });
  const counted = await unlessAborted(signal, taking).catch(async (error) => {
    if (!isUnreachable(error)) await leave(signal);
    throw error;
  });
  if (!counted.taken) {
    await leave(signal);
    throw quotaExceeded(counted.full, search, now);
  }
  const giveBack = (until: AbortSignal) =>
    unlessAborted(until, settings.quotas.giveBack({ quotas, signal: until })).catch((error) =>
      settings.log('a search was not taken off the count', error),
    );
  return {
    leave,
    undo: async (until) => {
      await Promise.all([leave(until), giveBack(until)]);
    },
  };
}

function quotasOf(
  { deepResearch, userId }: Search,
  person: string,
  now: number,
  { limits }: SearchSettings,
): Quota[] {
  const mode = deepResearch ? 'deep' : 'standard';
  const day = toTimestamp(now).slice(0, 10);
  const own = userId === ANONYMOUS_USER_ID ? limits.anonymous : limits.signedIn;
  const counted = [
    { name: `${mode}:${person}:${day}`, limit: own[mode] },
    { name: `${mode}:${EVERYBODY}:${day}`, limit: limits.everybody[mode] },
  ];
  return counted.flatMap(({ name, limit }) => (limit === undefined ? [] : [{ name, limit }]));
}

const EVERYBODY = 'everybody';

function quotaExceeded({ name, limit }: Quota, { deepResearch, userId }: Search, now: number): HttpProblem {
  const left = DAY - (now % DAY);
  const kind = deepResearch ? 'Deep Research searches' : 'searches';
  const whose = name.includes(`:${EVERYBODY}:`)
    ? `All ${limit} ${kind} of this site`
    : `All your ${limit} ${kind}`;
  const signIn =
    userId === ANONYMOUS_USER_ID && !name.includes(`:${EVERYBODY}:`) ? ' Sign in to get more.' : '';
  return new HttpProblem('quota-exceeded', {
    message: `${whose} for today are used up. The count starts again at 00:00 UTC, in ${describe(left)}.${signIn}`,
    headers: { 'retry-after': String(Math.ceil(left / 1_000)) },
  });
}

function describe(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  const hours = Math.round(minutes / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
