import type { Caller } from '#functions/http/caller.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { isDeep, quotaExceeded, quotaNamesOf, quotasOf } from '#functions/search-quotas.ts';
import { AccountErasedError, isStoreFailure, StoreError } from '#functions/store/errors.ts';
import type { Quota } from '#functions/store/quotas.ts';
import { unlessAborted, within } from '#functions/timing.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import type { Search } from '#shared/search.ts';
import type { SearchSettings } from './settings.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** A slot is free so long after its search's deadline, in milliseconds, whatever has happened to the search. */
const SLOT_MARGIN = 30_000;
/** Longest wait for the record of an account, in milliseconds. */
const LONGEST_LOOK = 500;

/** A search that may run. Neither method fails; what is not done when the signal is aborted is left undone. */
export interface Admission {
  /** Frees the search's slots among those the person runs at once. */
  release(signal: AbortSignal): Promise<void>;
  /** Instead, when the search could not start after all: it is not counted either. */
  undo(signal: AbortSignal): Promise<void>;
}

interface AdmitOptions {
  search: Search;
  caller: Caller;
  /** When the account was first seen; undefined for an anonymous caller. */
  accountSince: Promise<string> | undefined;
  /** Bounds what this instance lets through uncounted. */
  passes: UncountedPasses;
  /** Notes what this instance has found used up. */
  full: FullQuotas;
  /** Aborted with a TimeoutError when it is time to go on without an answer from the database. */
  signal: AbortSignal;
}

/** At most this many uncounted searches of signed-in people per minute per instance. */
const MOST_UNCOUNTED = 5;

/** The searches that one instance has let through uncounted. */
export class UncountedPasses {
  #times: readonly number[] = [];

  /** @param now in milliseconds since 1970 */
  take(now: number): boolean {
    this.#times = this.#times.filter((time) => time > now - MINUTE);
    if (this.#times.length >= MOST_UNCOUNTED) return false;
    this.#times = [...this.#times, now];
    return true;
  }
}

/** How long a quota counts as used up without being asked, in milliseconds: a search that could not begin gives its count back. */
const FULL_STAYS = 10_000;
/** At most this many quotas are remembered; all are forgotten when there are more. */
const MOST_FULL = 10_000;

/** The quotas that one instance has just found used up. */
export class FullQuotas {
  readonly #found = new Map<string, { quota: Quota; until: number }>();

