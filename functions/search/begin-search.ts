import { HttpProblem } from '#functions/http/problem.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { SearchState } from '#functions/store/ports/search-log.ts';
import { StoreError } from '#functions/store/ports/store-error.ts';
import { newId } from '#shared/ids.ts';
import { admitSearch } from './admit-search.ts';
import { conductSearch } from './conduct-search.ts';
import type { EventFeed } from './event-feed.ts';
import { createEventFeed } from './event-feed.ts';
import { expiryOf } from './expiry.ts';
import { LEASE } from './hold-lease.ts';
import { keepingOf } from './keep-search.ts';
import type { RunningSearches } from './running-searches.ts';
import type { SearchSettings } from './settings.ts';

/** Nobody waits longer than this for a database that is down, in milliseconds. */
const LONGEST_CLAIM = 2_000;

/**
 * Begins a search, unless it was begun before: the same message is one search however often and wherever it is sent.
 * @param person whom quotas are counted for.
 * @returns its events where it runs here; undefined where it was begun elsewhere, and is to be followed in the log.
 * @throws HttpProblem 409 when the message's id stands for something else, 429 over a limit.
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
  const { searchId } = search;
  const expiresAt = expiryOf(search.userId, settings.clock());
  const claim = await claimSearch(search, expiresAt, settings);
  if (claim.state !== undefined) {
    refuseOther(search, claim.state.search);
    return undefined;
  }
  try {
    const admission = await admitSearch(search, person, settings);
    const opened = await settings.openProviders(search);
    const keeping = keepingOf(search, settings);
    if ((await keeping.begin()) === 'conflict') throw new HttpProblem('conflict');
    const feed = createEventFeed();
    const controller = new AbortController();
    const { leave } = admission;
    void conductSearch(
      { search, opened, keeping, leave, expiresAt, lease: claim.lease, feed, controller },
      hand,
      settings,
    ).catch((error) => settings.log('search was left unfinished', error));
    return feed;
  } catch (error) {
    if (claim.lease)
      await settings.searchLog
        .withdraw({ searchId, holder: claim.lease.holder })
        .catch((cause) => settings.log('a claim was not withdrawn', cause));
    throw error;
  }
}

interface Claim {
  /** This run of the search; undefined when the log could not be reached: the search then runs without one. */
  lease?: { searchId: string; holder: string };
  /** The search as somebody else has begun it. */
  state?: SearchState;
}

async function claimSearch(search: Search, expiresAt: number, settings: SearchSettings): Promise<Claim> {
  const lease = { searchId: search.searchId, holder: newId('search') };
  try {
    const leaseUntil = settings.clock() + LEASE;
    const signal = AbortSignal.timeout(LONGEST_CLAIM);
    const claim = await settings.searchLog.claim({
      search,
      lease: { ...lease, leaseUntil },
      expiresAt,
      signal,
    });
    return claim.claimed ? { lease } : { state: claim.state };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    settings.log('a search runs without its log', error);
    return {};
  }
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof StoreError || (error instanceof DOMException && error.name === 'TimeoutError');

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
