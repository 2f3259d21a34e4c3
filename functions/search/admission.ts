import type { Caller } from '#functions/http/caller.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { AccountErasedError, isStoreFailure, StoreError } from '#functions/store/errors.ts';
import type { Quota } from '#functions/store/quotas.ts';
import { releaseSlot } from '#functions/store/slots.ts';
import { unlessAborted, within } from '#functions/timing.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import type { Search } from '#shared/search.ts';
import { DAY } from '#shared/time.ts';
import type { SearchAppDeps } from './deps.ts';
import { isDeep, quotaExceeded, quotaName, quotaNamesOf, quotasOf } from './quotas.ts';

const MINUTE = 60_000;
/** How long after its search's deadline a slot expires by itself, in milliseconds. */
const SLOT_MARGIN = 30_000;
/** Longest wait for an account's record, in milliseconds. */
const ACCOUNT_LOOKUP_TIMEOUT = 500;

/** Longest wait for the slot of a search that is refused to be released, in milliseconds: its own time may be over. */
const RELEASE_TIMEOUT = 2_000;

/** A search that may run. Neither method rejects; anything unfinished when the signal is aborted is abandoned. */
export interface Admission {
  /** Releases the search's slots, so that the caller may run another search. */
  release(signal: AbortSignal): Promise<void>;
  /** Used instead of `release` when the search could not start: also takes it off the quotas. */
  undo(signal: AbortSignal): Promise<void>;
}

interface AdmitOptions {
  search: Search;
  caller: Caller;
  /** When the account was first seen; undefined for an anonymous caller. */
  accountSince: Promise<string> | undefined;
  /** Aborted with a TimeoutError when it is time to go on without the database. */
  signal: AbortSignal;
}

/** The most uncounted searches of signed-in people that one instance allows per minute. */
const MAX_UNCOUNTED_PER_MINUTE = 5;

/** Rate limit for the searches that one instance allows uncounted. */
export class UncountedPasses {
  #times: readonly number[] = [];

  /** @param now in milliseconds since 1970 */
  take(now: number): boolean {
    this.#times = this.#times.filter((time) => time > now - MINUTE);
    if (this.#times.length >= MAX_UNCOUNTED_PER_MINUTE) return false;
    this.#times = [...this.#times, now];
    return true;
  }
}

/** How long a quota is assumed to stay used up, in milliseconds. Short, since a search that fails to start gives its count back. */
const FULL_QUOTA_LIFETIME = 10_000;
/** The most quotas to remember. When there would be more, all are forgotten. */
const MAX_FULL_QUOTAS = 10_000;

/** The quotas that one instance has recently found used up. */
export class FullQuotas {
  readonly #found = new Map<string, { quota: Quota; until: number }>();