  /** @param now in milliseconds since 1970 */
  note(quota: Quota, now: number): void {
    if (this.#found.size >= MOST_FULL) this.#found.clear();
    this.#found.set(quota.name, { quota, until: now + FULL_STAYS });
  }

  find(names: readonly string[], now: number): Quota | undefined {
    const found = names.map((name) => this.#found.get(name));
    return found.find((one) => one !== undefined && one.until > now)?.quota;
  }
}

/**
 * Refuses what would be refused anyway before anything is written: a claim costs a write unit for each kB of the message, and again when it is
 * withdrawn, which somebody over their limit could have us pay without end. A repeat of a search that has begun goes on.
 * @throws HttpProblem 429
 */
export async function refuseKnownFull(
  options: Pick<AdmitOptions, 'search' | 'caller' | 'full' | 'signal'>,
  { clock, searchLog }: SearchSettings,
): Promise<void> {
  const { search, caller, full, signal } = options;
  const now = clock();
  const quota = full.find(quotaNamesOf(search, caller, now), now);
  if (quota === undefined) return;
  const { searchId } = search;
  const read = unlessAborted(signal, searchLog.read({ searchId, signal }));
  // What cannot be read is for the claim to find out.
  const known = await read.catch(() => ({ refusal: undefined }));
  if (known === undefined || known.refusal !== undefined) throw quotaExceeded(quota, search, now);
}

/**
 * Takes one of the slots for the searches a person runs at once, and counts the search against the day's quotas (docs/behaviour.md#quotas).
 * A search that cannot be counted is refused: an owner's money is not spent uncounted. Only a database that cannot be reached lets a few
 * standard searches of signed-in people through.
 * @throws HttpProblem 429 that says when there is room again, 503 when counting fails; AccountErasedError.
 */
export async function admitSearch(options: AdmitOptions, deps: SearchSettings): Promise<Admission> {
  const release = (signal: AbortSignal) => releaseSlots(slotsOf(options.caller), options, signal, deps);
  await refuseErased(options, deps);
  try {
    await takeSlots(options, deps);
    return await count(options, deps, release);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    deps.log('a search could not be counted', error);
    const passed = passesUncounted(error, options, deps);
    // A slot may have been taken though the answer never came.
    if (passed) return { release, undo: release };
    await release(options.signal);
    throw new HttpProblem('unavailable', {
      message:
        'Your search could not be counted just now, so it was not started. Please try again in a moment.',
      headers: { 'retry-after': '5' },
      cause: error,
    });
  }
}

/**
 * Nothing is stored for an account that was erased. Its record was asked for before the search was claimed, so the answer is there as a rule;
 * a record that does not come holds up no search. @throws AccountErasedError
 */
async function refuseErased({ accountSince }: AdmitOptions, { delay }: SearchSettings): Promise<void> {
  const looked = accountSince?.then(
    () => undefined,
    (error: unknown) => (error instanceof AccountErasedError ? error : undefined),
  );
  const erased = looked && (await within(LONGEST_LOOK, looked, delay));
  if (erased !== undefined) throw erased;
}

function passesUncounted(error: unknown, { search, passes }: AdmitOptions, deps: SearchSettings): boolean {
  const { userId } = search;
  const deepResearch = isDeep(search);
  const { signedIn: own, newAccount, allNewAccounts, everybody } = deps.limits;
  const signedIn = userId !== ANONYMOUS_USER_ID;
  // What is not a StoreError here is the time limit's own.
  const isUnreached = !(error instanceof StoreError) || error.isUnreached;
  // Where none are allowed there is nothing to count.
  const mayPass =
    signedIn &&
    !deepResearch &&
    ![own, newAccount, allNewAccounts, everybody].some(({ standard }) => standard === 0);
  const passed = isUnreached && mayPass && passes.take(deps.clock());
  deps.measure({
    event: 'uncounted',
    outcome: passed ? 'passed' : 'refused',
    reason: isUnreached ? 'unreached' : 'failed',
    deepResearch,
    signedIn,
  });
  return passed;
}

/** Under which names a caller's searches hold slots: the account's, or the browser's and its address's. */
export const slotsOf = ({ person, browser }: Caller): string[] =>
  browser === undefined ? [person] : [browser, person];

async function releaseSlots(
  names: readonly string[],
  { search: { searchId } }: Pick<AdmitOptions, 'search'>,
  signal: AbortSignal,
  { slots, log }: SearchSettings,
): Promise<void> {
  await Promise.all(
    names.map((name) =>
      unlessAborted(signal, slots.release({ name, holder: searchId, signal })).catch((error) =>
        log('a slot could not be released', error),
      ),
    ),
  );
}

async function takeSlots(options: AdmitOptions, deps: SearchSettings): Promise<void> {
  const { caller, search, signal } = options;
  const { slots, limits, clock, deadline } = deps;
  const held = { holder: search.searchId, until: clock() + deadline + SLOT_MARGIN, signal };
  const taken: string[] = [];
  for (const name of slotsOf(caller)) {
    const isShared = taken.length > 0;
    const atOnce = isShared ? Math.max(limits.atOnce, limits.atOncePerAddress) : limits.atOnce;
    if (await unlessAborted(signal, slots.take({ name, atOnce, ...held }))) taken.push(name);
    else {
      await releaseSlots(taken, options, signal, deps);
      throw tooManyAtOnce(atOnce, isShared);
    }
  }
}

function tooManyAtOnce(atOnce: number, isShared: boolean): HttpProblem {
  return new HttpProblem('quota-exceeded', {
    message: isShared
      ? `${atOnce} searches are already running from your network. Try again in a moment, or sign in.`
      : `You already have ${atOnce} searches running. Wait for one to end, or stop it.`,
    headers: { 'retry-after': '10' },
  });
}

async function count(
  options: AdmitOptions,
  deps: SearchSettings,
  release: Admission['release'],
): Promise<Admission> {
  const { search, signal } = options;
  const now = deps.clock();
  const quotas = await quotasOf(options, now, deps.limits);
  const counted = await unlessAborted(
    signal,
    deps.quotas.take({ quotas, expiresAt: now + 2 * DAY, signal }),
  ).catch(async (error) => {
    if (!isStoreFailure(error)) await release(signal);
    throw error;
  });
  if (!counted.taken) {
    options.full.note(counted.full, now);
    await release(signal);
    throw quotaExceeded(counted.full, search, now);
  }
  const giveBack = (until: AbortSignal) =>
    unlessAborted(until, deps.quotas.giveBack({ quotas, signal: until })).catch((error) =>
      deps.log('a search that did not start is still counted', error),
    );
  return {
    release,
    undo: async (until) => {
      await Promise.all([release(until), giveBack(until)]);
    },
  };
}
