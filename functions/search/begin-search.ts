import { HttpProblem } from '#functions/http/problem.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import { admitSearch } from './admit-search.ts';
import { awaitBeginning } from './await-beginning.ts';
import type { Claim } from './claim-search.ts';
import { claimSearch, withdrawClaim } from './claim-search.ts';
import { conductSearch } from './conduct-search.ts';
import type { EventFeed } from './event-feed.ts';
import { createEventFeed } from './event-feed.ts';
import { expiryOf } from './expiry.ts';
import type { Keeping } from './keep-search.ts';
import { keepingOf } from './keep-search.ts';
import type { RunningSearches } from './running-searches.ts';
import type { SearchSettings } from './settings.ts';

/**
 * Nobody waits longer than this for a database that is down, in milliseconds: neither for all that precedes the first event together,
 * nor for undoing it when the search is refused.
 */
const LONGEST_WAIT = 2_000;

/**
 * Begins a search, unless it was begun before: the same message is one search however often and wherever it is sent.
 * @param person whom quotas are counted for.
 * @returns its events where it runs here; undefined where it was begun elsewhere, and is to be followed in the log.
 * @throws HttpProblem 404 when its chat was deleted, 409 when the message's id stands for something else, 429 over a limit.
 */
export async function beginSearch(
  search: Search,
  person: string,
  hand: RunningSearches,
  settings: SearchSettings,
): Promise<EventFeed | undefined> {
  const { searchId } = search;
  const known = hand.running.get(searchId) ?? hand.beginning.get(searchId);
  if (known !== undefined) {
    refuseOther(search, known.search);
    return known.feed;
  }
  // Noted before the first wait: of many repeats that reach this instance at once, one begins the search.
  const feed = claimAndRun(search, person, hand, settings).finally(() => hand.beginning.delete(searchId));
  hand.beginning.set(searchId, { search, feed });
  return feed;
}

async function claimAndRun(
  search: Search,
  person: string,
  hand: RunningSearches,
  settings: SearchSettings,
): Promise<EventFeed | undefined> {
  const expiresAt = expiryOf(search.userId, settings.clock());
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const { state, lease } = await claimSearch(search, { person, expiresAt, signal }, settings);
  if (state !== undefined) {
    refuseOther(search, state.search);
    const begun = await awaitBeginning(state, settings);
    // The other one withdrew: this one may begin it.
    return begun ? undefined : await claimAndRun(search, person, hand, settings);
  }
  try {
    return await run({ search, person, expiresAt, lease, signal }, hand, settings);
  } catch (reason) {
    if (lease) await withdrawClaim({ lease, reason, signal: AbortSignal.timeout(LONGEST_WAIT) }, settings);
    throw reason;
  }
}

interface ClaimedSearch {
  search: Search;
  person: string;
  expiresAt: number;
  lease: Claim['lease'];
  signal: AbortSignal;
}

async function run(
  { search, person, expiresAt, lease, signal }: ClaimedSearch,
  hand: RunningSearches,
  settings: SearchSettings,
): Promise<EventFeed> {
  const admission = await admitSearch({ search, person, signal }, settings);
  try {
    const opened = await settings.openProviders(search);
    const keeping = keepingOf(search, settings);
    refuseUnkept(await keeping.begin(signal));
    const feed = createEventFeed();
    const controller = new AbortController();
    const { leave } = admission;
    void conductSearch({ search, opened, keeping, leave, expiresAt, lease, feed, controller }, hand, settings)
      // Whatever it was: the search's readers are told by the end of their streams.
      .catch((error) => settings.log('search was left unfinished', error));
    return feed;
  } catch (error) {
    await admission.undo(AbortSignal.timeout(LONGEST_WAIT));
    throw error;
  }
}

/** Nothing is spent on an answer that has no place to go. @throws HttpProblem */
function refuseUnkept(begun: Awaited<ReturnType<Keeping['begin']>>): void {
  if (begun === 'conflict') throw new HttpProblem('conflict');
  if (begun === 'deleted')
    throw new HttpProblem('not-found', {
      message: 'This chat, or this message in it, has been deleted. Start a new chat to search.',
    });
}

/** The same id with another text or mode is no repeat. @throws HttpProblem 409 */
function refuseOther(search: Search, begun: Search): void {
  const same =
    begun.userId === search.userId &&
    begun.deepResearch === search.deepResearch &&
    begun.userMessage.content === search.userMessage.content;
  if (same) return;
  throw new HttpProblem('conflict', {
    message: 'This message id has been used for another request. Send it under a new one.',
  });
}
