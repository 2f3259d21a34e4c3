import { HttpProblem } from '#functions/http/problem.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { Quota } from '#functions/store/ports/quotas.ts';
import { StoreError } from '#functions/store/ports/store-error.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { SearchSettings } from './settings.ts';

const DAY = 86_400_000;
/** Beyond a search's deadline, for saving and closing; a slot is free then whatever happened to its search. In milliseconds. */
const SLOT_MARGIN = 30_000;

/** A search that may run; `leave` frees its place among those running at once. */
export interface Admission {
  leave(): Promise<void>;
}

const uncounted: Admission = { leave: async () => undefined };

/**
 * Counts the search against the day's limits and takes a place among those the person runs at once.
 * A database that is down lets searches through: nobody is refused for what cannot be counted, and the number of searches at once
 * is bounded by the functions themselves.
 * @throws HttpProblem 429 that says when there is room again.
 */
export async function admitSearch(
  search: Search,
  person: string,
  settings: SearchSettings,
): Promise<Admission> {
  try {
    return await takePlace(search, person, settings);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    settings.log('a search could not be counted', error);
    return uncounted;
  }
}

async function takePlace(search: Search, person: string, settings: SearchSettings): Promise<Admission> {
  const { runningSlots, quotas, limits, clock, deadline } = settings;
  const now = clock();
  const { searchId } = search;
  const until = now + deadline + SLOT_MARGIN;
  if (!(await runningSlots.take({ person, searchId, slots: limits.atOnce, until })))
    throw new HttpProblem('quota-exceeded', {
      message: `You already have ${limits.atOnce} searches running. Wait for one to end, or stop it.`,
      headers: { 'retry-after': '10' },
    });
  const leave = () =>
    runningSlots
      .release({ person, searchId })
      .catch((error) => settings.log('a place was not given back', error));
  const counted = await quotas.take({
    quotas: quotasOf(search, person, now, settings),
    expiresAt: now + 2 * DAY,
  });
  if (counted.taken) return { leave };
  await leave();
  throw quotaExceeded(counted.full, search, now);
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