  /** @param name what to find it by @param now in milliseconds since 1970 */
  note(name: string, quota: Quota, now: number): void {
    if (this.#found.size >= MAX_FULL_QUOTAS) this.#found.clear();
    this.#found.set(name, { quota, until: now + FULL_QUOTA_LIFETIME });
  }

  find(names: readonly string[], now: number): Quota | undefined {
    const found = names.map((name) => this.#found.get(name));
    return found.find((one) => one !== undefined && one.until > now)?.quota;
  }
}

/** What one instance remembers from one admission to the next. */
export interface AdmissionMemory {
  /** Limits how many uncounted searches this instance allows. */
  passes: UncountedPasses;
  /** The quotas this instance has found used up. */
  full: FullQuotas;
}

/**
 * Refuses a search that would be refused anyway, before anything is written. Claiming costs one write unit per kB of the message, and
 * withdrawing the claim as much again; a caller over their limit could otherwise run up that cost endlessly. A repeat of a search that has
 * started is let through.
 * @throws HttpProblem 429
 */
export async function refuseIfKnownFull(
  { search, caller, signal }: Omit<AdmitOptions, 'accountSince'>,
  { full }: AdmissionMemory,
  { clock, searchLog }: SearchAppDeps,
): Promise<void> {
  const now = clock();
  const quota = full.find(quotaNamesOf(search, caller, now), now);
  if (quota === undefined) return;
  const { searchId } = search;
  const read = unlessAborted(signal, searchLog.read({ searchId, signal }));
  // If the log cannot be read, let the claim decide.
  const known = await read.catch(() => ({ refusal: undefined }));
  if (known === undefined || known.refusal !== undefined) throw quotaExceeded(quota, search, now);
}

/**
 * Takes a slot, which limits how many searches a caller runs at once, and counts the search against the day's quotas
 * (docs/behaviour.md#quotas). A search that cannot be counted is refused, since it spends the operator's money. The exception: while the
 * database cannot be reached, a few standard searches of signed-in people are allowed uncounted.
 * @throws HttpProblem 429 that says when to try again, 503 when counting fails; AccountErasedError.
 */
export async function admitSearch(
  options: AdmitOptions,
  memory: AdmissionMemory,
  deps: SearchAppDeps,
): Promise<Admission> {
  const release = (signal: AbortSignal) => releaseSlots(slotsOf(options.caller), options, signal, deps);
  await refuseErased(options, deps);
  try {
    await takeSlots(options, deps);
    return await countSearch({ ...options, release }, memory, deps);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    deps.log('a search could not be counted', error);
    const passed = allowUncounted(error, options, memory, deps);
    // A slot may have been taken even though the response was lost.
    if (passed) return { release, undo: release };
    await release(AbortSignal.timeout(RELEASE_TIMEOUT));
    throw new HttpProblem('unavailable', {
      message:
        'Your search could not be counted just now, so it was not started. Please try again in a moment.',
      headers: { 'retry-after': '5' },
      cause: error,
    });
  }
}

/**
 * Nothing may be stored for an erased account. The record was requested before the search was claimed and has usually arrived by now; a
 * slow or failed read does not hold up the search. @throws AccountErasedError
 */
async function refuseErased({ accountSince }: AdmitOptions, { delay }: SearchAppDeps): Promise<void> {
  const erasureCheck = accountSince?.then(
    () => undefined,
    (error: unknown) => (error instanceof AccountErasedError ? error : undefined),
  );
  const erased = erasureCheck && (await within(ACCOUNT_LOOKUP_TIMEOUT, erasureCheck, delay));
  if (erased !== undefined) throw erased;
}

function allowUncounted(
  error: unknown,
  { search }: AdmitOptions,
  { passes }: AdmissionMemory,
  deps: SearchAppDeps,
): boolean {
  const { userId } = search;
  const deepResearch = isDeep(search);
  const { signedIn: own, newAccount, allNewAccounts, everybody } = deps.limits;
  const signedIn = userId !== ANONYMOUS_USER_ID;
  // A failure that is not a StoreError is our own time limit.
  const isUnreached = !(error instanceof StoreError) || error.isUnreached;
  // With a limit of 0 no search is allowed, counted or not.
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

/** The names under which a caller's searches take slots: the account, or else the browser and its address. */
export const slotsOf = ({ person, browser }: Caller): string[] =>
  browser === undefined ? [person] : [browser, person];

async function releaseSlots(
  names: readonly string[],
  { search: { searchId } }: Pick<AdmitOptions, 'search'>,
  signal: AbortSignal,
  deps: SearchAppDeps,
): Promise<void> {
  await Promise.all(names.map((name) => releaseSlot({ name, holder: searchId, signal }, deps)));
}

async function takeSlots(options: AdmitOptions, deps: SearchAppDeps): Promise<void> {
  const { caller, search, signal } = options;
  const { slots, limits, clock, deadline } = deps;
  const held = { holder: search.searchId, until: clock() + deadline + SLOT_MARGIN, signal };
  const taken: string[] = [];
  for (const name of slotsOf(caller)) {
    const isPerAddress = taken.length > 0;
    const atOnce = isPerAddress ? Math.max(limits.atOnce, limits.atOncePerAddress) : limits.atOnce;
    if (await unlessAborted(signal, slots.take({ name, atOnce, ...held }))) taken.push(name);
    else {
      await releaseSlots(taken, options, signal, deps);
      throw tooManyAtOnce(atOnce, isPerAddress);
    }
  }
}

function tooManyAtOnce(atOnce: number, isPerAddress: boolean): HttpProblem {
  const [searches, are, one] = atOnce === 1 ? ['1 search', 'is', 'it'] : [`${atOnce} searches`, 'are', 'one'];
  return new HttpProblem('quota-exceeded', {
    message: isPerAddress
      ? `${searches} ${are} already running from your network. Try again in a moment, or sign in.`
      : `You already have ${searches} running. Wait for ${one} to end, or stop it.`,
    headers: { 'retry-after': '10' },
  });
}

async function countSearch(
  options: AdmitOptions & Pick<Admission, 'release'>,
  memory: AdmissionMemory,
  deps: SearchAppDeps,
): Promise<Admission> {
  const { search, caller, signal, release } = options;
  const now = deps.clock();
  const quotas = await quotasOf(options, now, deps.limits).catch(async (error) => {
    // An account whose record arrives only now may turn out to be erased.
    if (!isStoreFailure(error)) await release(signal);
    throw error;
  });
  const counted = await unlessAborted(signal, deps.quotas.take({ quotas, expiresAt: now + 2 * DAY, signal }));
  if (!counted.taken) {
    const { full } = counted;
    // Each account finds the quota that all new ones share under a name of its own: its age is not known before the search is claimed.
    const name = full.isFirstDay ? quotaName(search, caller.person, now) : full.name;
    memory.full.note(name, full, now);
    await release(signal);
    throw quotaExceeded(full, search, now);
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
